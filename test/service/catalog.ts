import type { Exchange } from './exchange.ts';
import type { Catalog, WireLora } from './wire.ts';

type NamedEndpoint = 'getLora' | 'deleteLora' | 'getBaseModel';

/** The two lists (4.2, 4.5). */
export function answerList(
  exchange: Exchange,
  catalog: Catalog,
  endpoint: 'listLoras' | 'listBaseModels',
  isSingleObject: boolean,
): void {
  const list = endpoint === 'listLoras' ? catalog.loras : catalog.baseModels;
  const isObject = endpoint === 'listBaseModels' && isSingleObject;
  exchange.sendJson(200, (isObject && list[0]) || list);
}

/** Retrieve and delete by name (4.3, 4.4, 4.6). */
export function answerNamed(
  exchange: Exchange,
  catalog: Catalog,
  endpoint: NamedEndpoint,
  name: string,
): void {
  const list = endpoint === 'getBaseModel' ? catalog.baseModels : catalog.loras;
  const at = list.findIndex((model) => model.name === name);
  const model = list[at];
  if (model === undefined) {
    const noun = endpoint === 'getBaseModel' ? 'base model' : 'LoRA';
    exchange.sendError(404, `There is no ${noun} named '${name}'.`, { code: 'not_found' });
    return;
  }
  if (endpoint === 'deleteLora') list.splice(at, 1);
  exchange.sendJson(200, model);
}

/** True if a model has this name and, if `state` is `deployed`, an active deployment. */
export function hasModel(catalog: Catalog, name: string, state: 'any' | 'deployed' = 'any'): boolean {
  return [...catalog.loras, ...catalog.baseModels].some(
    (model) => model.name === name && (state === 'any' || Boolean(model.active_deployment)),
  );
}

/** Makes a service lose a LoRA, and returns it. */
export function removeLora({ catalog }: { catalog: Catalog }, name: string): WireLora {
  const lora = catalog.loras.find((one) => one.name === name);
  if (!lora) throw new Error(`The service has no LoRA ${name}.`);
  catalog.loras.splice(catalog.loras.indexOf(lora), 1);
  return lora;
}

/** Returns the base model a LoRA is deployed on. */
export function baseOf(catalog: Catalog, name: string): string | undefined {
  return catalog.loras.find((lora) => lora.name === name)?.active_deployment?.base_model_name;
}
