import * as v from 'valibot';
import { parseLine } from '../../files/readLines.ts';

/** The text of one turn, for search. */
export interface TurnText {
  id: string;
  /** The model that said it; `undefined` for the user. */
  name: string | undefined;
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
 * reasoning. As everywhere, the last record of a turn counts. `groups`: as from `ChatStore.lines`.
 */
export async function turnTexts(groups: AsyncIterable<readonly string[]>): Promise<TurnText[]> {
  const turns = new Map<string, { text: string; name: string | undefined }>();
  for await (const lines of groups) {
    for (const line of lines) {
      const json = parseLine(line);
      if (v.is(textLine, json)) turns.set(json.id, { text: json.text, name: json.name });
      else if (v.is(deletedLine, json)) for (const id of json.turns) turns.delete(id);
    }
  }
  return [...turns].map(([id, { text, name }]) => ({ id, name, text, folded: foldText(text) }));
}

const textLine = v.object({ id: v.string(), text: v.string(), name: v.exactOptional(v.string()) });
const deletedLine = v.object({ type: v.literal('deleted'), turns: v.array(v.string()) });
