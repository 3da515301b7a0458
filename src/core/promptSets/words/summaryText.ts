import { secondsNumber, type Texts } from '../../../base/texts.ts';
import { type CallError, callErrors } from '../prompt.ts';
import type { RowFilter } from '../report/rowFilter.ts';
import type { RunFindings, RunStanding } from '../report/runFindings.ts';
import type { ModelSummary } from '../report/runSummary.ts';
import type { Run } from '../run/runRecord.ts';
import type { RunSummaryRow, SummaryCell } from './findingWords.ts';
import { percentNumber, percentText } from './percentText.ts';
import type { Display } from './verdictName.ts';

/** What the columns of the summary are called. */
export function summaryHeadings(t: Texts, { repetitions }: Pick<Run, 'repetitions'>): string[] {
  return [
    t('passed'),
    ...(repetitions > 1 ? [t('all of {0}', repetitions)] : []),
    ...[t('TTFT p50 / p95'), t('tokens/s'), t('tokens'), t('failed'), t('cut'), t('empty')],
  ];
}

/** Returns a model's numbers in words, one per heading. */
export function summaryRow(
  t: Texts,
  summary: ModelSummary,
  { unit, run: { repetitions } }: Pick<RunStanding, 'unit' | 'run'>,
): RunSummaryRow {
  const { model, tokensPerSecond, tokens, isEstimated, counts, empty } = summary;
  const about = isEstimated ? '≈ ' : '';
  const rate = tokensPerSecond === undefined ? '' : about + t.number(Math.round(tokensPerSecond));
  const counted = (count: number, shows: RowFilter, title: string): SummaryCell => ({
    ...{ text: t.number(count), title },
    ...(count > 0 && { shows }),
  });
  const cells: SummaryCell[] = [
    passedCell(t, summary.passed, unit),
    ...(repetitions > 1 ? [allPassedCell(t, summary.allPassed, repetitions)] : []),
    timeCell(t, summary),
    { text: rate, ...(rate && { title: t('The median of the answers') }) },
    {
      text: about + t.number(tokens, { notation: 'compact' }),
      title: about + t.plural(tokens, '1 token in all answers', '{0} tokens in all answers'),
    },
    counted(counts.failed, 'failed', t('Requests that failed')),
    counted(counts.cut + counts.limit, 'cut', t('Answers that were cut off, or ended at the token limit')),
    counted(empty, 'empty', t('Answers with neither text nor a tool call')),
  ];
  return { model, cells };
}

/** Says what was wrong with the tool calls of each model that made wrong ones. */
export function callErrorTexts(
  { summaries }: Pick<RunFindings, 'summaries'>,
  { t, names: models }: Pick<Display, 't' | 'names'>,
): string[] {
  const names: Record<CallError, string> = {
    noCall: t('no call'),
    wrongTool: t('wrong tool'),
    brokenJson: t('broken JSON'),
    missingArgument: t('missing argument'),
    extraArgument: t('extra argument'),
    wrongValue: t('wrong value'),
  };
  return summaries.flatMap(({ model, callErrors: found }) => {
    const counts = callErrors.flatMap((error) =>
      found[error] ? `${names[error]} ${t.number(found[error])}` : [],
    );
    return counts.length === 0
      ? []
      : t('Failed tool calls of {0}: {1}', models[model] ?? '', counts.join(' · '));
  });
}

function passedCell(t: Texts, passed: ModelSummary['passed'], unit: RunStanding['unit']): SummaryCell {
  if (!passed) return { text: '' };
  const { share, low, high, of, interval } = passed;
  const text = t('{0} ({1} to {2})', percentText(t, share), percentNumber(t, low), percentNumber(t, high));
  const units =
    unit === 'group' ? t.plural(of, '1 group', '{0} groups') : t.plural(of, '1 prompt', '{0} prompts');
  const title =
    interval === 'wilson'
      ? t('{0} of {1} prompts, with the 95% interval (Wilson)', Math.round(share * of), of)
      : t('The mean of {0}, with the 95% interval (t)', units);
  return { text, title, ...(share > 0 && { shows: 'passed' }) };
}

function allPassedCell(t: Texts, found: ModelSummary['allPassed'], repetitions: number): SummaryCell {
  if (!found) return { text: '' };
  const { share, of } = found;
  const title = t.plural(
    of,
    'Passed each of {1} times: {2} of {0} prompt with so many checked answers (pass^k)',
    'Passed each of {1} times: {2} of {0} prompts with so many checked answers (pass^k)',
    repetitions,
    Math.round(share * of),
  );
  return { text: percentText(t, share), title, ...(share > 0 && { shows: 'allPassed' }) };
}

function timeCell(t: Texts, { ttftMs, counts }: ModelSummary): SummaryCell {
  if (!ttftMs) return { text: counts.complete + counts.limit > 0 ? t('not measured') : '' };
  const { p50, p95 } = ttftMs;
  const median = secondsNumber(t, p50);
  const [text, title] =
    p95 === undefined
      ? [t('{0} s', median), t('The median time to the first token; 95th percentiles need 20 answers')]
      : [
          t('{0} / {1} s', median, secondsNumber(t, p95)),
          t('The median time to the first token, and the 95th percentile'),
        ];
  return { text, title, shows: 'slowest' };
}
