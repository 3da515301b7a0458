import * as v from 'valibot';
import * as vscode from 'vscode';
import { recordsOf } from '../../../core/chats/disk/forkChat.ts';
import type { ChatOwnership, Edit } from '../../../core/chats/session/chatOwnership.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import {
  type DeletedTurns,
  deletionRecords,
  withoutTurn,
  withTurns,
} from '../../../core/chats/session/turnDeletion.ts';
import { promptSetRows } from '../../../core/chats/transfer/promptSetRow.ts';
import { type Conversation, isAnswer, type Turn } from '../../../core/chats/tree/conversation.ts';
import { questionOf, turnOf } from '../../../core/chats/tree/conversationTree.ts';
import { textWithCalls } from '../../../core/messageContent.ts';
import { sayError, sayWarning } from '../../shared/messages.ts';
import { parsed } from '../../shared/parsed.ts';
import { keepHistory } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';
import type { ChatPanel } from '../tab/chatPanel.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import { addToPromptSet } from '../transfer/addToPromptSet.ts';
import type { KeptChats } from './deleteChats.ts';

/** Returns the commands of a chat's tab. They do what the page's top row offers, which scrolls away with several columns. */
export function tabCommands(
  panels: Pick<ChatPanels, 'activePanel'>,
  { chooseModel }: Pick<ChatTabServices, 'chooseModel'>,
) {
  const onTab = (act: (panel: ChatPanel) => unknown) => async () => {
    const panel = panels.activePanel;
    if (panel) await act(panel);
  };
  const toggle = (way: 'isOneAtATime' | 'isWithoutEarlier') =>
    onTab(({ session }) => session.set({ [way]: !session.conversation[way] }));
  return {
    chooseModel: onTab(({ session }) => chooseModel(session, session.conversation.columns[0])),
    showSettings: onTab((panel) => panel.ask({ type: 'showSettings' })),
    toggleBlind: onTab(({ session }) => session.setBlind(!session.conversation.isBlind)),
    toggleOneAtATime: toggle('isOneAtATime'),
    toggleWithoutEarlier: toggle('isWithoutEarlier'),
  };
}

/** What VS Code passes from the element that was right-clicked; the page defines it. */
const chatArgument = v.object({ chat: v.pipe(v.string(), v.uuid()) });
const turnArgument = v.object({
  ...chatArgument.entries,
  turn: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
});

/** Returns the commands of a turn's context menu. */
export function turnCommands(kept: KeptChats, { regenerateWith }: Pick<ChatTabServices, 'regenerateWith'>) {
  const onTurn = (act: (turn: Turn, panel: ChatPanel) => unknown) => async (argument: unknown) => {
    const given = parsed(turnArgument, argument);
    const panel = given && kept.panels.panel(given.chat);
    const turn = given && panel && turnOf(panel.session.conversation, given.turn);
    if (panel && turn) await act(turn, panel);
  };
  return {
    copySelection(argument: unknown) {
      const given = parsed(chatArgument, argument);
      if (given) kept.panels.panel(given.chat)?.ask({ type: 'copySelection' });
    },
    copyMarkdown: onTurn((turn) => vscode.env.clipboard.writeText(textWithCalls(turn))),
    copyPlain: onTurn((turn, panel) =>
      // The user's own text is shown as written, so it is copied as written.
      isAnswer(turn)
        ? panel.ask({ type: 'copyPlain', turn: turn.id })
        : vscode.env.clipboard.writeText(turn.text),
    ),
    fork: onTurn(({ id }, { session }) => kept.panels.fork(session, id)),
    regenerateWith: onTurn(({ id }, panel) => panel.showFault() || regenerateWith(panel.session, id)),
    addToPromptSet: onTurn(({ id }, { session: { conversation } }) => {
      const asked = questionOf(conversation, id);
      return addToPromptSet(promptSetRows(conversation, ({ question }) => question === asked));
    }),
    showExchange: onTurn(({ id }, panel) => panel.ask({ type: 'showExchange', turn: id })),
    delete: onTurn(({ id }, panel) => deleteTurn(panel, id, kept)),
  };
}

/** Deletes a turn immediately and has its chat's page offer to undo it, instead of asking first. */
async function deleteTurn(
  { session, deletions }: ChatPanel,
  turn: string,
  { panels, ownership }: KeptChats,
): Promise<void> {
  const gone = await session.deleteTurn(turn);
  if (!gone) {
    const text = t("A turn can't be deleted while an answer below it is streaming, or in a read-only chat.");
    return void sayWarning(text);
  }
  /** What the file itself lost. */
  let goneThere: DeletedTurns | undefined;
  const edit = (kept: Conversation) => {
    const left = withoutTurn(kept, turn);
    goneThere = left?.gone;
    return left ? deletionRecords(left, Date.now()) : [];
  };
  await changeKept(session, edit, ownership);
  const undo = async () => {
    const { id } = session.conversation;
    const restore = (kept: Conversation) => {
      const whole = goneThere && withTurns(kept, goneThere);
      return whole ? recordsOf(whole) : [];
    };
    if (goneThere) await panels.alone(id, () => ownership.change(id, restore));
    if (await session.restoreTurns(gone)) return;
    void sayError(t("The turn can't be brought back: what it followed was deleted too."));
  };
  deletions.add({ text: deletedText(gone, session.conversation.columns.length), undo });
}

function deletedText({ ids, turns }: DeletedTurns, columnCount: number): string {
  const isQuestion = turns.questions.has(ids[0] ?? '');
  if (isQuestion && columnCount > 1) return t('Deleted a question and its answers in all columns.');
  if (ids.length === 1) return t('Deleted a turn.');
  if (ids.length === 2) return t('Deleted a turn and the one that followed it.');
  return t('Deleted a turn and {0} that followed it.', ids.length - 1);
}

/**
 * Changes the file of an open chat that is not being written, e.g. while history is off, so that deleted turns and a new name
 * apply to the file too.
 */
export async function changeKept(session: ChatSession, edit: Edit, ownership: ChatOwnership): Promise<void> {
  if (!keepHistory.value || session.isUnkept) await ownership.change(session.conversation.id, edit);
}
