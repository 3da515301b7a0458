import * as v from 'valibot';
import { parsedJson } from '../../../base/json.ts';
import { textWithCalls } from '../../messageContent.ts';
import { toolCalls } from '../tree/conversation.ts';

/** The text of one turn, for search. */
export interface TurnText {
  id: string;
  /** The model that wrote it; `undefined` for the user. */
  name: string | undefined;
  text: string;
  /** `text` as `foldText` returns it, for comparison. */
  folded: string;
}

/** Returns text for a comparison that ignores case and the different forms of a letter. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * Returns the texts of a chat's turns, without their reasoning; the last record of a turn counts. Skips the checks made when a chat is
 * opened: one search may read a thousand chats.
 */
export async function turnTexts(groups: AsyncIterable<readonly string[]>): Promise<TurnText[]> {
  const turns = new Map<string, { text: string; name: string | undefined }>();
  let term = 0;
  for await (const lines of groups) {
    for (const line of lines) {
      const json = parsedJson(line);
      if (v.is(textLine, json)) turns.set(json.id, { text: textWithCalls(json), name: json.name });
      // What was deleted late, by a window that had lost the chat, is still there.
      else if (v.is(ownerLine, json) && (json.term ?? 0) >= term) {
        term = json.term ?? 0;
        for (const id of json.turns ?? []) turns.delete(id);
      }
    }
  }
  return [...turns].map(([id, { text, name }]) => ({ id, name, text, folded: foldText(text) }));
}

const textLine = v.object({
  ...{ id: v.string(), text: v.string(), name: v.exactOptional(v.string()) },
  toolCalls,
});
const ownerLine = v.object({
  type: v.picklist(['meta', 'deleted']),
  term: v.exactOptional(v.number()),
  turns: v.exactOptional(v.array(v.string())),
});
