import { cleanText } from '../../../core/cleanText.ts';
import { textWithCalls } from '../../../core/messageContent.ts';
import { contentText } from '../../../core/promptSets/prompt.ts';
import type { RowCell, RunRow } from '../../../core/promptSets/report/runRows.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { ErrorWords } from '../../../core/promptSets/words/runNotices.ts';
import type { RowMark, RunPageRow } from '../../../protocol/run.ts';
import { t } from '../../shared/text/t.ts';

/** A cell has room for a line. */
const longest = 200;

/** Returns a row of the results as the page shows it: of texts their beginning. */
export function pageRow(
  { prompt, asked, cells }: RunRow,
  { models }: Pick<Run, 'models'>,
  errorWords: ErrorWords,
): RunPageRow {
  const question = asked?.messages.findLast(({ role }) => role === 'user');
  const ofModel = Map.groupBy(cells, ({ model }) => model);
  return {
    prompt,
    label: cleanText(asked?.id ?? String(prompt + 1), 40),
    question: question ? cleanText(contentText(question), longest) : '',
    marks: models.map((_, model) => markOf(ofModel.get(model) ?? [], errorWords)),
  };
}

/** Returns how a model did on a prompt: what the only answer's checks say or, of several, how many passed. */
function markOf(cells: readonly RowCell[], errorWords: ErrorWords): RowMark {
  const [only, ...others] = cells;
  if (only && others.length === 0) return answerMark(only, errorWords);
  const marks = cells.map((cell) => answerMark(cell, errorWords));
  const numberOf = (is: RowMark['is']) => marks.filter((mark) => mark.is === is).length;
  const [passed, failed] = [numberOf('passed'), numberOf('failed')];
  if (passed + failed === 0)
    return marks.find(({ is }) => is !== 'missing') ?? marks[0] ?? { is: 'missing', answer: '', text: '' };
  const text = t('{0} of {1} passed', passed, passed + failed);
  const { answer = '' } =
    marks.find(({ is }) => is === 'failed') ?? marks.find(({ is }) => is === 'passed') ?? {};
  return { is: failed === 0 ? 'passed' : passed === 0 ? 'failed' : 'mixed', answer, text };
}

function answerMark({ model, state, check, result, checks = [] }: RowCell, errorWords: ErrorWords): RowMark {
  if (state === 'failed')
    return {
      is: 'error',
      answer: '',
      text: result?.error ? cleanText(errorWords(result.error, model), longest) : '',
    };
  if (!result || state === 'missing' || state === 'sent') return { is: 'missing', answer: '', text: '' };
  const told =
    checks.find(({ isUnchecked, passed, isPart }) => isUnchecked || !(passed || isPart)) ?? checks[0];
  const answer = cleanText(textWithCalls(result), longest) || t('no text');
  return { is: check, answer, text: told ? cleanText(told.reason, longest) : '' };
}
