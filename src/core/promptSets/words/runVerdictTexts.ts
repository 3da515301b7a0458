import type { RunChange } from '../compare/compareRuns.ts';
import { isSamePair } from '../compare/modelPairs.ts';
import type { ListedFindings, RunStanding } from '../report/runFindings.ts';
import type { RunFile } from '../run/runFile.ts';
import { comparedModels } from '../run/runRecord.ts';
import type { VerdictWords } from './findingWords.ts';
import type { Display, VerdictSubject } from './verdictName.ts';
import { verdictText } from './verdictText.ts';

/** Says in words what the checks found out about each model: of the base against itself last. */
export function runVerdictTexts(findings: ListedFindings, display: Display): VerdictWords[] {
  return findings.verdicts.map(({ model, verdict }) => ({
    model,
    ...verdictText(verdict, verdictSubject(findings, display, model)),
  }));
}

export function verdictSubject(
  { run, unit, progress, minimumDifference }: RunStanding,
  { t, names }: Display,
  model: number,
): VerdictSubject {
  return {
    ...{ t, base: names[0] ?? '', other: names[model] ?? '', unit, progress, minimumDifference },
    isNoiseFloor: run.models[model]?.isNoiseFloor ?? false,
    comparisons: comparedModels(run).length,
  };
}

/** What got better and worse is listed for all models together. */
function changeCounts({ counted, ...words }: VerdictWords, models: number): VerdictWords {
  const listed = { better: 'betterThanBefore', worse: 'worseThanBefore' } as const;
  const parts = counted?.flatMap((part) => {
    const { shows } = part;
    return models === 1 && (shows === 'better' || shows === 'worse') ? { ...part, shows: listed[shows] } : [];
  });
  return parts?.length ? { ...words, counted: parts } : words;
}

/** How two runs are shown side by side. */
export interface BothDisplay extends Display {
  namesBefore: readonly string[];
}

/** Says in words how each model did beside the one of the earlier run. */
export function changeTexts(
  standing: RunStanding,
  earlier: Pick<RunFile, 'run' | 'index'>,
  { models }: Pick<RunChange, 'models'>,
  display: BothDisplay,
): VerdictWords[] {
  const { t, names, namesBefore } = display;
  // Of more repetitions than the other run has, the first are compared.
  const isRepeated = Math.min(standing.run.repetitions, earlier.run.repetitions) > 1;
  const unit = standing.unit === 'repeated' && !isRepeated ? 'prompt' : standing.unit;
  return models.map(({ model, before, verdict }) => {
    const other = names[model] ?? '';
    const isSame = isSamePair(standing.run, earlier.run, { model, before });
    const named = namesBefore[before];
    // The name alone, of a connection that is gone, would be the same as the other.
    const base = isSame || named === undefined || named === other ? t('before') : named;
    if (verdict.why === 'identical') {
      const text = isSame
        ? t('{0} gave the same answers as before.', other)
        : t('{0} gave the same answers as {1}. Perhaps it was the same model each time.', other, base);
      return { model, kind: 'none', text };
    }
    const { answered: done, size: of } = earlier.index;
    const subject: VerdictSubject = {
      ...verdictSubject(standing, display, model),
      ...{ base, unit, comparisons: models.length, isNoiseFloor: false },
      ...(!earlier.index.isComplete(before) && { progress: { state: 'earlier', done, of } }),
    };
    return { model, ...changeCounts(verdictText(verdict, subject), models.length) };
  });
}
