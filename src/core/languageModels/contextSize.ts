import * as v from 'valibot';
import type { Model } from '../../api/types.ts';

/** Sizes in tokens: the whole context, and how much of it an answer may take. */
export interface ContextSize {
  context: number;
  output: number;
  /** True if neither the setting nor the service has a size for this model. */
  isAssumed: boolean;
}

const assumed: ContextSize = { context: 32_768, output: 4_096, isAssumed: true };

/** Min context for an agent, in tokens: VS Code's own tools and instructions take 20,000 to 27,000 of each of its requests. */
export const agentContext = 32_768;

const tokens = v.pipe(v.number(), v.integer(), v.minValue(2));
const entrySchema = v.object({ context: tokens, output: v.fallback(v.optional(tokens), undefined) });

/**
 * Returns a model's size by its entry in the setting `hostedModels.vscodeChat.contextSizes`, or as the service tells it. An adapter
 * without either has its base model's, which `find` returns by name.
 */
export function contextSize(
  setting: unknown,
  model: Model,
  find: (name: string) => Model | undefined = () => undefined,
): ContextSize {
  const base = model.kind === 'lora' ? model.activeDeployment?.baseModelName : undefined;
  const entry = entryOf(setting, model.name) ?? (base === undefined ? undefined : entryOf(setting, base));
  const told = model.contextTokens ?? (base === undefined ? undefined : find(base)?.contextTokens);
  const context = entry?.context ?? told;
  if (context === undefined) return assumed;
  const output = entry?.output ?? assumed.output;
  // At least half of the context is left for the question.
  return { context, output: Math.min(output, Math.floor(context / 2)), isAssumed: false };
}

/** Returns the limit that a service named, if the size is only assumed or exceeds it. */
export function betterContext(size: ContextSize, limit: number | undefined): number | undefined {
  const { context, isAssumed } = size;
  if (limit === undefined) return undefined;
  return (isAssumed ? limit !== context : limit < context) ? limit : undefined;
}

/** Returns the setting with this size for a model; the room for an answer stays as it was. */
export function withContext(setting: unknown, name: string, context: number): Record<string, unknown> {
  const all = typeof setting === 'object' && setting !== null ? { ...setting } : {};
  return { ...all, [name]: { ...entryOf(setting, name), context } };
}

function entryOf(setting: unknown, name: string): v.InferOutput<typeof entrySchema> | undefined {
  if (typeof setting !== 'object' || setting === null || !Object.hasOwn(setting, name)) return undefined;
  const read = v.safeParse(entrySchema, (setting as Record<string, unknown>)[name]);
  return read.success ? read.output : undefined;
}
