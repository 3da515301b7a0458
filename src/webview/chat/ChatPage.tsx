import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChatFrame } from '../../protocol/chat.ts';
import { t } from '../shared/l10n.ts';
import { useFileDrop } from './attachments/useFileDrop.ts';
import { type ChatModel, lastOwnText, shownTurns } from './chatModel.ts';
import type { ChatHost } from './chatStore.ts';
import { Composer } from './composer/Composer.tsx';
import { useEscape } from './focus/useEscape.ts';
import { useKeptFocus } from './focus/useKeptFocus.ts';
import { useSections } from './focus/useSections.ts';
import { useTabStops } from './focus/useTabStops.ts';
import { StatusNotes } from './StatusNotes.tsx';
import { type Growth, GrowthContext } from './scrolling/growth.ts';
import { showFound } from './scrolling/showFound.ts';
import { useFollowEnd } from './scrolling/useFollowEnd.ts';
import { useKeptPlace } from './scrolling/useKeptPlace.ts';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { TopRow } from './TopRow.tsx';
import { Transcript } from './transcript/Transcript.tsx';
import { useEdits } from './useEdits.ts';

interface ChatPageProps {
  model: ChatModel;
  frame: ChatFrame;
  host: ChatHost;
  subscribe: Growth['subscribe'];
}

export function ChatPage({ model, frame, host, subscribe }: ChatPageProps) {
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const follow = useFollowEnd();
  const { edits, editing } = useEdits(host, frame.conversationId, model.accepted);
  const turns = shownTurns(model);
  const title = frame.title || t('Chat: {0}', frame.model.name);
  const page = useRef<HTMLElement>(null);
  const keepFocus = useKeptFocus(page);
  const growth = useMemo(() => ({ subscribe, shown: keepFocus }), [subscribe, keepFocus]);
  useKeptPlace(host, frame.conversationId, turns, follow, page);
  useEffect(() => {
    const { turn, words } = model.revealed;
    const index = turns.findIndex(({ id }) => id === turn);
    if (index >= 0) showFound(follow, page.current?.querySelector('[role=log]'), index, words);
  }, [model.revealed]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEscape(frame.streaming !== undefined, host.post);
  useTabStops(page);
  useSections(page);
  const showSettings = useCallback(() => {
    setSettingsOpen(true);
    // The region exists after the next render.
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('#settings textarea')?.focus());
  }, []);
  const { toEnd } = follow;
  const isDropping = useFileDrop(host.post, frame.readOnly === undefined);
  const onSent = useCallback(() => {
    page.current?.querySelector<HTMLElement>('.composer textarea')?.focus();
    toEnd();
  }, [toEnd]);
  const withAttachments = useCallback(() => {
    const attachments = model.attachments.map(({ id }) => id);
    return attachments.length > 0 ? { attachments } : {};
  }, [model.attachments]);
  const send = useCallback(
    (text: string) => {
      host.post({ type: 'send', text, ...withAttachments() });
      toEnd();
    },
    [host, withAttachments, toEnd],
  );
  const queue = useCallback(
    (text: string) => host.post({ type: 'queue', id: crypto.randomUUID(), text, ...withAttachments() }),
    [host, withAttachments],
  );
  const toggleSettings = useCallback(() => setSettingsOpen((isOpen) => !isOpen), []);
  const closeSettings = useCallback(() => {
    setSettingsOpen(false);
    page.current?.querySelector<HTMLElement>('[aria-controls=settings]')?.focus();
  }, []);
  return (
    <main class={isDropping ? 'chat dropping' : 'chat'} ref={page}>
      <h1 class="visually-hidden">{title}</h1>
      <TopRow frame={frame} isSettingsOpen={isSettingsOpen} onToggleSettings={toggleSettings} />
      {isSettingsOpen && <SettingsPanel frame={frame} onClose={closeSettings} />}
      <GrowthContext.Provider value={growth}>
        <Transcript
          frame={frame}
          turns={turns}
          exchanges={model.exchanges}
          edits={edits}
          editing={editing}
          follow={follow}
          onSent={onSent}
          showSettings={showSettings}
        />
      </GrowthContext.Provider>
      <StatusNotes frame={frame} spoken={model.spoken} />
      <Composer
        frame={frame}
        attachments={model.attachments}
        isDropping={isDropping}
        accepted={model.accepted}
        ids={model.ids}
        lastOwn={lastOwnText(turns)}
        host={host}
        onSend={send}
        onQueue={queue}
      />
    </main>
  );
}
