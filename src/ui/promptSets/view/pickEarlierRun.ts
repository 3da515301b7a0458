import { sharedModels } from '../../../core/promptSets/report/compareRuns.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { pickRun } from './pickRun.ts';
import { runTitle } from './runRow.ts';

/** Lets the user choose a run to compare one with: of those that asked the same models, the same set's first. */
export async function pickEarlierRun(
  run: Run,
  { runs }: Pick<RunParts, 'runs'>,
): Promise<string | undefined> {
  const others = (await runs.store.list()).flatMap((other) => {
    if (other.id === run.id || 'isNewer' in other) return [];
    return sharedModels({ run }, { run: other }).length > 0 ? [other] : [];
  });
  if (others.length === 0) {
    void sayInfo(t('No other run has any of these models. Run a prompt set with one of them first.'));
    return undefined;
  }
  const isSameSet = ({ set }: Run) => set.uri === run.set.uri && set.name === run.set.name;
  const sorted = [...others.filter(isSameSet), ...others.filter((other) => !isSameSet(other))];
  const title = t('Compare With Run: {0}', runTitle(run));
  const placeHolder = t('Which run came before?');
  return pickRun(sorted, { title, placeHolder });
}
