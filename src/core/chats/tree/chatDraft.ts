import * as v from 'valibot';

export const editDraft = v.object({
  turn: v.string(),
  text: v.string(),
  /** False after Escape; the draft waits until the turn is edited again. */
  isOpen: v.boolean(),
});

/** The user's edit of a turn, until it is sent or discarded. */
export type EditDraft = v.InferOutput<typeof editDraft>;

export const chatDraft = v.object({ text: v.string(), edits: v.exactOptional(v.array(editDraft)) });

/** What was typed and not sent when a chat's tab was closed: the next message, and edits of earlier ones. */
export type ChatDraft = v.InferOutput<typeof chatDraft>;
