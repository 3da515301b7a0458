import type { ChatToHost, PageAnswer } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { CopyButton } from '../../shared/CopyButton.tsx';
import { t } from '../../shared/l10n.ts';

interface AnswerActionsProps {
  turn: PageAnswer;
  /** The chat's own model can't be asked now. */
  isBusy: boolean;
  /** Another model can: no answer is streaming, and the chat is writable. */
  canChange: boolean;
  post: (message: ChatToHost) => void;
}

export function AnswerActions({ turn, isBusy, canChange, post }: AnswerActionsProps) {
  // "Retry" in the alert does the same and says it better.
  const hasRetry = turn.alert?.buttons.some(({ action }) => action === 'retry') ?? false;
  return (
    <div class="turn-actions">
      {!hasRetry && (
        <IconButton
          label={t('Regenerate')}
          icon="refresh"
          disabled={isBusy}
          onClick={() => post({ type: 'regenerate', turn: turn.id })}
        />
      )}
      <IconButton
        // Next to "Regenerate" it only adds choices; alone it has to say more.
        {...(hasRetry ? { icon: 'arrow-swap' } : { icon: 'chevron-down', class: 'icon-button narrow' })}
        label={t('Regenerate with another model')}
        aria-haspopup="dialog"
        disabled={!canChange}
        onClick={() => post({ type: 'regenerateWith', turn: turn.id })}
      />
      {turn.text !== '' && (
        <CopyButton label={t('Copy')} onCopy={() => post({ type: 'copyAnswer', turn: turn.id })} />
      )}
    </div>
  );
}
