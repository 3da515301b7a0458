import './chat.css';
import { render } from 'preact';
import { connectHost } from '../shared/host.ts';
import { loadBundle } from '../shared/l10n.ts';
import { ChatPage } from './ChatPage.tsx';
import { type ChatHost, ChatStore } from './chatStore.ts';
import type { Growth } from './scrolling/growth.ts';

const root = document.getElementById('app');
if (root !== null) {
  loadBundle(document.getElementById('l10n')?.textContent);
  const host: ChatHost = connectHost();
  const store = new ChatStore(
    host,
    (callback) => requestAnimationFrame(callback),
    () => performance.now(),
  );
  const grown: Growth['subscribe'] = (turn, listener) => store.onGrowth(turn, listener);
  const show = () => render(<ChatPage model={store.current} host={host} subscribe={grown} />, root);
  store.subscribe(show);
  show();
  store.start();
}
