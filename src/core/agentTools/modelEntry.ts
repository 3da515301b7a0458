import type { LoraDeployment, Model } from '../../api/types.ts';
import { defined } from '../../base/defined.ts';
import { createdMs } from '../sensibleTime.ts';
import { shownName } from '../shownName.ts';

/** The kinds of models as the tools name them. */
export const wireKind = { lora: 'lora', baseModel: 'base_model' } as const;

/** The same the other way round. */
export const modelKind = { lora: 'lora', base_model: 'baseModel' } as const;

/**
 * What a tool's caller, often another vendor's model, may know of a model in a list. Facts are picked one by one, so that
 * nothing of a creator (names, e-mail, API key's name, picture) and no unknown field can come along.
 */
export function modelEntry({ kind, name, unitPrice, activeDeployment, contextTokens, isServed }: Model) {
  const { createdAt, baseModelName }: LoraDeployment = activeDeployment ?? {};
  return defined({
    name: shownName(name),
    kind: wireKind[kind],
    deployed: isServed ? undefined : activeDeployment !== undefined,
    deployed_since: timeText(createdMs(createdAt)),
    base_model: kind === 'lora' ? given(baseModelName) : undefined,
    context_tokens: contextTokens,
    unit_price: unitPrice,
  });
}

/** The same for one model, with where its deployment comes from: not as a path on a server. */
export function modelDetails(model: Model) {
  const { modelName, modelSource, hubRevision }: LoraDeployment = model.activeDeployment ?? {};
  const source = {
    model_name: model.isServed ? undefined : given(modelName),
    model_source: given(modelSource),
    hub_revision: given(hubRevision),
  };
  return { ...modelEntry(model), ...defined(source) };
}

/** ISO 8601 in UTC, to the second. */
function timeText(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString().replace(/\.\d+Z$/u, 'Z');
}

function given(text: string | undefined): string | undefined {
  return text ? shownName(text) : undefined;
}
