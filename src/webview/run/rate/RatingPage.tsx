import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { RatingPair, RatingState, RunToHost } from '../../../protocol/run.ts';
import { Button, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { useReturnedFocus } from '../../shared/useReturnedFocus.ts';
import { Asked } from '../answers/Asked.tsx';
import { LongText } from '../answers/LongText.tsx';
import { ProgressBar } from '../ProgressBar.tsx';
import { AllSeen, finishButton, ReallyFinish } from './Finish.tsx';
import { useRatingKeys } from './useRatingKeys.ts';

interface RatingPageProps {
  rating: RatingState;
  post: (message: RunToHost) => void;
  /** Called when the round is to end, before the run is shown with what was found. */
  onFinish: () => void;
}

/** Shows one prompt at a time with both answers, and nothing of whose they are, in place of the run. */
export function RatingPage({ rating, post, onFinish }: RatingPageProps) {
  const { title, pair, rated, of, progress, notes, alert } = rating;
  const [isFinishing, setFinishing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = isFinishing ? undefined : pair;
  const finish = () => {
    onFinish();
    post({ type: 'finishRating' });
  };
  useReturnedFocus(() => undefined);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useLayoutEffect(() => {
    scrollTo(0, 0);
    const finishing = isFinishing ? null : document.getElementById(finishButton);
    if (!shown) (finishing ?? heading.current)?.focus();
  }, [shown?.prompt, isFinishing]);
  useRatingKeys((key) => {
    if (key === 'leave' && isFinishing) setFinishing(false);
    else if (key === 'leave') post({ type: 'leaveRating' });
    else if (key === 'back' && !isFinishing) post({ type: 'ratingBack' });
    else if (key === 'skip' && shown) post({ type: 'skipRating', prompt: shown.prompt });
    else if (key !== 'back' && key !== 'skip' && shown)
      post({ type: 'rate', prompt: shown.prompt, choice: key });
  });
  return (
    <main class="run rate">
      <header>
        <h1 tabIndex={-1} ref={heading}>
          {t('Rate Blind')}
        </h1>
        <p class="facts muted">
          {t('Which answer is better? Sides and order are random; the models are revealed when you finish.')}
        </p>
        <div class="buttons">
          <Button
            aria-keyshortcuts="Escape"
            title={t('You can go on later')}
            onClick={() => post({ type: 'leaveRating' })}
          >
            <span class="key" aria-hidden="true">
              Esc
            </span>{' '}
            {t('Leave')}
          </Button>
          {shown && <Button onClick={() => setFinishing(true)}>{t('Finish…')}</Button>}
        </div>
        <div class="progress">
          <ProgressBar label={t('Rated')} value={rated} of={of} text={progress} />
          <span class="hint" role="status">
            {progress}
          </span>
        </div>
        {notes.map((note) => (
          <Notice key={note} icon="info" class="hint" text={note} />
        ))}
        <div role="alert">
          <Notice icon="warning" text={alert} />
        </div>
      </header>
      {isFinishing ? (
        <ReallyFinish rating={rating} onFinish={finish} onKeepRating={() => setFinishing(false)} />
      ) : pair ? (
        <Pair pair={pair} canGoBack={rating.canGoBack} post={post} />
      ) : (
        <AllSeen rating={rating} post={post} onFinish={finish} />
      )}
    </main>
  );
}

interface PairProps {
  pair: RatingPair;
  canGoBack: boolean;
  post: RatingPageProps['post'];
}

/** So many characters of an answer are shown at first. */
const mostCharacters = 20_000;

function Pair({ pair: { prompt, asked, left, right, choice }, canGoBack, post }: PairProps) {
  const choices = [
    { is: 'left', key: '1', label: t('Left Is Better') },
    { is: 'tie', key: '0', label: t('Tie') },
    { is: 'right', key: '2', label: t('Right Is Better') },
  ] as const;
  return (
    <>
      {/* The buttons stay, with the focus; what was unfolded of a text is another prompt's. */}
      <section aria-label={t('Prompt')} key={prompt}>
        <Asked detail={asked} />
      </section>
      <div class="answers" key={`answers ${prompt}`}>
        <Side label={t('Left')} text={left} />
        <Side label={t('Right')} text={right} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't stand in a row with its legend */}
      <div class="rate-bar" role="group" aria-label={t('Which is better?')}>
        {choices.map(({ is, key, label }) => (
          <Button
            key={is}
            {...(choice === is && { icon: 'check' })}
            aria-pressed={choice === is}
            aria-keyshortcuts={key}
            onClick={() => post({ type: 'rate', prompt, choice: is })}
          >
            <span class="key" aria-hidden="true">
              {key}
            </span>{' '}
            {label}
          </Button>
        ))}
        <span class="rate-rest" />
        <Button aria-keyshortcuts="S" onClick={() => post({ type: 'skipRating', prompt })}>
          <span class="key" aria-hidden="true">
            S
          </span>{' '}
          {t('Skip')}
        </Button>
        <Button
          aria-keyshortcuts="Backspace"
          title={`${t('Back')} (Backspace)`}
          aria-disabled={!canGoBack}
          onClick={() => canGoBack && post({ type: 'ratingBack' })}
        >
          <span class="key" aria-hidden="true">
            ⌫
          </span>{' '}
          {t('Back')}
        </Button>
      </div>
    </>
  );
}

function Side({ label, text }: { label: string; text: string }) {
  return (
    <article class="answer" aria-label={label}>
      <h2>{label}</h2>
      {text.trim() === '' ? (
        <p class="muted">{t('The answer is empty.')}</p>
      ) : (
        <LongText text={text} most={mostCharacters} />
      )}
    </article>
  );
}
