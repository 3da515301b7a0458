import type { RunList, VerdictWords } from '../../../protocol/run.ts';
import { Button, Icon } from '../../shared/controls.tsx';
import { t } from '../../shared/l10n.ts';
import type { HeadProps } from './Head.tsx';
import { IntervalBar } from './IntervalBar.tsx';
import { CountedText, type ShowRows } from './RowsButton.tsx';

const icons: Record<VerdictWords['kind'], string> = {
  better: 'arrow-up',
  worse: 'arrow-down',
  belowMinimum: 'arrow-both',
  equivalent: 'check',
  unclear: 'question',
  notFinal: 'watch',
  none: 'circle-slash',
};

/** Of the verdicts, which get the focus once a rating has ended. */
export const verdictsId = 'verdicts';

/** Says in words which model is better, by how much and how sure that is. */
export function Verdicts({ state, post, ...rows }: HeadProps & RowsProps) {
  const { verdicts, canRunBaseAgain } = state;
  return (
    <section class="verdicts" id={verdictsId} aria-label={t('Verdict')} tabIndex={-1}>
      {verdicts.map((verdict, at) => (
        <Verdict key={at} verdict={verdict} {...rows} />
      ))}
      <div class="buttons">
        {verdicts.length > 0 && (
          <Button onClick={() => post({ type: 'howComputed' })}>{t('How This Is Computed')}</Button>
        )}
        {canRunBaseAgain && (
          <Button
            title={t('Asks the base all prompts once more, to show how much chance alone changes')}
            onClick={() => post({ type: 'runBaseAgain' })}
          >
            {t('Base against Itself')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Which prompts are listed, and how others are. */
export interface RowsProps {
  list: RunList;
  onShow: ShowRows;
}

interface VerdictProps extends RowsProps {
  verdict: VerdictWords;
}

export function Verdict({ verdict, ...rows }: VerdictProps) {
  const { kind, text, counted, model, test, interval } = verdict;
  return (
    <div class={`verdict ${kind}`}>
      <Icon name={icons[kind]} />
      <div>
        <p class="verdict-text" dir="auto">
          <CountedText text={text} counted={counted} model={model} {...rows} />
        </p>
        {interval && <IntervalBar {...interval} />}
        {test !== undefined && <p class="hint">{test}</p>}
      </div>
    </div>
  );
}
