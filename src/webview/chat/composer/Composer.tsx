import { useLayoutEffect, useRef } from 'preact/hooks';
import { putBefore } from '../../../base/putBefore.ts';
import type { ChatFrame, PageAttachment, PageQueued } from '../../../protocol/chat.ts';
import { Button, Icon, IconButton } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { textDirection } from '../../shared/textDirection.ts';
import { DraftChips, SentChips } from '../attachments/Chips.tsx';
import { pasteFiles } from '../attachments/fileDrop.ts';
import { useChatEvent } from '../chatEvents.ts';
import { type ChatModel, isAsked } from '../chatModel.ts';
import { isOpen, voteKeysId } from '../columns/VoteBar.tsx';
import { type ChatHost, keepOf, keptOf } from '../pageStore.ts';
import { AttachList, attachListAria } from './AttachList.tsx';
import { forgetAccepted, isInputMethod, isSendKey } from './composerText.ts';
import { useDraft, useSentOnce } from './useDraft.ts';
import { useTypedAttach } from './useTypedAttach.ts';

interface ComposerProps {
  frame: Pick<ChatFrame, 'conversationId' | 'queued' | 'sendWith' | 'hasKeyHint' | 'readOnly'>;
  isStreaming: boolean;
  /** Why nothing can be sent now. */
  reason: string | undefined;
  placeholder: string;
  attachments: readonly PageAttachment[];
  /** True while files are dragged over the page. */
  isDropping: boolean;
  rows: ChatModel['rows'];
  lastOwn: string | undefined;
  host: ChatHost;
  /** Called when the draft was sent or emptied. */
  onSpent: () => void;
  /** Called when a message was sent at once. */
  onSent: () => void;
}

// Memoized, since a growing answer doesn't change it.
export const Composer = memo<ComposerProps>((props) => {
  const { frame, isStreaming, reason, placeholder } = props;
  const { attachments, isDropping, rows, lastOwn, host, onSpent, onSent } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft(host, frame.conversationId, onSpent);
  useQueued(host, frame, rows, setDraft);
  const { mayGo, forget } = useSentOnce(frame);
  useChatEvent('accepted', forget);
  const typed = useTypedAttach(box, host);
  const canAttach = frame.readOnly === undefined;
  const hasContent = draft.trim() !== '' || attachments.length > 0;
  const isWaiting = frame.queued !== undefined;
  const canSend = reason === undefined && hasContent && !isWaiting;

  const send = () => {
    box.current?.focus();
    if (!canSend || !mayGo(draft)) return;
    const ids = attachments.map(({ id }) => id);
    const message = { text: draft, ...(ids.length > 0 && { attachments: ids }) };
    const isPosted = host.post(
      isStreaming ? { type: 'queue', id: crypto.randomUUID(), ...message } : { type: 'send', ...message },
    );
    if (!isPosted) forget();
    else if (!isStreaming) onSent();
  };
  const takeBack = () => {
    box.current?.focus();
    host.post({ type: 'unqueue' });
  };
  const stop = () => {
    box.current?.focus();
    host.post({ type: 'stop' });
  };
  // Without a turn there is nowhere to go.
  const hasKeyHint = frame.hasKeyHint && rows.length > 0;
  const vote = rows.at(-1)?.vote;
  const canVote = vote !== undefined && isOpen(vote);
  const forgetKeyHint = () => {
    box.current?.focus();
    host.post({ type: 'keysKnown' });
  };
  const press = (event: KeyboardEvent) => {
    if (hasKeyHint && isWayOut(event)) forgetKeyHint();
    if (typed.onKey(event)) return;
    if (isSendKey(event, frame.sendWith)) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && !event.altKey && draft === '' && !isInputMethod(event)) {
      if (isWaiting) takeBack();
      else if (lastOwn !== undefined) setDraft(lastOwn);
      else return;
      event.preventDefault();
    }
  };
  return (
    <>
      {typed.choices.length > 0 && (
        <AttachList choices={typed.choices} active={typed.active} onChoose={typed.choose} />
      )}
      <div class="composer-area">
        {frame.queued && <Queued queued={frame.queued} onEdit={takeBack} />}
        <div class="composer">
          {attachments.length > 0 && <DraftChips attachments={attachments} composer={box} />}
          <textarea
            ref={box}
            rows={1}
            dir={textDirection(draft)}
            aria-label={t('Message')}
            aria-describedby={['send-hint', hasKeyHint && 'key-hint', canVote && voteKeysId]
              .filter(Boolean)
              .join(' ')}
            placeholder={placeholder}
            value={draft}
            {...attachListAria(typed.choices, typed.active)}
            onInput={(event) => {
              setDraft(event.currentTarget.value);
              if (canAttach) typed.onInput(event);
            }}
            onKeyDown={press}
            onBlur={typed.close}
            onPaste={(event) => canAttach && void pasteFiles(event, host.post)}
          />
          <div class="row composer-foot">
            <Button
              icon="attach"
              aria-haspopup="dialog"
              disabled={!canAttach}
              title={t('Attach files: also by typing # or @, or by holding Shift and dropping them here')}
              onClick={() => host.post({ type: 'attach' })}
            >
              {t('Attach')}
            </Button>
            <span class="hint" id="send-hint">
              {isDropping ? t('Drop to attach') : sendHint(frame, isStreaming)}
            </span>
            {hasKeyHint && <KeyHint onClose={forgetKeyHint} />}
            {isStreaming ? (
              <Button key="stop" icon="debug-stop" onClick={stop}>
                {t('Stop')}
              </Button>
            ) : (
              <Button
                key="send"
                kind="primary"
                icon="send"
                aria-disabled={!canSend}
                aria-describedby={reason === undefined ? undefined : 'reason-text'}
                title={reason}
                onClick={send}
              >
                {t('Send')}
              </Button>
            )}
          </div>
        </div>
      </div>
    </>
  );
});

