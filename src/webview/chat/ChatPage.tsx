import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import type { ChatFrame } from '../../protocol/chat.ts';
import { t } from '../shared/l10n.ts';
import { useFileDrop } from './attachments/useFileDrop.ts';
import { type ChatModel, lastOwnText, shownTurns } from './chatModel.ts';
import type { ChatHost } from './chatStore.ts';
import { Composer } from './composer/Composer.tsx';
import { useNote } from './composer/useNote.ts';
import { useSending } from './composer/useSending.ts';
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
import { useSettingsToggle } from './settings/useSettingsToggle.ts';
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
  const follow = useFollowEnd();
  const { edits, editing } = useEdits(host, frame.conversationId, model.accepted);
  const [note, forgetNote] = useNote(host, frame.conversationId, model.filled);
  const turns = shownTurns(model);
  const title = frame.title || t('Chat: {0}', frame.model.name);
  const reason = frame.readOnly ?? frame.model.gone;
  const page = useRef<HTMLElement>(null);
  const settings = useSettingsToggle(page);
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
  const { toEnd } = follow;
  const isDropping = useFileDrop(host.post, frame.readOnly === undefined);
  const onSent = useCallback(() => {
    page.current?.querySelector<HTMLElement>('.composer textarea')?.focus();
    toEnd();
  }, [toEnd]);
  const { send, queue } = useSending(host, model.attachments, toEnd);
  return (
    <main class={isDropping ? 'chat dropping' : 'chat'} ref={page}>
      <h1 class="visually-hidden">{title}</h1>
      <TopRow frame={frame} isSettingsOpen={settings.isOpen} onToggleSettings={settings.toggle} />
      {settings.isOpen && <SettingsPanel frame={frame} onClose={settings.close} />}
      <GrowthContext.Provider value={growth}>
        <Transcript
          chat={frame.conversationId}
          label={t('Conversation')}
          model={frame.model}
          streaming={frame.streaming}
          sendWith={frame.sendWith}
          isReadOnly={frame.readOnly !== undefined}
          isAnyStreaming={frame.streaming !== undefined}
          turns={turns}
          exchanges={model.exchanges}
          edits={edits}
          editing={editing}
          follow={follow}
          onSent={onSent}
          showSettings={settings.open}
        />
      </GrowthContext.Provider>
      <StatusNotes
        frame={frame}
        reason={reason}
        canChoose={reason !== undefined && frame.readOnly === undefined}
        note={note}
        spoken={model.spoken}
      />
      <Composer
        frame={frame}
        isStreaming={frame.streaming !== undefined}
        reason={reason}
        placeholder={t('Message {0}', frame.model.name)}
        attachments={model.attachments}
        isDropping={isDropping}
        accepted={model.accepted}
        filled={model.filled}
        ids={model.ids}
        lastOwn={lastOwnText(turns)}
        host={host}
        onSpent={forgetNote}
        onSend={send}
        onQueue={queue}
      />
    </main>
  );
}
