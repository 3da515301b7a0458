import type { RunChange } from '../../../core/promptSets/report/compareRuns.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { RunPageVerdict } from '../../../protocol/run.ts';
import { plural, t } from '../../shared/text/t.ts';
import { type VerdictAbout, verdictSubject } from './runVerdictTexts.ts';
import { verdictText } from './verdictText.ts';

/** Says in words how each model did beside the earlier run. */
export function changeTexts(
  file: Pick<RunFile, 'run' | 'index'>,
  earlier: Pick<RunFile, 'index'>,
  { models }: RunChange,
  about: VerdictAbout,
): RunPageVerdict[] {
  return models.map(({ model, before, verdict }) => {
    const other = about.names[model] ?? '';
    if (verdict.why === 'identical')
      return { model, kind: 'none', text: t('{0} gave the same answers as before.', other) };
    const subject = { ...verdictSubject(file, model, about), base: t('before'), comparisons: models.length };
    const { answered, size } = earlier.index;
    if (!earlier.index.isComplete(before)) subject.progress = { state: 'earlier', done: answered, of: size };
    return { model, ...verdictText(verdict, { ...subject, isNoiseFloor: false }) };
  });
}

/** Says what is compared: `before` is when the earlier run was. */
export function changeNotice({ shared, otherRules }: RunChange, prompts: number, before: string): string {
  const said = plural(
    prompts,
    'Compared with the run of {1}: {2} of {0} prompt is in both.',
    'Compared with the run of {1}: {2} of {0} prompts are in both.',
    before,
    shared,
  );
  if (otherRules === 0) return said;
  return `${said} ${plural(
    otherRules,
    '{0} of them has other checks now and is left out.',
    '{0} of them have other checks now and are left out.',
  )}`;
}
