import type { PageAnswer } from '../../../protocol/chat.ts';
import { IconButton } from '../../shared/Button.tsx';
import { CopyButton } from '../../shared/CopyButton.tsx';
import { t } from '../../shared/l10n.ts';
import { usePost } from '../../shared/post.ts';
import type { TurnPlace } from './turnContext.ts';

export function AnswerActions({ turn, place }: { turn: PageAnswer; place: TurnPlace }) {
  const post = usePost();
  // "Retry" in the alert does the same and says it better.
  const hasRetry = turn.alert?.buttons.some(({ action }) => action === 'retry') ?? false;
  return (
    <div class="row tight turn-actions">
      {!hasRetry && !place.isHidden && (
        <IconButton
          label={t('Regenerate')}
          icon="refresh"
          disabled={place.isBusy}
          onClick={() => post({ type: 'regenerate', turn: turn.id })}
        />
      )}
      {!place.isSeveral && (
        <IconButton
          // Next to "Regenerate" it only adds choices; alone it has to say more.
          {...(hasRetry ? { icon: 'arrow-swap' } : { icon: 'chevron-down', class: 'icon-button narrow' })}
          label={t('Regenerate with Another Model')}
          aria-haspopup="dialog"
          disabled={!place.canChange}
          onClick={() => post({ type: 'regenerateWith', turn: turn.id })}
        />
      )}
      {turn.text !== '' && (
        <CopyButton label={t('Copy')} onCopy={() => post({ type: 'copyAnswer', turn: turn.id })} />
      )}
    </div>
  );
}
