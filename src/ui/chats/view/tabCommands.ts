import type { ChatPanelParts } from '../actions/chatParts.ts';
import type { ChatPanel } from '../tab/chatPanel.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';

interface Parts extends Pick<ChatPanelParts, 'chooseModel'> {
  panels: Pick<ChatPanels, 'activePanel'>;
}

/** Returns the commands of a chat's tab. They do what the page's top row offers, which scrolls away with several columns. */
export function tabCommands({ panels, chooseModel }: Parts) {
  const onTab = (act: (panel: ChatPanel) => unknown) => async () => {
    const panel = panels.activePanel;
    if (panel) await act(panel);
  };
  return {
    chooseModel: onTab(({ session }) => chooseModel(session, session.conversation.columns[0])),
    showSettings: onTab((panel) => panel.showSettings()),
    toggleBlind: onTab(({ session }) => session.setBlind(!session.conversation.isBlind)),
    toggleOneAtATime: onTab(({ session }) => session.setOneAtATime(!session.conversation.isOneAtATime)),
    toggleWithoutEarlier: onTab(({ session }) =>
      session.setWithoutEarlier(!session.conversation.isWithoutEarlier),
    ),
  };
}
