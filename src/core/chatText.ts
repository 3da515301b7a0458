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
    const said = readSaid(line);
    if (said) turns.set(said.id, said.text);
  }
  return [...turns].map(([id, text]) => ({ id, text, folded: foldText(text) }));
}

function readSaid(line: string): { id: string; text: string } | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof json !== 'object' || json === null || !('id' in json) || !('text' in json)) return undefined;
  const { id, text } = json;
  return typeof id === 'string' && typeof text === 'string' ? { id, text } : undefined;
}
