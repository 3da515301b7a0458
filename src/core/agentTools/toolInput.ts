import * as v from 'valibot';

// What a language model passes to the tools. Some pass null or '' for what they leave out.

const longest = 500;
const text = v.nullish(v.pipe(v.string(), v.maxLength(longest)), '');
const wholeNumber = v.pipe(v.number(), v.integer(), v.maxValue(Number.MAX_SAFE_INTEGER));

export const listInput = v.object({
  filter: text,
  connection: text,
  offset: v.nullish(v.pipe(wholeNumber, v.minValue(0)), 0),
  limit: v.nullish(v.pipe(wholeNumber, v.minValue(1)), Number.MAX_SAFE_INTEGER),
});

export const getInput = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(longest)),
  kind: v.nullish(v.picklist(['lora', 'base_model'])),
  connection: text,
});

export type ListInput = v.InferOutput<typeof listInput>;
export type GetInput = v.InferOutput<typeof getInput>;

/** Its message is for the language model that called a tool, in English: what to do differently. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError';
}

/** Returns a tool's input, checked. Throws `ToolInputError`. */
export function readToolInput<S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, input);
  if (read.success) return read.output;
  const [issue] = read.issues;
  throw new ToolInputError(`The input "${v.getDotPath(issue) ?? ''}" can't be used. ${issue.message}.`);
}
