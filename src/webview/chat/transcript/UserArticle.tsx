import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatFrame, PageUserTurn } from '../../../protocol/chat.ts';
import type { EditDraft } from '../../../protocol/chatPageState.ts';
import { Button, CopyButton, IconButton, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import { usePost } from '../../shared/post.ts';
import { textDirection } from '../../shared/textDirection.ts';
import { SentChips } from '../attachments/Chips.tsx';
import { isInputMethod, isSendKey } from '../composer/composerText.ts';
import { useSentOnce } from '../composer/useDraft.ts';
import type { EditActions } from '../useEdits.ts';
import { SiblingPicker } from './SiblingPicker.tsx';
import { type TurnPlace, turnContext } from './turnContext.ts';

interface UserTurnProps {
  turn: PageUserTurn;
  place: TurnPlace;
  /** True if the question has no answer, and nothing follows it. */
  isLast: boolean;
  sendWith: ChatFrame['sendWith'];
  edit: EditDraft | undefined;
  editing: EditActions;
  onSent: () => void;
}

export const UserArticle = memo<UserTurnProps>((props) => {
  const { turn, place, isLast, sendWith, edit, editing, onSent } = props;
  const post = usePost();
  const isOpen = edit?.isOpen ?? false;
  const send = (text: string) => {
    const isSent = post({ type: 'edit', turn: turn.id, text });
    if (isSent) onSent();
    return isSent;
  };
  return (
    <article
      class={`turn user-turn${isLast ? ' last' : ''}`}
      aria-label={t('You')}
      tabIndex={-1}
      data-turn={turn.id}
      data-vscode-context={turnContext(turn, place)}
    >
      <header class="row turn-head">
        <h2 class="clip">{t('You')}</h2>
        {!isOpen && (
          <div class="row tight turn-actions">
            {/* Such a question lost its answers when they were deleted, or is alone in a new chat. */}
            {isLast && !place.isHidden && (
              <IconButton
                label={t('Regenerate')}
                icon="refresh"
                disabled={place.isBusy}
                onClick={() => send(turn.text)}
              />
            )}
            {place.canChange && !place.isHidden && (
              <IconButton
                label={t('Edit')}
                icon="edit"
                data-unfolds
                onClick={() => editing.open(turn.id, turn.text)}
              />
            )}
            <CopyButton label={t('Copy')} onCopy={() => post({ type: 'copy', text: turn.text })} />
          </div>
        )}
      </header>
      {edit && isOpen ? (
        <EditField
          id={turn.id}
          text={edit.text}
          sendWith={sendWith}
          isBusy={place.isBusy}
          hasFiles={turn.attachments !== undefined}
          takesFocus={() => editing.takesFocus(turn.id)}
          onType={(text) => editing.type(turn.id, text)}
          onSend={() => send(edit.text)}
          onClose={() => (edit.text === turn.text ? editing.drop(turn.id) : editing.close(turn.id))}
          onCancel={() => editing.drop(turn.id)}
        />
      ) : (
        turn.text !== '' && (
          <p class="own-text" dir={textDirection(turn.text)}>
            {turn.text}
          </p>
        )
      )}
      {turn.attachments && <SentChips attachments={turn.attachments} />}
      <Notice class="muted" icon="info" text={turn.notice} />
      {turn.siblings.count > 1 && !place.isHidden && <SiblingPicker turn={turn} place={place} />}
    </article>
  );
});

interface EditFieldProps {
  /** Of the turn. */
  id: string;
  text: string;
  sendWith: ChatFrame['sendWith'];
  /** True if an answer is streaming, or if none can be requested. */
  isBusy: boolean;
  /** True if the turn has attachments, so that its text may be empty. */
  hasFiles: boolean;
  takesFocus: () => boolean;
  onType: (text: string) => void;
  /** Returns false if the message was held back. */
  onSend: () => boolean;
  /** Called on Escape: the text is kept for the next time. */
  onClose: () => void;
  onCancel: () => void;
}

/** Edits one of the user's turns in its place. */
function EditField(props: EditFieldProps) {
  const { id, text, sendWith, isBusy, hasFiles, takesFocus, onType, onSend, onClose, onCancel } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const { mayGo, forget } = useSentOnce(text, isBusy);
  useLayoutEffect(() => {
    if (!takesFocus()) return;
    box.current?.focus({ preventScroll: true });
    box.current?.setSelectionRange(text.length, text.length);
  }, []);
  const canSend = !isBusy && (hasFiles || text.trim() !== '');
  const send = () => {
    if (canSend && mayGo(text) && !onSend()) forget();
  };
  const press = (event: KeyboardEvent) => {
    if (isSendKey(event, sendWith)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && !isInputMethod(event)) {
      // Escape is meant for this field, so it must not stop the answer.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <div class="edit-field">
      <textarea
        ref={box}
        id={`edit-${id}`}
        dir={textDirection(text)}
        aria-label={t('Edit Message')}
        value={text}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div class="buttons">
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button kind="primary" icon="send" aria-disabled={!canSend} onClick={send}>
          {t('Send')}
        </Button>
      </div>
    </div>
  );
}
