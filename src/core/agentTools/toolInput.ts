import * as v from 'valibot';

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
