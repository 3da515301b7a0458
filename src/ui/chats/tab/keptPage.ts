import * as v from 'valibot';
import { putBefore } from '../../../base/putBefore.ts';
import { type ChatDraft, editDraft } from '../../../core/chats/tree/chatDraft.ts';
import type { ChatPageState } from '../../../protocol/chatPageState.ts';
import { parsed } from '../../shared/parsed.ts';

const pageState = v.object({
  conversationId: v.pipe(v.string(), v.uuid()),
  draft: v.string(),
  queued: v.exactOptional(v.object({ id: v.string(), text: v.string() })),
  edits: v.exactOptional(v.array(editDraft)),
});

/** Returns which chat a tab's page showed before a reload, and what was typed there and not sent; `undefined` if it is no such page. */
export function keptPage(state: unknown): { id: string; typed: ChatDraft } | undefined {
  const kept = parsed(pageState, state) satisfies ChatPageState | undefined;
  if (!kept) return undefined;
  const { conversationId: id, draft, queued, edits } = kept;
  return { id, typed: { text: putBefore(draft, queued?.text ?? ''), ...(edits && { edits }) } };
}
