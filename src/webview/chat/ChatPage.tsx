import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import type { ChatFrame } from '../../protocol/chat.ts';
import { t } from '../shared/l10n.ts';
import { HostContext, type Post } from '../shared/post.ts';
import { useDrop } from '../shared/useDrop.ts';
import { attaching } from './attachments/fileDrop.ts';
import { useChatEvent } from './chatEvents.ts';
import { type ChatModel, lastOwnText } from './chatModel.ts';
import { placeholderOf } from './columns/columnTexts.ts';
import { Heads } from './columns/Heads.tsx';
import { useTab } from './columns/useTab.ts';
import { Composer } from './composer/Composer.tsx';
import { isInputMethod } from './composer/composerText.ts';
import { useNote } from './composer/useDraft.ts';
import { useKeptFocus } from './focus/useKeptFocus.ts';
import { usePageKeys } from './focus/usePageKeys.ts';
import { usePickedFocus } from './focus/usePickedFocus.ts';
import type { DirectHost } from './pageStore.ts';
import { StatusNotes } from './StatusNotes.tsx';
import { showFound } from './scrolling/showFound.ts';
import { useFollowEnd, useReadingPlace } from './scrolling/useFollowEnd.ts';
import { Settings, useSettingsToggle } from './settings/Settings.tsx';
import { useHeldHost } from './settings/useHeldHost.ts';
import { TopRow } from './TopRow.tsx';
import { type Growth, GrowthContext } from './transcript/AnswerArticle.tsx';
import { Transcript } from './transcript/Transcript.tsx';
import { useEdits } from './useEdits.ts';

interface ChatPageProps {
  model: ChatModel;
  frame: ChatFrame;
  host: DirectHost;
  subscribe: Growth['subscribe'];
  /** Returns what gets the focus at first; the composer if nothing does. */
  first: () => HTMLElement | undefined;
}

export function ChatPage({ model, frame, host: direct, subscribe, first }: ChatPageProps) {
  const { conversationId, title, columns } = frame;
  const isSeveral = columns.length > 1;
  const follow = useFollowEnd();
  const page = useRef<HTMLElement>(null);
  const settings = useSettingsToggle(direct, page, frame);
  const { host, ...faults } = useHeldHost(direct, frame, settings.show);
  const { edits, editing } = useEdits(host, conversationId);
  const [note, forgetNote] = useNote(host, conversationId);
  const reason = frame.readOnly ?? frame.noSend;
  const keepFocus = useKeptFocus(page, first);
  usePickedFocus(page, model.attachments, columns);
  const growth = useMemo(() => ({ subscribe, shown: keepFocus }), [subscribe, keepFocus]);
  const [tab, chooseTab, showColumnOf] = useTab(host, model, columns.length, follow, page);
  useReadingPlace(host, conversationId, follow, page);
  useChatEvent('reveal', ({ turn, words }) => {
    showColumnOf(turn);
    // Its column is there after the next render.
    requestAnimationFrame(() => showFound(follow, page.current?.querySelector('[role=log]'), turn, words));
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
  useChatEvent('showSettings', () => {
    const fault = faults.fault();
    if (fault) settings.show(fault);
    else settings.open(0);
  });
  useEscape(frame.streams.length > 0, host.post);
  usePageKeys(page);
  const { toEnd } = follow;
  const isDropping = useDrop(host.post, attaching, frame.readOnly === undefined);
  const onSent = useCallback(() => {
    page.current?.querySelector<HTMLElement>('.composer textarea')?.focus();
    toEnd();
  }, [toEnd]);
  const top = (
    <>
      <TopRow frame={frame} isSettingsOpen={settings.isOpen} onToggleSettings={settings.toggle} />
      {settings.isOpen && (
        <Settings
          frame={frame}
          column={settings.column}
          faults={faults}
          onColumn={settings.choose}
          onClose={settings.close}
        />
      )}
    </>
  );
  return (
    <HostContext.Provider value={host}>
      <main class={`chat${isSeveral ? ' several' : ''}${isDropping ? ' dropping' : ''}`} ref={page}>
        <h1 class="visually-hidden">{title}</h1>
        {!isSeveral && top}
        <GrowthContext.Provider value={growth}>
          <Transcript
            model={model}
            frame={frame}
            edits={edits}
            editing={editing}
            follow={follow}
            tab={tab}
            onSent={onSent}
            showSettings={settings.open}
          >
            {isSeveral && top}
            {isSeveral && <Heads frame={frame} model={model} tab={tab} onChoose={chooseTab} />}
          </Transcript>
        </GrowthContext.Provider>
        <StatusNotes frame={frame} reason={reason} note={note} spoken={model.spoken} />
        {frame.tally !== undefined && (
          <div class="row tally">
            <span class="clip hint" title={frame.tally}>
              {frame.tally}
            </span>
            <button
              type="button"
              class="link-button hint"
              title={t('Add the questions that were voted on')}
              onClick={() => host.post({ type: 'addToPromptSet' })}
            >
              {t('Add to Prompt Set…')}
            </button>
          </div>
        )}
        <Composer
          frame={frame}
          isStreaming={frame.streams.length > 0}
          reason={reason}
          placeholder={placeholderOf(columns)}
          attachments={model.attachments}
          isDropping={isDropping}
          rows={model.rows}
          lastOwn={lastOwnText(model)}
          host={host}
          onSpent={forgetNote}
          onSent={toEnd}
        />
      </main>
    </HostContext.Provider>
  );
}

/** Escape stops the answer wherever the focus is on the page, unless an element there handles the key itself. */
function useEscape(isStreaming: boolean, post: Post): void {
  useEffect(() => {
    if (!isStreaming) return;
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isInputMethod(event)) post({ type: 'stop' });
    };
    window.addEventListener('keydown', stop);
    return () => window.removeEventListener('keydown', stop);
  }, [isStreaming, post]);
}
