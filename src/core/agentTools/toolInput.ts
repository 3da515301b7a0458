import * as v from 'valibot';
import type { Model } from '../../api/types.ts';
import { filterProblem } from '../models/filterProblems.ts';
import { splitWords } from '../models/modelFilter.ts';

// What a language model passes to the tools. Some pass null or '' for what they leave out.

const longest = 500;
const text = v.nullish(v.pipe(v.string(), v.maxLength(longest)), '');

/** What both tools take. */
export const connectionInput = v.object({ connection: text });

export const listInput = v.object({
  ...connectionInput.entries,
  filter: text,
  offset: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
});

export const getInput = v.object({
  ...connectionInput.entries,
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(longest)),
  kind: v.nullish(v.picklist(['lora', 'base_model'])),
});

export type ListInput = v.InferOutput<typeof listInput>;

/** Its message is the tool's answer, `{error}`: in English, for the language model that called it. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Returns a tool's input, checked. Throws `ToolError`. */
export function readToolInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, input);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ToolError(`The input "${v.getDotPath(issue) ?? ''}" can't be used. ${issue.message}.`);
}

/** Throws `ToolError` for a word that can't be used. `@creator` would answer who made what, one name after the other. */
export function checkFilter(filter: string, models: readonly Model[]): void {
  const creator = splitWords(filter).find((word) => /^-*@creator(?::|$)/iu.test(word));
  // The space says that the last word is complete.
  const refused = creator ?? filterProblem(`${filter} `, models)?.word;
  if (refused === undefined) return;
  throw new ToolError(
    `The filter word ${refused} can't be used. The words are @deployed, @undeployed, @changed, @base:x and @older:90d (also w, mo, y); other words match names.`,
  );
}
