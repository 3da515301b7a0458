import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import { pickModels } from '../../models/pickModel.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import type { StepLook } from '../../shared/pickStep.ts';
import { t } from '../../shared/text/t.ts';

/** The base once more, for the noise floor, is added on the run's page. */
const maxModels = 4;

/**
 * Lets the user choose one to four models; a LoRA that is checked brings its base along. Returns the base first: the one that the
 * others are compared with. If the user checks the same as before, it stays the same.
 */
export async function chooseRunModels(
  services: Pick<WindowServices, 'connections' | 'catalogs' | 'recent'>,
  before: readonly ModelRef[],
  look: StepLook,
): Promise<readonly ModelRef[] | 'back' | undefined> {
  const models = await pickModels(services, {
    ...look,
    checked: before,
    recent: services.recent.all,
    whyNot: (count) =>
      count > 0 && count <= maxModels ? undefined : t('select one to four ({0} selected)', count),
    brings: (model) => services.catalogs.baseOf(model),
  });
  if (models === 'back') return models;
  const isSame =
    models?.length === before.length && models.every((model) => keysOf(before).has(modelKey(model)));
  return isSame ? before : models && baseFirst(models, services);
}

/** Adds the base of each LoRA, and puts it first. */
export function withBases(
  models: readonly ModelRef[],
  services: Pick<WindowServices, 'catalogs'>,
): readonly ModelRef[] {
  const all = [...models, ...models.flatMap((model) => services.catalogs.baseOf(model) ?? [])];
  return baseFirst([...new Map(all.map((model) => [modelKey(model), model])).values()], services);
}

/** The base of one of the others comes first. If there is none, all keep their places. */
function baseFirst(
  models: readonly ModelRef[],
  services: Pick<WindowServices, 'catalogs'>,
): readonly ModelRef[] {
  const bases = keysOf(models.flatMap((model) => services.catalogs.baseOf(model) ?? []));
  const base = models.find((model) => bases.has(modelKey(model)));
  return base ? inFront(base, models) : models;
}

function keysOf(models: readonly ModelRef[]): Set<string> {
  return new Set(models.map(modelKey));
}

export function inFront(first: ModelRef, models: readonly ModelRef[]): readonly ModelRef[] {
  return [first, ...models.filter((one) => one !== first)];
}
