import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatFrame } from '../../../protocol/chat.ts';
import { Button } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { textDirection } from '../../shared/textDirection.ts';
import { isInputMethod, isSendKey } from '../composer/composerText.ts';
import { useSentOnce } from '../composer/useSending.ts';

interface EditFieldProps {
  text: string;
  sendWith: ChatFrame['sendWith'];
  /** True if an answer is streaming, or if none can be requested. */
  isBusy: boolean;
  /** True if the turn has attachments, so that its text may be empty. */
  hasFiles: boolean;
  takesFocus: () => boolean;
  onType: (text: string) => void;
  onSend: () => void;
  /** Called on Escape: the text is kept for the next time. */
  onClose: () => void;
  onCancel: () => void;
}

/** Edits one of the user's turns in its place. */
export function EditField(props: EditFieldProps) {
  const { text, sendWith, isBusy, hasFiles, takesFocus, onType, onSend, onClose, onCancel } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const mayGo = useSentOnce(text, isBusy);
  useLayoutEffect(() => {
    if (!takesFocus()) return;
    box.current?.focus({ preventScroll: true });
    box.current?.setSelectionRange(text.length, text.length);
  }, []);
  const canSend = !isBusy && (hasFiles || text.trim() !== '');
  const send = () => {
    if (canSend && mayGo(text)) onSend();
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