/** The keys that lead from the message to the turns. */
function isWayOut({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return false;
  return altKey ? key === 'ArrowUp' : key === 'F6';
}

function KeyHint({ onClose }: { onClose: () => void }) {
  const isMac = navigator.userAgent.includes('Mac');
  return (
    <span class="row tight key-hint">
      <span class="hint" id="key-hint">
        {isMac
          ? t('F6 goes to the next part, Option+↑ to the last turn')
          : t('F6 goes to the next part, Alt+↑ to the last turn')}
      </span>
      <IconButton label={t("Don't Show This Again")} icon="close" onClick={onClose} />
    </span>
  );
}

function sendHint({ sendWith, queued }: Pick<ChatFrame, 'sendWith' | 'queued'>, isLater: boolean): string {
  if (queued) return t('A message is already queued');
  const isMac = navigator.userAgent.includes('Mac');
  if (sendWith === 'enter') {
    return isLater ? t('Enter sends after this answer') : t('Enter to send, Shift+Enter for new line');
  }
  if (isMac)
    return isLater ? t('Cmd+Enter sends after this answer') : t('Cmd+Enter to send, Enter for new line');
  return isLater ? t('Ctrl+Enter sends after this answer') : t('Ctrl+Enter to send, Enter for new line');
}

/**
 * Moves a text between the composer and the queued message. The page keeps the queued text too: the window, or only the page, may
 * close before the message is sent.
 */
function useQueued(
  host: ChatHost,
  { conversationId, queued }: Pick<ChatFrame, 'conversationId' | 'queued'>,
  rows: ChatModel['rows'],
  changeDraft: (change: (draft: string) => string) => void,
): void {
  useLayoutEffect(() => {
    const { queued: before } = keptOf(host, conversationId);
    if (queued?.id === before?.id) return;
    keepOf(host, conversationId, { queued: queued && { id: queued.id, text: queued.text } });
    changeDraft((draft) => {
      const left = queued ? forgetAccepted(draft, queued.text) : draft;
      return before && !isAsked(rows, before.id) ? putBefore(left, before.text) : left;
    });
  }, [host, conversationId, queued?.id]);
}

/** Shows the message that is queued until the streaming answer is complete. */
function Queued({ queued, onEdit }: { queued: PageQueued; onEdit: () => void }) {
  return (
    <fieldset class="queued" aria-label={t('Waiting message')}>
      <div class="row queued-head">
        <span class="row tight muted">
          <Icon name="watch" />
          {t('Queued: sent when this answer is complete')}
        </span>
        <Button icon="edit" onClick={onEdit}>
          {t('Edit')}
        </Button>
      </div>
      {queued.text !== '' && (
        <p class="own-text" dir={textDirection(queued.text)}>
          {queued.text}
        </p>
      )}
      {queued.attachments.length > 0 && <SentChips attachments={queued.attachments} />}
    </fieldset>
  );
}
