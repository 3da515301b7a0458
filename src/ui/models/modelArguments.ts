import * as v from 'valibot';
import type { ModelRef } from '../../core/models/modelKey.ts';

const modelArgument = v.object({
  connectionId: v.string(),
  kind: v.picklist(['lora', 'baseModel']),
  name: v.string(),
});

/** Returns the model of a command's argument: a row of the tree, or a reference from one of our pages. */
export function modelFrom(argument: unknown): ModelRef | undefined {
  const read = v.safeParse(modelArgument, argument);
  return read.success ? read.output : undefined;
}

const factArgument = v.object({
  ...modelArgument.entries,
  fact: v.object({ id: v.string(), copy: v.optional(v.string()) }),
});

/** Returns the fact whose row a command was called on. */
export function factFrom(argument: unknown): (ModelRef & { copy: string | undefined }) | undefined {
  const read = v.safeParse(factArgument, argument);
  if (!read.success) return undefined;
  const { connectionId, kind, name, fact } = read.output;
  return { connectionId, kind, name, copy: fact.copy };
}
