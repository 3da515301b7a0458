import { cleanText } from '../../../core/cleanText.ts';
import { contentText, toolNames } from '../../../core/promptSets/prompt.ts';
import type { RowCell, RunRow } from '../../../core/promptSets/report/runRows.ts';
import { batchWay, type RunResult } from '../../../core/promptSets/run/runRecord.ts';
import { answerAlert, type ErrorWords } from '../../../core/promptSets/words/runNotices.ts';
import type { RunPageAnswer, RunPageDetail } from '../../../protocol/run.ts';
import { metricsText } from '../../chats/page/metricsText.ts';
import { pageCalls } from '../../shared/text/pageCalls.ts';
import { numberText, t } from '../../shared/text/t.ts';

/** A text of so many characters is shown whole: a set may have 4 MB in a row. */
const longest = 100_000;

/** Returns all that is known of a prompt and its answers. `isAsking`: requests are being sent. */
export function pageDetail(
  { prompt, asked, cells }: RunRow,
  errorWords: ErrorWords,
  isAsking: boolean,
): RunPageDetail {
  return {
    prompt,
    label: cleanText(asked?.id ?? String(prompt + 1), 40),
    line: asked?.line ?? 0,
    messages: (asked?.messages ?? []).map((message) => ({
      role: message.role,
      text: wholeText(contentText(message)),
      ...(message.toolCalls && { calls: pageCalls(message.toolCalls) }),
    })),
    ...(asked?.offered && { tools: wholeText(toolNames(asked.offered.tools).join(', ')) }),
    ...(asked?.expected !== undefined && { expected: wholeText(asked.expected) }),
    ...(asked?.reference !== undefined && { reference: wholeText(asked.reference) }),
    ...(asked?.tags && { tags: wholeText(asked.tags.join(' · ')) }),
    answers: cells.map((cell) => pageAnswer(cell, errorWords, isAsking)),
  };
}

function pageAnswer(cell: RowCell, errorWords: ErrorWords, isAsking: boolean): RunPageAnswer {
  const { model, repetition, result, checks = [] } = cell;
  const alert = answerAlert(cell, { t, errorWords }, isAsking);
  return {
    model,
    repetition,
    text: wholeText(result?.text ?? ''),
    ...(result?.toolCalls && { calls: pageCalls(result.toolCalls) }),
    reasoning: wholeText(result?.reasoning ?? ''),
    figures: result ? answerFigures(result) : '',
    ...(alert !== undefined && { alert }),
    checks: checks.map(({ passed, reason, isUnchecked, isPart }) => ({
      is: isUnchecked ? 'none' : passed ? 'passed' : 'failed',
      text: cleanText(reason, 500),
      ...(isPart && { isPart }),
    })),
  };
}

function answerFigures(result: RunResult): string {
  const { state, sent, answeredBy } = result;
  const isUntimed = sent?.way === batchWay && state !== 'failed';
  return [
    answeredBy === undefined ? '' : t('answered by {0}', cleanText(answeredBy, 80)),
    isUntimed ? t('time to first token not measured') : '',
    metricsText(result),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function wholeText(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}…\n${t('({0} of {1} characters; Export has all)', numberText(longest), numberText(text.length))}`;
}
