import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RunState, RunToHost } from '../../../protocol/run.ts';
import { Button, Notice } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import { ProgressBar } from '../ProgressBar.tsx';

export interface HeadProps {
  state: RunState;
  post: (message: RunToHost) => void;
}

/** Of the button that begins a rating. */
export const rateButton = 'rate-blind';
/** Of the button that begins a comparison. */
export const compareButton = 'compare-runs';

/** Says what was run and how far it is, and what can be done with it. */
export function Head({ state, post }: HeadProps) {
  const { begunRating } = state;
  const { title, facts, progress, missing, missingTitle, isWaiting, isKeyRefused, notices } = state;
  const { alert, canRate, canJudge } = state;
  const buttons = useRef<HTMLDivElement>(null);
  const hadFocus = buttons.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    // The button with the focus has gone: its run has ended.
    if (hadFocus && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus();
  });
  return (
    <>
      <header>
        <h1 dir="auto" tabIndex={-1}>
          {title}
        </h1>
        <p class="facts muted">{facts}</p>
        <div class="buttons" ref={buttons}>
          {isWaiting && (
            <Button kind="primary" onClick={() => post({ type: 'importResults' })}>
              {t('Import Results…')}
            </Button>
          )}
          {isKeyRefused && (
            <Button kind="primary" onClick={() => post({ type: 'setApiKey' })}>
              {t('Set API Key…')}
            </Button>
          )}
          {/* In one place, so that the focus stays when one becomes the other. */}
          {progress?.canStop ? (
            <Button icon="stop-circle" onClick={() => post({ type: 'stop' })}>
              {t('Stop')}
            </Button>
          ) : (
            missing > 0 && (
              <Button
                {...(!isWaiting && !isKeyRefused && { kind: 'primary' })}
                title={missingTitle}
                onClick={() => post({ type: 'runMissing' })}
              >
                {t('Run Missing ({0})', missing)}
              </Button>
            )
          )}
          {isWaiting && (
            <Button icon="copy" onClick={() => post({ type: 'copyBatchCommand' })}>
              {t('Copy Command…')}
            </Button>
          )}
          {canRate && (
            <Button id={rateButton} onClick={() => post({ type: 'rateBlind' })}>
              {begunRating
                ? t('Rate Blind ({0} of {1})', begunRating.rated, begunRating.of)
                : t('Rate Blind')}
            </Button>
          )}
          {canJudge && <Button onClick={() => post({ type: 'judgeRun' })}>{t('Judge With Model…')}</Button>}
          <Button id={compareButton} onClick={() => post({ type: 'compareRuns' })}>
            {t('Compare With Run…')}
          </Button>
          {!progress?.canStop && !isWaiting && (
            <Button onClick={() => post({ type: 'runAgain' })}>{t('Run Again…')}</Button>
          )}
          <Button icon="export" onClick={() => post({ type: 'exportRun' })}>
            {t('Export…')}
          </Button>
        </div>
      </header>
      {progress && <Progress {...progress} />}
      {/* Both live regions exist from the start: only changes inside an existing region are announced. */}
      <div role="status" aria-atomic={false}>
        {notices.map((text) => (
          <Notice key={text} icon="info" class="muted" text={text} />
        ))}
      </div>
      <div role="alert">
        <Notice icon="warning" text={alert} />
      </div>
    </>
  );
}

function Progress({ done, of, text }: NonNullable<RunState['progress']>) {
  return (
    <div class="progress">
      <ProgressBar label={t('Run')} value={done} of={of} text={text} />
      <span class="hint" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
