import type { Catalog } from './wire.ts';

// A stand-in, made line by line from SGLang 0.5.23 (`http_server.py`, `serving_base.py`). `npm run servers -- --sglang` runs SGLang's
// own code.

/** What SGLang serves: one base with its LoRAs. */
export function sglangCatalog({ loras, baseModels }: Catalog): Catalog {
  const served = baseModels.find(({ active_deployment }) => active_deployment);
  return {
    baseModels: served ? [served] : [],
    loras: loras.filter(({ active_deployment: deployed }) => deployed?.base_model_name === served?.name),
  };
}

/**
 * Returns who answers: an adapter only to `<served name>:<adapter>`, or after whatever else stands before the first colon; the base to
 * everything without a colon. `undefined` for an adapter that is not loaded.
 */
export function sglangAddressed({ loras, baseModels }: Catalog, model: string): string | undefined {
  const served = baseModels[0]?.name ?? '';
  if (!model.includes(':') || model === served) return served;
  const adapter = model.startsWith(`${served}:`)
    ? model.slice(served.length + 1)
    : model.slice(model.indexOf(':') + 1);
  if (adapter.trim() === '') return served;
  return loras.find(({ name }) => name === adapter.trim())?.name;
}
