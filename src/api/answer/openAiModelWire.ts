import { isObject } from '../../base/json.ts';
import type { CallOptions, Lora, Model } from '../types.ts';
import { isName, readList, readNumber } from './modelWire.ts';

/**
 * Reads the answer to `GET /v1/models`, `undefined` if it is no list. An entry whose `parent` is another one is an adapter on
 * that (vLLM, SGLang); other servers don't tell adapters. `created` is the time of the answer there, so it is not read. All of SGLang's
 * have a `wireName`.
 */
export async function readServedModels(
  json: unknown,
  options: Pick<CallOptions, 'onSkipped' | 'signal'>,
): Promise<Model[] | undefined> {
  const entries = entriesOf(json);
  const models = Array.isArray(entries) ? await readList(entries, readServed, options) : undefined;
  const sizes = new Map(models?.map(({ name, contextTokens }) => [name, contextTokens]));
  // An adapter has the context of its base, which alone tells it.
  return models?.map((model) => {
    const tokens =
      model.contextTokens ??
      (model.kind === 'lora' ? sizes.get(model.activeDeployment?.baseModelName ?? '') : undefined);
    return tokens === undefined ? model : { ...model, contextTokens: tokens };
  });
}

/** Returns a model's own entry, as it came. */
export function servedEntry(json: unknown, name: string): unknown {
  const entries = entriesOf(json);
  return Array.isArray(entries) ? entries.find((entry) => isObject(entry) && entry.id === name) : undefined;
}

// Some gateways send the bare list. Ollama without a model says null.
function entriesOf(json: unknown): unknown {
  return isObject(json) ? (json.data === null ? [] : json.data) : json;
}

function readServed(json: unknown): Model | undefined {
  if (!isObject(json) || !isName(json.id)) return undefined;
  const { id: name, parent, root, max_model_len, owned_by, meta } = json;
  const base = isName(parent) && parent !== name ? parent : undefined;
  // vLLM and SGLang; llama.cpp, whose server gives each of its slots so much.
  const contextTokens = readNumber(max_model_len) ?? readNumber(isObject(meta) ? meta.n_ctx : undefined);
  const facts: Omit<Lora, 'kind' | 'activeDeployment'> = {
    name,
    unitPrice: undefined,
    isServed: true,
    // SGLang 0.5.23, serving_base.py, `_parse_model_parameter`: the base answers to an adapter's bare name, and says nothing.
    ...(owned_by === 'sglang' && { wireName: base === undefined ? name : `${base}:${name}` }),
    ...(typeof owned_by === 'string' && owned_by !== '' && { servedBy: owned_by }),
    ...(contextTokens !== undefined && contextTokens > 0 && { contextTokens }),
  };
  const deployment = typeof root === 'string' && root !== '' ? { modelName: root } : {};
  return base === undefined
    ? { kind: 'baseModel', ...facts, activeDeployment: deployment }
    : { kind: 'lora', ...facts, activeDeployment: { ...deployment, baseModelName: base } };
}
