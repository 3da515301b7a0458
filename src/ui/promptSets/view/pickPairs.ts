import {
  likeliestFirst,
  type ModelPair,
  sameModels,
  unpaired,
} from '../../../core/promptSets/report/modelPairs.ts';
import type { Run } from '../../../core/promptSets/run/runRecord.ts';
import type { Connections } from '../../connections/connections.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { pickStep, type StepItem } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';
import { modelNames } from '../words/runFacts.ts';

interface PairItem extends StepItem {
  /** The number of a model of the earlier run; absent for none. */
  before?: number;
}

/**
 * Pairs the models of two runs: those of the same name by themselves. For each other one, the user chooses among those of the earlier
 * run that are left. Resolves with `undefined` if the user cancels.
 */
export async function pickPairs(
  run: Run,
  earlier: Run,
  title: string,
  connections: Pick<Connections, 'byId'>,
): Promise<ModelPair[] | undefined> {
  const pairs = sameModels(run, earlier);
  const names = modelNames([...run.models, ...earlier.models], connections);
  const namesBefore = names.slice(run.models.length);
  for (const model of unpaired(
    run,
    pairs.map((pair) => pair.model),
  )) {
    const left = unpaired(
      earlier,
      pairs.map((pair) => pair.before),
    );
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
