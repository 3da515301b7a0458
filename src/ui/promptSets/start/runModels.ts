import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import { pickModels } from '../../models/pickModel.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import { t } from '../../shared/text/t.ts';
import type { StepLook } from './pickStep.ts';

/** The base once more, for the noise floor, is added on the run's page. */
const maxModels = 4;

type Parts = Pick<WindowParts, 'connections' | 'catalogs' | 'recent'>;

/**
 * Lets the user choose one to four models, with the given ones checked; a LoRA that is checked brings its base along. Returns the base
 * first: the one that the others are compared with.
 */
export async function chooseRunModels(
  parts: Parts,
  given: readonly ModelRef[],
  { title, step = 1, totalSteps = 1, hasBack }: StepLook,
): Promise<readonly ModelRef[] | 'back' | undefined> {
  let isBack = false;
  const onBack = () => {
    isBack = true;
  };
  const brings = (model: ModelRef) => baseOf(model, parts);
  const withBases = new Map(
    [...given, ...given.flatMap((model) => brings(model) ?? [])].map((model) => [modelKey(model), model]),
  );
  const models = await pickModels(parts, {
    title,
    checked: [...withBases.values()],
    recent: parts.recent.all,
    whyNot: (count) =>
      count > 0 && count <= maxModels ? undefined : t('check one to four ({0} checked)', count),
    brings,
    flow: { step, totalSteps, onBack: hasBack ? onBack : undefined },
  });
  return isBack ? 'back' : models && baseFirst(models, parts);
}

/** Returns the base model of a LoRA, as its deployment names it. */
function baseOf(ref: ModelRef, { catalogs }: Pick<Parts, 'catalogs'>): ModelRef | undefined {
  const model = catalogs.find(ref);
  const name = model?.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
  return name === undefined ? undefined : { connectionId: ref.connectionId, kind: 'baseModel', name };
}

/** The base of one of the others comes first. If there is none, all keep their places. */
function baseFirst(models: readonly ModelRef[], parts: Pick<Parts, 'catalogs'>): readonly ModelRef[] {
  const bases = new Set(models.flatMap((model) => baseOf(model, parts) ?? []).map(modelKey));
  const base = models.find((model) => bases.has(modelKey(model)));
  return base ? inFront(base, models) : models;
}

export function inFront(first: ModelRef, models: readonly ModelRef[]): readonly ModelRef[] {
  return [first, ...models.filter((one) => one !== first)];
}
