import * as v from 'valibot';
import * as vscode from 'vscode';
import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import type { Turn } from '../../../core/chats/tree/conversation.ts';
import { parsed } from '../../shared/parsed.ts';
import type { ChatPanelParts } from '../actions/chatParts.ts';
import type { ChatPanel } from '../tab/chatPanel.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import { deleteTurn } from './deleteTurn.ts';

interface TabParts extends Pick<ChatPanelParts, 'chooseModel'> {
  panels: Pick<ChatPanels, 'activePanel'>;
}

/** Returns the commands of a chat's tab. They do what the page's top row offers, which scrolls away with several columns. */
export function tabCommands({ panels, chooseModel }: TabParts) {
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

interface TurnParts extends Pick<ChatLibrary, 'ownership'> {
  panels: ChatPanels;
  regenerateWith: (session: ChatPanel['session'], turn: string) => Promise<void>;
}

/** What VS Code passes from the element that was right-clicked; the page defines it. */
const chatArgument = v.object({ chat: v.pipe(v.string(), v.uuid()) });
const turnArgument = v.object({
  ...chatArgument.entries,
  turn: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
});

/** Returns the commands of a turn's context menu. */
export function turnCommands(parts: TurnParts) {
  const onTurn = (act: (turn: Turn, panel: ChatPanel) => unknown) => async (argument: unknown) => {
    const given = parsed(turnArgument, argument);
    const panel = given && parts.panels.panel(given.chat);
    const turn = given && panel?.session.conversation.turns.get(given.turn);
    if (panel && turn) await act(turn, panel);
  };
  return {
    copySelection(argument: unknown) {
      const given = parsed(chatArgument, argument);
      if (given) parts.panels.panel(given.chat)?.ask({ type: 'copySelection' });
    },
    copyMarkdown: onTurn(({ text }) => vscode.env.clipboard.writeText(text)),
    copyPlain: onTurn(({ role, id, text }, panel) =>
      // The user's own text is shown as written, so it is copied as written.
      role === 'assistant'
        ? panel.ask({ type: 'copyPlain', turn: id })
        : vscode.env.clipboard.writeText(text),
    ),
    fork: onTurn(({ id }, { session }) => parts.panels.fork(session, id)),
    regenerateWith: onTurn(({ id }, { session }) => parts.regenerateWith(session, id)),
    showExchange: onTurn(({ id }, panel) => panel.showExchange(id)),
    delete: onTurn(({ id }, panel) => deleteTurn(panel, id, parts)),
  };
}
