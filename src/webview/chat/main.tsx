import './chat.css';
import { render } from 'preact';
import type { ChatToPage } from '../../protocol/chat.ts';
import type { ChatPageState } from '../../protocol/chatPageState.ts';
import type { chatToHost } from '../../protocol/chatToHost.ts';
import { whenReadable } from '../markdown/Markdown.tsx';
import { connectHost } from '../shared/host.ts';
import { keepFocus } from '../shared/keepFocus.ts';
import { loadBundle } from '../shared/l10n.ts';
import { ChatPage } from './ChatPage.tsx';
import { EventsContext } from './chatEvents.ts';
import { PageStore } from './pageStore.ts';
import { SilenceContext } from './waiting/useSilence.ts';

const root = document.getElementById('app');
if (root !== null) {
  loadBundle(document.getElementById('l10n')?.textContent, document.documentElement.lang);
  const host = connectHost<ChatToPage, typeof chatToHost, ChatPageState>();
  const store = new PageStore(
    host,
    (callback) => requestAnimationFrame(callback),
    () => performance.now(),
  );
  // What is typed elsewhere goes to the composer.
  const first = keepFocus(host, ':is(textarea, input):not(.composer *)');
  document.addEventListener('keydown', () => store.restForKey(), { capture: true });
  let chat: string | undefined;
  followContextMenu(() => chat);
  store.start((model, shown) => {
    if (model.frame === undefined) return;
    chat = model.frame.conversationId;
    const page = (
      <ChatPage model={model} frame={model.frame} host={host} subscribe={store.onGrowth} first={first} />
    );
    const draw = () => {
      render(
        <EventsContext.Provider value={store.onEvent}>
          <SilenceContext.Provider value={store}>{page}</SilenceContext.Provider>
        </EventsContext.Provider>,
        root,
      );
      shown();
    };
    if (model.turns.size === 0) draw();
    else whenReadable(draw);
  });
}

/**
 * Tells VS Code what was right-clicked, for its context menu. Only text fields keep its own Cut, Copy and Paste, which can be
 * hidden only together. Elsewhere our *Copy* is shown while text is selected. `chat` returns the chat's id, once it is known.
 */
function followContextMenu(chat: () => string | undefined): void {
  const tell = ({ target }: Event) => {
    const isField = target instanceof Element && target.closest('textarea, input') !== null;
    const hasSelection = !isField && String(getSelection()) !== '';
    // Set on the body, since VS Code adds to it what the turn's own attribute says.
    const context = { preventDefaultContextMenuItems: !isField, hasSelection, chat: chat() };
    document.body.dataset['vscodeContext'] = JSON.stringify(context);
  };
  // Captured, since VS Code reads the attributes in its own listener.
  window.addEventListener('contextmenu', tell, { capture: true });
}
