import './chat.css';
import { render } from 'preact';
import type { ChatPageState, ChatToHost, ChatToPage } from '../../protocol/chat.ts';
import { connectHost } from '../shared/host.ts';
import { loadBundle } from '../shared/l10n.ts';
import { PostContext } from '../shared/post.ts';
import { ChatPage } from './ChatPage.tsx';
import { ChatStore } from './chatStore.ts';
import { followContextMenu } from './menuContext.ts';
import { SilenceContext } from './waiting/useSilence.ts';

const root = document.getElementById('app');
if (root !== null) {
  loadBundle(document.getElementById('l10n')?.textContent);
  const host = connectHost<ChatToPage, ChatToHost, ChatPageState>();
  const store = new ChatStore(
    host,
    (callback) => requestAnimationFrame(callback),
    () => performance.now(),
  );
  let chat: string | undefined;
  followContextMenu(() => chat);
  store.start((model) => {
    if (model.frame === undefined) return;
    chat = model.frame.conversationId;
    const page = <ChatPage model={model} frame={model.frame} host={host} subscribe={store.onGrowth} />;
    render(
      <PostContext.Provider value={host.post}>
        <SilenceContext.Provider value={store}>{page}</SilenceContext.Provider>
      </PostContext.Provider>,
      root,
    );
  });
}
