import type { ModelSummary } from '../../../core/promptSets/report/runSummary.ts';
import type { RunSummaryRow, SummaryCell } from '../../../protocol/run.ts';
import { secondsNumber, secondsText } from '../../shared/text/figureText.ts';
import { numberText, plural, t } from '../../shared/text/t.ts';
import { percentNumber, percentText } from '../verdict/percentText.ts';

/** What the columns of the summary are called. */
export function summaryHeadings(): string[] {
  return [t('passed'), t('TTFT p50 / p95'), t('tokens/s'), t('tokens'), t('failed'), t('cut'), t('empty')];
}

/** Returns a model's numbers in words, one per heading. `hasGroups`: groups count once, else prompts. */
export function summaryRow(summary: ModelSummary, hasGroups: boolean): RunSummaryRow {
  const { model, tokensPerSecond, tokens, isEstimated, counts, empty } = summary;
  const about = isEstimated ? '≈ ' : '';
  const rate = tokensPerSecond === undefined ? '' : about + numberText(Math.round(tokensPerSecond));
  const cells: SummaryCell[] = [
    passedCell(summary.passed, hasGroups),
    timeCell(summary),
    { text: rate, ...(rate && { title: t('The median of the answers') }) },
    {
      text: about + numberText(tokens, { notation: 'compact' }),
      title: about + plural(tokens, '1 token in all answers', '{0} tokens in all answers'),
    },
    countCell(counts.failed, 'failed', t('Requests that failed')),
    countCell(counts.cut + counts.limit, 'cut', t('Answers that were cut off, or ended at the token limit')),
    countCell(empty, 'empty', t('Answers without text')),
  ];
  return { model, cells };
}

function passedCell(passed: ModelSummary['passed'], hasGroups: boolean): SummaryCell {
  if (!passed) return { text: '' };
  const { share, low, high, of, interval } = passed;
  const text = t('{0} ({1} to {2})', percentText(share), percentNumber(low), percentNumber(high));
  const title =
    interval === 'wilson'
      ? t('{0} of {1} prompts, with the 95 % interval (Wilson)', Math.round(share * of), of)
      : hasGroups
        ? plural(
            of,
            'The mean of 1 group, with the 95 % interval (t)',
            'The mean of {0} groups, with the 95 % interval (t)',
          )
        : plural(
            of,
            'The mean of 1 prompt, with the 95 % interval (t)',
            'The mean of {0} prompts, with the 95 % interval (t)',
          );
  return { text, title, ...(share > 0 && { shows: 'passed' }) };
}

function timeCell({ ttftMs, counts }: ModelSummary): SummaryCell {
  if (!ttftMs) return { text: counts.complete + counts.limit > 0 ? t('not measured') : '' };
  const { p50, p95 } = ttftMs;
  const shows = 'slowest';
  return p95 === undefined
    ? {
        text: secondsText(p50),
        title: t('The median time to the first token; 95th percentiles need 20 answers'),
        shows,
      }
    : {
        text: t('{0} / {1} s', secondsNumber(p50), secondsNumber(p95)),
        title: t('The median time to the first token, and the 95th percentile'),
        shows,
      };
}

function countCell(count: number, shows: 'failed' | 'cut' | 'empty', title: string): SummaryCell {
  return { text: numberText(count), title, ...(count > 0 && { shows }) };
}
