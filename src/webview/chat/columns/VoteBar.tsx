import type { CompareFrame } from '../../../protocol/compare.ts';
import { Button } from '../../shared/Button.tsx';
import { t } from '../../shared/l10n.ts';
import { memo } from '../../shared/memo.tsx';
import type { Tell } from './tell.ts';

interface VoteBarProps {
  frame: CompareFrame;
  tell: Tell;
  onAskAnother: () => void;
}

/** What can be said of the last answers, once all columns have one. */
export const VoteBar = memo<VoteBarProps>(({ frame, tell, onAskAnother }) => {
  const { vote, canShowDifferences, canAskAnother } = frame;
  if (!vote && !canShowDifferences && !canAskAnother) return null;
  return (
    <div class="vote">
      {vote && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a row with its legend
        <div class="row choices" role="group" aria-labelledby="vote-label">
          <span id="vote-label">{t('Which is better?')}</span>
          {vote.choices.map(({ best, label }) => (
            <Button
              key={best}
              {...(best === vote.chosen && { icon: 'check' })}
              aria-pressed={best === vote.chosen}
              // A vote that reveals keeps the focus.
              aria-disabled={!vote.canVote}
              title={label}
              onClick={() => vote.canVote && tell({ type: 'vote', best })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <div class="buttons">
        {canShowDifferences && (
          <Button icon="diff" onClick={() => tell({ type: 'showDifferences' })}>
            {t('Show differences')}
          </Button>
        )}
        {canAskAnother && (
          <Button kind="primary" icon="refresh" onClick={onAskAnother}>
            {t('Ask another')}
          </Button>
        )}
      </div>
      {vote && vote.tally.length > 0 && <p class="tally muted">{vote.tally.join(' ')}</p>}
    </div>
  );
});
