import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import type { ChatRecord } from '../../../core/chats/disk/chatRecord.ts';
import { recordsOf } from '../../../core/chats/disk/forkChat.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import {
  type DeletedTurns,
  deletionRecords,
  withoutTurn,
  withTurns,
} from '../../../core/chats/session/turnDeletion.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { sayError, sayWarning } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import type { UndoOffers } from './undoOffers.ts';

interface Parts extends Pick<ChatLibrary, 'store' | 'ownership'> {
  panels: ChatPanels;
}

/** Deletes a turn immediately and offers to undo it instead of asking first. */
export async function deleteTurn(
  session: ChatSession,
  turn: string,
  undos: UndoOffers,
  parts: Parts,
): Promise<void> {
  const gone = await session.deleteTurn(turn);
  if (!gone) {
    void sayWarning(
      t('A turn can’t be deleted while an answer below it is streaming, or in a read-only chat.'),
    );
    return;
  }
  let goneThere: DeletedTurns | undefined;
  await parts.panels.changeKept(session, (kept) => {
    const left = withoutTurn(kept, turn);
    goneThere = left?.gone;
    return left ? deletionRecords(left, Date.now()) : [];
  });
  const { id, columns } = session.conversation;
  await undos.offer(deletedText(gone, columns.length), () => bringBack(id, gone, goneThere, parts));
}

/** Undoes the deletion. The tab, and with it an empty chat, may be closed by now. `goneThere`: what the file itself lost. */
async function bringBack(
  chat: string,
  gone: DeletedTurns,
  goneThere: DeletedTurns | undefined,
  { panels, store, ownership }: Parts,
): Promise<void> {
  await panels.alone(chat, async () => {
    if (!panels.session(chat)) await ownership.asOwner(chat, () => store.restore(chat));
    if (goneThere) await ownership.change(chat, (kept) => recordsWith(kept, goneThere));
  });
  if (!panels.session(chat)) await panels.open(chat);
  const isBack = await panels.session(chat)?.restoreTurns(gone);
  if (isBack === false) {
    void sayError(t('The turn can’t be brought back: what it followed was deleted too.'));
  }
}

function recordsWith(kept: Conversation, gone: DeletedTurns): ChatRecord[] {
  const whole = withTurns(kept, gone);
  return whole ? recordsOf(whole) : [];
}

function deletedText({ turns }: DeletedTurns, columnCount: number): string {
  const isQuestion = turns[0]?.role === 'user';
  if (isQuestion && columnCount > 1) return t('Deleted a question and its answers in all columns.');
  if (turns.length === 1) return t('Deleted a turn.');
  if (turns.length === 2) return t('Deleted a turn and the one that followed it.');
  return t('Deleted a turn and {0} that followed it.', turns.length - 1);
}
