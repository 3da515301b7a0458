import { type AdapterVersion, adapterVersions } from '../../../core/promptSets/compare/adapterVersions.ts';
import {
  likeliestFirst,
  type ModelPair,
  sameModels,
  unpaired,
} from '../../../core/promptSets/compare/modelPairs.ts';
import type { RunFile } from '../../../core/promptSets/run/runFile.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import { modelNames, type NamedConnections } from '../../../core/promptSets/words/runFacts.ts';
import type { ComparedWith } from '../../../protocol/run.ts';
import { sayInfo, withoutIcons } from '../../shared/messages.ts';
import { pickStep, type StepItem } from '../../shared/pickStep.ts';
import { cancellable } from '../../shared/stoppable.ts';
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
  const sameSet = others.filter(isSameSet);
  const all = { id: allVersions, label: t('All Versions of the Adapter'), description: t('by deployment') };
  const first = sameSet.length > 1 ? [all] : [];
  const runId = await pickRun(sorted, connections, { title, placeHolder }, { first });
  if (runId === allVersions) return earlierVersions(run, sameSet, title, runs);
  const earlier = sorted.find(({ id }) => id === runId);
  const pairs: ModelPair[] | undefined = earlier && (await pickPairs(run, earlier, title, connections));
  return earlier && pairs?.length ? { runId: earlier.id, pairs } : undefined;
}

/** Finds the runs of all versions of a run's adapter up to this run. */
async function earlierVersions(
  run: Run,
  sameSet: readonly Run[],
  title: string,
  runs: RunServices['runs'],
): Promise<ComparedWith | undefined> {
  const versions = await cancellable(title, (_say, signal) =>
    versionsIn(run, sameSet.slice(0, mostOpened), runs, signal),
  );
  if (!versions) return undefined;
  const [now, before, ...older] = versions.toReversed();
  if (!now || !before) {
    void sayInfo(
      t('No other run of this set asked an earlier version of its adapter, or one of the same base.'),
    );
    return undefined;
  }
  const pairs = [{ model: now.model, before: before.model }];
  return { runId: before.file.run.id, pairs, versions: older.toReversed().map(({ file }) => file.run.id) };
}

/** Closes the runs again: only what stands in them is of use. One that can't be read is left out. `undefined` once it is stopped. */
async function versionsIn(
  run: Run,
  others: readonly Run[],
  runs: RunServices['runs'],
  signal: AbortSignal,
): Promise<AdapterVersion<RunFile>[] | undefined> {
  const opened: RunFile[] = [];
  for (const { id } of [run, ...others]) {
    if (signal.aborted) return undefined;
    const file = await runs.open(id).catch(() => undefined);
    if (file) opened.push(file);
    if (file) runs.close(id);
  }
  const [now, ...rest] = opened;
  return now?.run.id === run.id ? adapterVersions(now, rest) : [];
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
