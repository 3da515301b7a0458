import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChatFrame, ChatToHost } from '../../protocol/chat.ts';
import { type PageActions, PageProvider } from '../markdown/pageContext.ts';
import { Composer } from './Composer.tsx';
import type { ChatModel } from './chatModel.ts';
import { lastOwnText, shownTurns } from './chatModel.ts';
import type { ChatHost } from './chatStore.ts';
import { isInputMethod } from './composerText.ts';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { TopRow } from './TopRow.tsx';
import { Transcript } from './Transcript.tsx';
import { useFollowEnd } from './useFollowEnd.ts';

interface ChatPageProps {
  model: ChatModel;
  host: ChatHost;
}

export function ChatPage({ model, host }: ChatPageProps) {
  const actions = useMemo<PageActions>(
    () => ({
      copy: (text) => host.post({ type: 'copy', text }),
      openLink: (href) => host.post({ type: 'openLink', href }),
      insertCode: (text) => host.post({ type: 'insertCode', text }),
      newFile: (text, language) => host.post({ type: 'newFile', text, language }),
    }),
    [host],
  );
  return (
    <PageProvider value={actions}>
      {model.frame && <LoadedChat model={model} frame={model.frame} host={host} />}
      {/* Stands from the start: only a change inside a region that is there already is spoken. */}
      <p class="visually-hidden" role="status">
        {model.spoken}
      </p>
    </PageProvider>
  );
}

function LoadedChat({ model, frame, host }: ChatPageProps & { frame: ChatFrame }) {
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const follow = useFollowEnd();
  const turns = shownTurns(model);
  const settings = useRef<HTMLElement>(null);
  useEffect(() => {
    const index = turns.findIndex(({ id }) => id === model.revealed.turn);
    if (index >= 0) follow.reveal(index);
  }, [model.revealed]);
  useEscape(frame.streaming !== undefined, host.post);
  const showSettings = useCallback(() => {
    setSettingsOpen(true);
    // The region is there after the next rendering.
    requestAnimationFrame(() => settings.current?.querySelector('textarea')?.focus());
  }, []);
  const send = (text: string) => {
    host.post({ type: 'send', text });
    follow.toEnd();
  };
  return (
    <main class="chat">
      <h1 class="visually-hidden">{frame.title}</h1>
      <TopRow
        frame={frame}
        isSettingsOpen={isSettingsOpen}
        onToggleSettings={() => setSettingsOpen(!isSettingsOpen)}
        post={host.post}
      />
      {isSettingsOpen && <SettingsPanel region={settings} frame={frame} post={host.post} />}
      <Transcript frame={frame} turns={turns} follow={follow} post={host.post} showSettings={showSettings} />
      <Composer
        frame={frame}
        accepted={model.accepted}
        lastOwn={lastOwnText(turns)}
        host={host}
        onSend={send}
      />
    </main>
  );
}

/** Escape stops the answer from wherever the focus is in the page. */
function useEscape(isStreaming: boolean, post: (message: ChatToHost) => void): void {
  useEffect(() => {
    if (!isStreaming) return;
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isInputMethod(event)) post({ type: 'stop' });
    };
    window.addEventListener('keydown', stop);
    return () => window.removeEventListener('keydown', stop);
  }, [isStreaming, post]);
}
