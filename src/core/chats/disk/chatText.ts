import { linesOf } from './chatFile.ts';

/** What was said in one turn, as it is searched. */
export interface TurnText {
  id: string;
  text: string;
  /** For comparing; see `foldText`. */
  folded: string;
}

/** As words are compared: without case, and with each letter in one form. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * What a chat's file says, without the checks that opening it makes: a thousand chats are read for one search. Reasoning is
 * left out. The last record of a turn counts, as everywhere.
 */
export function turnTexts(file: string): TurnText[] {
  const turns = new Map<string, string>();
  for (const line of linesOf(file)) {
    const read = readLine(line);
    if (read.id !== undefined && read.text !== undefined) turns.set(read.id, read.text);
    for (const id of read.deleted) if (typeof id === 'string') turns.delete(id);
  }
  return [...turns].map(([id, text]) => ({ id, text, folded: foldText(text) }));
}

/** What of a line matters here: a turn's text, or which turns are gone. */
function readLine(line: string): { id?: string; text?: string; deleted: unknown[] } {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { deleted: [] };
  }
  if (typeof json !== 'object' || json === null) return { deleted: [] };
  if ('type' in json && json.type === 'deleted' && 'turns' in json && Array.isArray(json.turns)) {
    return { deleted: json.turns };
  }
  if (!('id' in json) || !('text' in json)) return { deleted: [] };
  const { id, text } = json;
  return typeof id === 'string' && typeof text === 'string' ? { id, text, deleted: [] } : { deleted: [] };
}
