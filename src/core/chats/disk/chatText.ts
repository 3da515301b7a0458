import { linesOf } from './chatFile.ts';

/** The text of one turn, for search. */
export interface TurnText {
  id: string;
  text: string;
  /** For comparing; see `foldText`. */
  folded: string;
}

/** Folds text for comparison: ignores case, and brings each letter into one form. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Returns the texts in a chat's file, without the checks made on opening it: one search may read a thousand chats. Omits
 * reasoning. As everywhere, the last record of a turn counts.
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

/** The parts of a line that matter here: a turn's text, or which turns were deleted. */
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
