import * as v from 'valibot';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { parsed } from '../shared/parsed.ts';

const modelArgument = v.object({
  connectionId: v.string(),
  kind: v.picklist(['lora', 'baseModel']),
  name: v.string(),
});

/** Returns the model of a command's argument: a row of the tree, or a reference from one of our pages. */
export function modelFrom(argument: unknown): ModelRef | undefined {
  return parsed(modelArgument, argument);
}

const factArgument = v.object({
  ...modelArgument.entries,
  fact: v.object({ id: v.string(), value: v.optional(v.string()), copy: v.optional(v.string()) }),
});

/** Returns the fact on whose row a command was called; `undefined` for any other argument. */
export function factFrom(
  argument: unknown,
): (ModelRef & Record<'value' | 'copy', string | undefined>) | undefined {
  const read = parsed(factArgument, argument);
  if (!read) return undefined;
  const { fact, ...ref } = read;
  return { ...ref, value: fact.value, copy: fact.copy };
}
