import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { CompareFrame } from '../../../protocol/compare.ts';
import { t } from '../../shared/l10n.ts';
import { useFileDrop } from '../attachments/useFileDrop.ts';
import { type ChatModel, lastOwnText, shownTurns } from '../chatModel.ts';
import type { ChatHost } from '../chatStore.ts';
import { Composer } from '../composer/Composer.tsx';
import { useNote } from '../composer/useNote.ts';
import { useSending } from '../composer/useSending.ts';
import { useEscape } from '../focus/useEscape.ts';
import { useKeptFocus } from '../focus/useKeptFocus.ts';
import { useSections } from '../focus/useSections.ts';
import { useTabStops } from '../focus/useTabStops.ts';
import { keptOf } from '../pageState.ts';
import { StatusNotes } from '../StatusNotes.tsx';
import { type Growth, GrowthContext } from '../scrolling/growth.ts';
import { useSettingsToggle } from '../settings/useSettingsToggle.ts';
import { useEdits } from '../useEdits.ts';
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
