import { type ModelPair, sameModels } from '../../../core/promptSets/report/modelPairs.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { ComparedWith } from '../../../protocol/run.ts';
import { sayInfo } from '../../shared/messages.ts';
import { t } from '../../shared/text/t.ts';
import type { RunParts } from '../runParts.ts';
import { pickPairs } from './pickPairs.ts';
import { pickRun } from './pickRun.ts';
import { runTitle } from './runRow.ts';

/**
 * Lets the user choose a run to compare one with, of those of the same set and those that asked one of the same models; then which
 * models are compared where the names differ. Resolves with `undefined` if the user cancels, or wants to compare none.
 */
export async function pickEarlierRun(
  run: Run,
  { runs, connections }: Pick<RunParts, 'runs' | 'connections'>,
): Promise<ComparedWith | undefined> {
  const isSameSet = ({ set }: Run) => set.uri === run.set.uri && set.name === run.set.name;
  const others = (await runs.store.list()).flatMap((other) => {
    if (other.id === run.id || 'isNewer' in other) return [];
    return isSameSet(other) || sameModels(run, other).length > 0 ? [other] : [];
  });
  if (others.length === 0) {
    void sayInfo(t('No other run has this prompt set or any of these models. Run the set once more first.'));
    return undefined;
  }
  const sorted = [...others.filter(isSameSet), ...others.filter((other) => !isSameSet(other))];
  const title = t('Compare With Run: {0}', runTitle(run));
  const placeHolder = t('Which run came before?');
  const runId = await pickRun(sorted, { title, placeHolder });
  const earlier = sorted.find(({ id }) => id === runId);
  const pairs: ModelPair[] | undefined = earlier && (await pickPairs(run, earlier, title, connections));
  return earlier && pairs?.length ? { runId: earlier.id, pairs } : undefined;
}
