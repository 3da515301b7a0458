import { type CheckedAnew, checkAnew } from '../../../core/promptSets/ask/recordChecks.ts';
import { Checker } from '../../../core/promptSets/checker.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import { sayInfo, sayWarning } from '../../shared/messages.ts';
import { cancellable } from '../../shared/stoppable.ts';
import { plural, t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { promptsOf } from '../start/readSet.ts';
import { readStep } from '../start/readStep.ts';
import type { SetDiagnostics } from '../start/setDiagnostics.ts';
import { runTitle } from './runRow.ts';
import { setFile } from './showSet.ts';
import { whyNotClaimed } from './withRun.ts';

/** *Check Again*: checks a run's answers by the checks that its set has now. Asks no model. */
export async function checkAgain(
  file: RunFile,
  services: Pick<RunServices, 'runs' | 'log'>,
  diagnostics: Pick<SetDiagnostics, 'show'>,
): Promise<void> {
  const name = runTitle(file.run);
  const uri = await setFile(file);
  if (!uri) return sayNotChecked(t('{0} was moved or deleted.', name));
  const set = await readStep(uri, { title: t('Check Again: {0}', name) }, { diagnostics });
  if (!set || set === 'back') return;
  const elsewhere = t('This run is open in another window. Choose Check Again there.');
  const why = await whyNotClaimed(file, services, elsewhere);
  if (why !== undefined) return sayNotChecked(why);
  try {
    const checking = { checker: new Checker(), log: services.log };
    const check = async (_say: unknown, signal: AbortSignal) => {
      const done = await checkAnew(file, promptsOf(set, signal), checking, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      return signal.aborted ? undefined : done;
    };
    const found = await services.runs.inTurn(file.run.id, () =>
      cancellable(t('Checking the answers to {0}', name), check),
    );
    if (found) void sayInfo(foundText(found, file.index.unchecked()));
    else void sayWarning(t('Canceled. Some answers stay unchecked until you choose Check Again.'));
  } finally {
    await file.release();
  }
}

/** `unchecked`: how many answers still are. */
function foundText({ changed, unknown, mended }: CheckedAnew, unchecked: number): string {
  return [
    changed === 0
      ? t('The checks are the same as before.')
      : plural(
          changed,
          'The answers to 1 prompt were checked by its new checks.',
          'The answers to {0} prompts were checked by their new checks.',
        ),
    mended > 0
      ? plural(
          mended,
          '1 answer that was not checked before is now.',
          '{0} answers that were not checked before are now.',
        )
      : '',
    unchecked > 0
      ? plural(unchecked, '1 answer could not be checked.', '{0} answers could not be checked.')
      : '',
    unknown > 0
      ? plural(
          unknown,
          '1 prompt of the set was not asked in this run.',
          '{0} prompts of the set were not asked in this run.',
        )
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function sayNotChecked(why: string): void {
  void sayWarning(t('The answers were not checked again. {0}', why));
}
