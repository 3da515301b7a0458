import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CompareFrame } from '../../protocol/compare.ts';
import { useFileDrop } from '../chat/attachments/useFileDrop.ts';
import { type ChatModel, lastOwnText, shownTurns } from '../chat/chatModel.ts';
import type { ChatHost } from '../chat/chatStore.ts';
import { Composer } from '../chat/composer/Composer.tsx';
import { useNote } from '../chat/composer/useNote.ts';
import { useSending } from '../chat/composer/useSending.ts';
import { useEscape } from '../chat/focus/useEscape.ts';
import { useKeptFocus } from '../chat/focus/useKeptFocus.ts';
import { useSections } from '../chat/focus/useSections.ts';
import { useTabStops } from '../chat/focus/useTabStops.ts';
import { keptOf } from '../chat/pageState.ts';
import { StatusNotes } from '../chat/StatusNotes.tsx';
import { type Growth, GrowthContext } from '../chat/scrolling/growth.ts';
import { useSettingsToggle } from '../chat/settings/useSettingsToggle.ts';
import { useEdits } from '../chat/useEdits.ts';
import { t } from '../shared/l10n.ts';
import { Columns } from './Columns.tsx';
import { CompareHeader } from './CompareHeader.tsx';
import { CompareSettings } from './CompareSettings.tsx';
import type { Tell } from './tell.ts';
import { useColumnKeys } from './useColumnKeys.ts';
import { VoteBar } from './VoteBar.tsx';

interface ComparePageProps {
  model: ChatModel<CompareFrame>;
  frame: CompareFrame;
  host: ChatHost;
  tell: Tell;
  subscribe: Growth['subscribe'];
}

export function ComparePage({ model, frame, host, tell, subscribe }: ComparePageProps) {
  const { conversationId, columns } = frame;
  /** Whose settings are shown; `undefined`: those of all. */
  const [settingsOf, setSettingsOf] = useState<string | undefined>(undefined);
  const { edits, editing } = useEdits(host, conversationId, model.accepted);
  const [note, forgetNote] = useNote(host, conversationId, model.filled);
  const page = useRef<HTMLElement>(null);
  const settings = useSettingsToggle(page);
  const keepFocus = useKeptFocus(page);
  const growth = useMemo(() => ({ subscribe, shown: keepFocus }), [subscribe, keepFocus]);
  const isStreaming = columns.some(({ streaming }) => streaming !== undefined);
  const title = frame.title || headingOf(frame);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEscape(isStreaming, host.post);
  useTabStops(page);
  useSections(page);
  useColumnKeys(page);
  const isDropping = useFileDrop(host.post, frame.readOnly === undefined);
  const [sent, setSent] = useState(0);
  const { open, toggle } = settings;
  const toggleSettings = useCallback(() => {
    setSettingsOf(undefined);
    toggle();
  }, [toggle]);
  const ownSettings = columns.filter(({ hasOwnSettings }) => hasOwnSettings).map(({ id }) => id);
  const showSettings = useCallback(
    (column: string) => {
      setSettingsOf(ownSettings.includes(column) ? column : undefined);
      open();
    },
    [open, ownSettings.join()],
  );
  const onGo = useCallback(() => setSent((count) => count + 1), []);
  const onSent = useCallback(() => {
    page.current?.querySelector<HTMLElement>('.composer textarea')?.focus();
    onGo();
  }, [onGo]);
  const { send, queue } = useSending(host, model.attachments, onGo);
  const askAnother = useCallback(
    () => tell({ type: 'askAnother', draft: keptOf(host, conversationId).draft }),
    [tell, host, conversationId],
  );
  const reason = frame.readOnly ?? frame.noSend;
  return (
    <main class={isDropping ? 'chat compare dropping' : 'chat compare'} ref={page}>
      <h1 class="visually-hidden">{title}</h1>
      <CompareHeader
        frame={frame}
        isSettingsOpen={settings.isOpen}
        onToggleSettings={toggleSettings}
        tell={tell}
      />
      {settings.isOpen && (
        <CompareSettings
          frame={frame}
          column={settingsOf}
          onColumn={setSettingsOf}
          onClose={settings.close}
          tell={tell}
        />
      )}
      <GrowthContext.Provider value={growth}>
        <Columns
          frame={frame}
          model={model}
          host={host}
          tell={tell}
          edits={edits}
          editing={editing}
          sent={sent}
          onSent={onSent}
          showSettings={showSettings}
        />
      </GrowthContext.Provider>
      <VoteBar frame={frame} tell={tell} onAskAnother={askAnother} />
      <StatusNotes
        frame={frame}
        reason={reason}
        canChoose={false}
        finding={frame.same}
        note={note}
        remarks={columns}
        spoken={model.spoken}
      />
      <Composer
        frame={frame}
        isStreaming={isStreaming}
        reason={reason}
        placeholder={placeholderOf(frame)}
        attachments={model.attachments}
        isDropping={isDropping}
        accepted={model.accepted}
        filled={model.filled}
        ids={model.ids}
        lastOwn={lastOwnText(shownTurns(model))}
        host={host}
        onSpent={forgetNote}
        onSend={send}
        onQueue={queue}
      />
    </main>
  );
}

function placeholderOf({ isSpent, columns }: CompareFrame): string {
  if (isSpent) return t('Your next question');
  const asked = columns.filter(({ model }) => model.gone === undefined);
  const [only] = asked;
  if (asked.length === 1 && only) return t('Message {0}', only.name);
  // If all are gone, the reason is said above.
  const count = asked.length || columns.length;
  return count === 2 ? t('Message both models') : t('Message all {0} models', count);
}

function headingOf({ blind, columns }: CompareFrame): string {
  if (blind === 'hidden') return t('Blind comparison');
  return t('Compare: {0}', columns.map(({ name }) => name).join(', '));
}
