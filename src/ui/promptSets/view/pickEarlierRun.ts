import { cleanText } from '../../../core/cleanText.ts';
import { adapterVersions } from '../../../core/promptSets/report/adapterVersions.ts';
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

/** So many runs of the set are looked at, the newest ones. */
const mostOpened = 20;

/** Of the choice of all versions. */
const allVersions = 'versions';

/**
 * Lets the user choose a run to compare one with, of those of the same set and those that asked one of the same models, or the runs of
 * all versions of its adapter; then which models are compared where the names differ. Resolves with `undefined` if the user cancels, or
 * wants to compare none.
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
  const versions = await earlierVersions(run, others.filter(isSameSet), runs);
  const names = versions.map(({ file, model }) =>
    withoutIcons(cleanText(file.run.models[model]?.name ?? '', 40)),
  );
  const all = {
    id: allVersions,
    label: t('All {0} Versions of the Adapter', versions.length),
    description: names.join(', '),
  };
  const runId = await pickRun(
    sorted,
    connections,
    { title, placeHolder },
    [],
    versions.length > 2 ? [all] : [],
  );
  const [now, before, ...older] = versions.toReversed();
  if (runId === allVersions && now && before) {
    const pairs = [{ model: now.model, before: before.model }];
    return { runId: before.file.run.id, pairs, versions: older.toReversed().map(({ file }) => file.run.id) };
  }
  const earlier = sorted.find(({ id }) => id === runId);
  const pairs: ModelPair[] | undefined = earlier && (await pickPairs(run, earlier, title, connections));
  return earlier && pairs?.length ? { runId: earlier.id, pairs } : undefined;
}

/** Returns the versions of a run's adapter up to this run. The runs are closed again: only what stands in them is of use. */
async function earlierVersions(run: Run, sameSet: readonly Run[], runs: RunServices['runs']) {
  if (sameSet.length < 2) return [];
  const opening = [run, ...sameSet.slice(0, mostOpened)].map(({ id }) => runs.open(id));
  // One that can't be read is left out.
  const opened = (await Promise.allSettled(opening)).flatMap((one) =>
    one.status === 'fulfilled' && one.value ? one.value : [],
  );
  for (const { run: one } of opened) runs.close(one.id);
  const now = opened.find((file) => file.run.id === run.id);
  return now
    ? adapterVersions(
        now,
        opened.filter((file) => file !== now),
      )
    : [];
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
