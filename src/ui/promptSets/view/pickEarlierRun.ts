import {
  likeliestFirst,
  type ModelPair,
  sameModels,
  unpaired,
} from '../../../core/promptSets/report/modelPairs.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import { modelNames, type NamedConnections } from '../../../core/promptSets/words/runFacts.ts';
import type { ComparedWith } from '../../../protocol/run.ts';
import { sayInfo, withoutIcons } from '../../shared/messages.ts';
import { pickStep, type StepItem } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';
import type { RunServices } from '../runServices.ts';
import { pickRun } from './pickRun.ts';
import { runTitle } from './runRow.ts';

interface PairItem extends StepItem {
  /** The number of a model of the earlier run; absent for none. */
  before?: number;
}

/**
 * Lets the user choose a run to compare one with, of those of the same set and those that asked one of the same models; then which
 * models are compared where the names differ. Resolves with `undefined` if the user cancels, or wants to compare none.
 */
export async function pickEarlierRun(
  run: Run,
  { runs, connections }: Pick<RunServices, 'runs' | 'connections'>,
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
  const placeHolder = t('Which earlier run?');
  const runId = await pickRun(sorted, connections, { title, placeHolder });
  const earlier = sorted.find(({ id }) => id === runId);
  const pairs: ModelPair[] | undefined = earlier && (await pickPairs(run, earlier, title, connections));
  return earlier && pairs?.length ? { runId: earlier.id, pairs } : undefined;
}

/**
 * Pairs the models of two runs: those of the same name by themselves. For each other one, the user chooses among those of the earlier
 * run that are left. Resolves with `undefined` if the user cancels.
 */
async function pickPairs(
  run: Run,
  earlier: Run,
  title: string,
  connections: NamedConnections,
): Promise<ModelPair[] | undefined> {
  const pairs = sameModels(run, earlier);
  const names = modelNames(t, [...run.models, ...earlier.models], connections);
  const namesBefore = names.slice(run.models.length);
  for (const model of unpaired(run, pairs)) {
    const left = unpaired(earlier, pairs, 'before');
    if (left.length === 0) break;
    const items = likeliestFirst(run, model, earlier, left).map(
      (before): PairItem => ({
        label: withoutIcons(namesBefore[before] ?? ''),
        ...(before === 0 && earlier.models.length > 1 && { description: t('base') }),
        before,
      }),
    );
    const placeholder = t('Which model of the earlier run is {0} compared with?', names[model] ?? '');
    const none: PairItem = { label: t("Don't Compare") };
    const chosen = await pickStep({ title, placeholder }, [...items, none], items[0]);
    if (!chosen || chosen === 'back') return undefined;
    if (chosen.before !== undefined) pairs.push({ model, before: chosen.before });
  }
  return pairs;
}
