import { creators } from './people.ts';
import { createRandom, hashText, pick, sampleRevision } from './random.ts';
import type { WireCreator, WireLora } from './wire.ts';

const teams = ['billing', 'legal', 'support', 'search', 'growth', 'hr', 'ops', 'research'] as const;
const tasks = ['summary', 'classifier', 'tone', 'extraction', 'routing', 'rewrite', 'qa'] as const;
const bases = ['llama-3-8b', 'llama-3-70b', 'mistral-7b-instruct', 'qwen2.5-7b'] as const;
const makers: readonly [WireCreator, ...WireCreator[]] = [
  creators.ci,
  creators.ada,
  creators.nightly,
  creators.bjoern,
];

const secondsInTwoYears = 2 * 365 * 86_400;

/** Returns the n-th made-up LoRA, for lists of any length; the same for the same seed. */
export function generateLora(n: number, seed: number, now: number): WireLora {
  const random = createRandom(hashText(`${seed}:${n}`));
  const task = `${pick(random, teams)}-${pick(random, tasks)}`;
  const name = `${task}-${String(n).padStart(5, '0')}`;
  const model: WireLora = { name, unit_price: Math.round(random() * 100) / 100 };
  // One in ten was trained but never deployed.
  if (random() < 0.1) return model;
  return {
    ...model,
    active_deployment: {
      base_model_name: pick(random, bases),
      created_at: now - Math.floor(random() * secondsInTwoYears),
      creator: structuredClone(pick(random, makers)),
      model_name: `acme/${task}`,
      model_source: 'MODEL_HUB',
      hub_revision: sampleRevision(`${seed}:${name}`),
    },
  };
}
