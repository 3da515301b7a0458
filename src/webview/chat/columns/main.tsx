import '../chat.css';
import './compare.css';
import { render } from 'preact';
import type { ChatPageState, ChatToHost } from '../../../protocol/chat.ts';
import type { CompareFrame, CompareToHost, CompareToPage } from '../../../protocol/compare.ts';
import { connectHost } from '../../shared/host.ts';
import { loadBundle } from '../../shared/l10n.ts';
import { PostContext } from '../../shared/post.ts';
import { ChatStore } from '../chatStore.ts';
import { followContextMenu } from '../menuContext.ts';
import { SilenceContext } from '../waiting/useSilence.ts';
import { ComparePage } from './ComparePage.tsx';

const root = document.getElementById('app');
if (root !== null) {
  loadBundle(document.getElementById('l10n')?.textContent);
  const { post, kept, keep, onMessage } = connectHost<CompareToPage, CompareToHost, ChatPageState>();
  // What the parts of a chat's page say, a comparison's host takes too, but for a few that don't stand on this page.
  const host = { kept, keep, post: (message: ChatToHost) => post(message as CompareToHost) };
  const store = new ChatStore<CompareFrame>(
    { post: host.post, onMessage },
    (callback) => requestAnimationFrame(callback),
    () => performance.now(),
  );
  let chat: string | undefined;
  followContextMenu(() => chat);
  store.start((model) => {
    const { frame } = model;
    if (frame === undefined) return;
    chat = frame.conversationId;
    const page = (
      <ComparePage model={model} frame={frame} host={host} tell={post} subscribe={store.onGrowth} />
    );
    render(
      <PostContext.Provider value={host.post}>
        <SilenceContext.Provider value={store}>{page}</SilenceContext.Provider>
      </PostContext.Provider>,
      root,
    );
  });
}
