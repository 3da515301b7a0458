import * as v from 'valibot';
import { parseLine } from '../../files/readLines.ts';
import { linesOf } from './chatFile.ts';

/** The text of one turn, for search. */
export interface TurnText {
  id: string;
  /** The model that said it; `undefined` for the user. */
  model: string | undefined;
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
  const turns = new Map<string, { text: string; model?: string }>();
  for (const line of linesOf(file)) {
    const json = parseLine(line);
    if (v.is(textLine, json)) turns.set(json.id, json);
    else if (v.is(deletedLine, json)) for (const id of json.turns) turns.delete(id);
  }
  return [...turns].map(([id, { text, model }]) => ({ id, model, text, folded: foldText(text) }));
}

const textLine = v.object({ id: v.string(), text: v.string(), model: v.exactOptional(v.string()) });
const deletedLine = v.object({ type: v.literal('deleted'), turns: v.array(v.string()) });
