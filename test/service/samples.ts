import { generateLora } from './generatedLoras.ts';
import { type CreatorId, creators } from './people.ts';
import { sampleRevision } from './random.ts';
import { type LoraRow, sampleLoraRows } from './sampleLoras.ts';
import type { Catalog, WireBaseModel, WireLora } from './wire.ts';

const secondsPerDay = 86_400;

/** Name, price, name at the hub, creator, age in days; without the last three it has no deployment. */
type BaseModelRow = readonly [string, number, string?, CreatorId?, number?];

const baseModelRows: readonly BaseModelRow[] = [
  ['llama-3-8b', 0.2, 'meta-llama/Meta-Llama-3-8B-Instruct', 'ada', 412],
  ['llama-3-70b', 0.9, 'meta-llama/Meta-Llama-3-70B-Instruct', 'ada', 398],
  ['mistral-7b-instruct', 0.2, 'mistralai/Mistral-7B-Instruct-v0.3', 'ci', 640],
  ['qwen2.5-7b', 0.15, 'Qwen/Qwen2.5-7B-Instruct', 'bjoern', 121],
  ['mistralai/Mixtral-8x7B-Instruct-v0.1', 0.5, 'mistralai/Mixtral-8x7B-Instruct-v0.1', 'nightly', 700],
  ['google/gemma-2-9b-it', 0.3, 'google/gemma-2-9b-it', 'adaByKey', 33],
  ['deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 0.25, 'deepseek-ai/DeepSeek-R1-Distill-Llama-8B', 'chika', 9],
  ['phi-3-mini', 0.1],
];

export interface SampleOptions {
  seed: number;
  /** Unix seconds; ages count from here. */
  now: number;
  /** How many LoRAs in all; default: the hand-written ones. */
  loras?: number | undefined;
}

/** Returns the models of the organization Acme: 8 base models, and 30 LoRAs or as many as asked for. */
export function createSampleCatalog({ seed, now, loras = sampleLoraRows.length }: SampleOptions): Catalog {
  const written = sampleLoraRows.slice(0, loras).map((row) => toLora(row, now));
  const generated = Array.from({ length: Math.max(0, loras - written.length) }, (_, index) =>
    generateLora(index + 1, seed, now),
  );
  return { loras: [...written, ...generated], baseModels: baseModelRows.map((row) => toBaseModel(row, now)) };
}

function toBaseModel([name, price, modelName, by, daysAgo = 0]: BaseModelRow, now: number): WireBaseModel {
  if (modelName === undefined || by === undefined) return { name, unit_price: price };
  const deployment = {
    created_at: now - Math.round(daysAgo * secondsPerDay),
    creator: structuredClone(creators[by]),
    model_name: modelName,
    model_source: 'MODEL_HUB',
  };
  return { name, unit_price: price, active_deployment: deployment };
}

function toLora([name, price, base, by, daysAgo = 0, modelName]: LoraRow, now: number): WireLora {
  if (base === undefined) return { name, unit_price: price };
  return {
    name,
    unit_price: price,
    active_deployment: {
      base_model_name: base,
      created_at: now - Math.round(daysAgo * secondsPerDay),
      // A copy, so that a test that changes one model doesn't change another.
      ...(by === undefined ? {} : { creator: structuredClone(creators[by]) }),
      model_name: modelName ?? `acme/${name.replace(/[^\w.-]+/g, '-').toLowerCase()}`,
      model_source: 'MODEL_HUB',
      hub_revision: sampleRevision(name),
    },
  };
}
