import type { RunChange } from '../../../core/promptSets/report/compareRuns.ts';
import { isSamePair } from '../../../core/promptSets/report/modelPairs.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { t } from '../../shared/text/t.ts';
import { verdictText } from '../verdict/verdictText.ts';
import { type VerdictAbout, verdictSubject } from './runVerdictTexts.ts';

type ComparedFile = Pick<RunFile, 'run' | 'index'>;

/** The models of both runs, as they are shown side by side. */
export interface BothNames {
  names: readonly string[];
  namesBefore: readonly string[];
}

/** Says in words how each model did beside the one of the earlier run. */
export function changeTexts(
  file: ComparedFile,
  earlier: ComparedFile,
  { models }: Pick<RunChange, 'models'>,
  about: VerdictAbout & BothNames,
): RunPageVerdict[] {
  return models.map(({ model, before, verdict }) => {
    const other = about.names[model] ?? '';
    const isSame = isSamePair(file.run, earlier.run, { model, before });
    // The name alone, of a connection that is gone, would be the same as the other.
    const named = about.namesBefore[before];
    const base = isSame || named === undefined || named === other ? t('before') : named;
    if (verdict.why === 'identical') {
      const text = isSame
        ? t('{0} gave the same answers as before.', other)
        : t('{0} gave the same answers as {1}. Perhaps it was the same model each time.', other, base);
      return { model, kind: 'none', text };
    }
    const subject = { ...verdictSubject(file, model, about), base, comparisons: models.length };
    const { answered, size } = earlier.index;
    if (!earlier.index.isComplete(before)) subject.progress = { state: 'earlier', done: answered, of: size };
    return { model, ...verdictText(verdict, { ...subject, isNoiseFloor: false }) };
  });
}
