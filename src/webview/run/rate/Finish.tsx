import type { RatingState, RunToHost } from '../../../protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';

interface FinishProps {
  rating: RatingState;
  onFinish: () => void;
}

/** Of the button that ends the round. */
export const finishButton = 'finish-rating';

/** Asks before a round ends although prompts are left. */
export function ReallyFinish({ rating, onFinish, onKeepRating }: FinishProps & { onKeepRating: () => void }) {
  const { rated, of } = rating;
  return (
    <section class="rate-end" aria-label={t('Finish')}>
      <p>
        {t(
          'Finish after {0} of {1}? The names and the verdict are shown then, and this round takes no more ratings.',
          rated,
          of,
        )}
      </p>
      <div class="buttons">
        <FinishButton onFinish={onFinish} />
        <Button onClick={onKeepRating}>{t('Keep Rating')}</Button>
      </div>
    </section>
  );
}

/** Shown once each prompt was rated or skipped. */
export function AllSeen({ rating, post, onFinish }: FinishProps & { post: (message: RunToHost) => void }) {
  const { rated, skipped, of, canGoBack } = rating;
  const text =
    of === 0
      ? t('There is nothing to rate: no prompt has two answers that differ.')
      : skipped > 0
        ? t('{0} of {1} are rated; the others were skipped.', rated, of)
        : t('All are rated.');
  return (
    <section class="rate-end" aria-label={t('Finish')}>
      <p>{text}</p>
      <div class="buttons">
        {of > 0 && <FinishButton onFinish={onFinish} />}
        {skipped > 0 && (
          <Button onClick={() => post({ type: 'rateSkipped' })}>{t('Rate Skipped ({0})', skipped)}</Button>
        )}
        {canGoBack && <Button onClick={() => post({ type: 'ratingBack' })}>{t('Back')}</Button>}
      </div>
    </section>
  );
}

function FinishButton({ onFinish }: Pick<FinishProps, 'onFinish'>) {
  return (
    <Button id={finishButton} kind="primary" onClick={onFinish}>
      {t('Finish and Show Names')}
    </Button>
  );
}
