import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import { recordsOf } from '../../../core/chats/disk/forkChat.ts';
import type { ChatOwnership, Edit } from '../../../core/chats/session/chatOwnership.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import {
  type DeletedTurns,
  deletionRecords,
  withoutTurn,
  withTurns,
} from '../../../core/chats/session/turnDeletion.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { sayError, sayWarning } from '../../shared/messages.ts';
import { keepHistory } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatPanel } from '../tab/chatPanel.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';

interface Parts extends Pick<ChatLibrary, 'ownership'> {
  panels: ChatPanels;
}

/** Deletes a turn immediately and has its chat's page offer to undo it, instead of asking first. */
export async function deleteTurn(panel: ChatPanel, turn: string, parts: Parts): Promise<void> {
  const { session } = panel;
  const gone = await session.deleteTurn(turn);
  if (!gone) {
    void sayWarning(
      t('A turn can’t be deleted while an answer below it is streaming, or in a read-only chat.'),
    );
    return;
  }
  let goneThere: DeletedTurns | undefined;
  const edit = (kept: Conversation) => {
    const left = withoutTurn(kept, turn);
    goneThere = left?.gone;
    return left ? deletionRecords(left, Date.now()) : [];
  };
  await changeKept(session, edit, parts.ownership);
  panel.deletions.add({
    text: deletedText(gone, session.conversation.columns.length),
    undo: () => bringBack(panel, gone, goneThere, parts),
  });
}

/** `goneThere`: what the file itself lost. */
async function bringBack(
  { session }: ChatPanel,
  gone: DeletedTurns,
  goneThere: DeletedTurns | undefined,
  { panels, ownership }: Parts,
): Promise<void> {
  const { id } = session.conversation;
  if (goneThere) {
    const edit = (kept: Conversation) => {
      const whole = withTurns(kept, goneThere);
      return whole ? recordsOf(whole) : [];
    };
    await panels.alone(id, () => ownership.change(id, edit));
  }
  if (!(await session.restoreTurns(gone))) {
    void sayError(t('The turn can’t be brought back: what it followed was deleted too.'));
  }
}

function deletedText({ turns }: DeletedTurns, columnCount: number): string {
  const isQuestion = turns[0]?.role === 'user';
  if (isQuestion && columnCount > 1) return t('Deleted a question and its answers in all columns.');
  if (turns.length === 1) return t('Deleted a turn.');
  if (turns.length === 2) return t('Deleted a turn and the one that followed it.');
  return t('Deleted a turn and {0} that followed it.', turns.length - 1);
}

/**
 * Changes the file of an open chat that is not being written, e.g. while history is off, so that deleted turns and a new name
 * apply to the file too.
 */
export async function changeKept(session: ChatSession, edit: Edit, ownership: ChatOwnership): Promise<void> {
  if (!keepHistory.value || session.isUnkept) await ownership.change(session.conversation.id, edit);
}
