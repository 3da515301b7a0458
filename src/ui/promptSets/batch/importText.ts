import { cleanText } from '../../../core/cleanText.ts';
import { batchIdOf } from '../../../core/promptSets/batch/customId.ts';
import type { ImportSummary, Replaced } from '../../../core/promptSets/batch/importBatch.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { NewerRun } from '../../../core/promptSets/run/runStore.ts';
import { dayAndTime } from '../../../core/promptSets/words/runFacts.ts';
import { listText, plural, t } from '../../shared/text/t.ts';
import { problemText } from '../start/setProblems.ts';
import { runTitle } from '../view/runRow.ts';

/** Returns, e.g., "199,812 of 200,000 answered, 188 failed; 3 files." */
export function importText({ answered, failed, size, files, added, known, kept }: ImportSummary): string {
  const counted = t('{0} of {1} answered', answered, size);
  const all = failed > 0 ? t('{0}, {1} failed', counted, failed) : counted;
  const said = plural(files, '{1}; 1 file.', '{1}; {0} files.', all);
  return added === 0 && known > 0 && kept === 0 ? `${said} ${t('Everything was already imported.')}` : said;
}

/** Asks whether answers give way to others. */
export function replaceQuestion({ answers }: Replaced): string {
  return plural(
    answers,
    'Replace 1 answer that differs from the one here?',
    'Replace {0} answers that differ from those here?',
  );
}

/** Says what goes with them. */
export function replaceDetail({ ratings, judgments }: Replaced): string {
  const gone = [
    ratings > 0 ? plural(ratings, '1 of your ratings', '{0} of your ratings') : '',
    judgments > 0 ? plural(judgments, '1 prompt that a judge judged', '{0} prompts that a judge judged') : '',
  ].filter(Boolean);
  const lost =
    gone.length > 0 ? t('They take with them what was said of the former ones: {0}.', listText(gone)) : '';
  return [lost, t('What is missing here comes in either way.')].filter(Boolean).join(' ');
}

/** Returns what else the user should know, a sentence each. `runs`: those whose results may have come along. */
export function importRemarks(summary: ImportSummary, runs: readonly (Run | NewerRun)[]): string[] {
  const { kept, others, otherModels, problems, problemCount } = summary;
  const named = problems.map(({ file, problem }) =>
    t('{0}, line {1}: {2}', cleanText(file, 80), problem.line, problemText(problem)),
  );
  const unnamed = problemCount - problems.length;
  return [
    ...(kept > 0
      ? [
          plural(
            kept,
            '1 answer that differs from the one here was left out.',
            '{0} answers that differ from those here were left out.',
          ),
        ]
      : []),
    ...[...others].map(([id, count]) => otherText(id, count, runs)),
    ...[...otherModels].map(([name, count]) => otherModelText(cleanText(name, 80), count)),
    ...named,
    ...(unnamed > 0 ? [plural(unnamed, '1 more problem.', '{0} more problems.')] : []),
  ];
}

function otherText(id: string, count: number, runs: readonly (Run | NewerRun)[]): string {
  if (id === '')
    return plural(count, '1 result is of no request of a run.', '{0} results are of no request of a run.');
  const other = runs.find((run) => batchIdOf(run) === id);
  if (!other)
    return plural(
      count,
      '1 result is of a run that is not here ({1}).',
      '{0} results are of a run that is not here ({1}).',
      id,
    );
  return plural(
    count,
    '1 result is of another run, and was refused: {1}, {2}.',
    '{0} results are of another run, and were refused: {1}, {2}.',
    runTitle(other),
    dayAndTime(t, other.createdAt),
  );
}

function otherModelText(name: string, count: number): string {
  return name === ''
    ? plural(
        count,
        '1 answer is of yet another model than was asked.',
        '{0} answers are of yet other models than were asked.',
      )
    : plural(
        count,
        '1 answer is of {1}, another model than was asked.',
        '{0} answers are of {1}, another model than was asked.',
        name,
      );
}
