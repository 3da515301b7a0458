import * as v from 'valibot';

// JSON may hold 1e400, which is read as Infinity and written as null.
const number = v.pipe(v.number(), v.finite());

/** Settings as stored, so without the ranges of `typedSettings`. What the user has not set is absent and is not sent. */
export const keptSettings = v.object({
  systemPrompt: v.exactOptional(v.string()),
  temperature: v.exactOptional(number),
  topP: v.exactOptional(number),
  maxTokens: v.exactOptional(number),
  /** Texts at which the model ends its answer. */
  stop: v.exactOptional(v.array(v.string())),
  seed: v.exactOptional(number),
  presencePenalty: v.exactOptional(number),
  frequencyPenalty: v.exactOptional(number),
  /** Further JSON fields of a request, by their wire names. */
  extra: v.exactOptional(v.record(v.string(), v.unknown())),
});
export type ChatSettings = v.InferOutput<typeof keptSettings>;

const text = v.pipe(v.string(), v.maxLength(4_000_000));
const within = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most));

/** Settings as the user may enter them: the ranges are those of OpenAI's chat completions. */
export const typedSettings = v.object({
  systemPrompt: v.exactOptional(text),
  temperature: v.exactOptional(within(0, 2)),
  topP: v.exactOptional(within(0, 1)),
  maxTokens: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  stop: v.exactOptional(v.pipe(v.array(v.pipe(text, v.minLength(1))), v.maxLength(100))),
  seed: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
  presencePenalty: v.exactOptional(within(-2, 2)),
  frequencyPenalty: v.exactOptional(within(-2, 2)),
  extra: keptSettings.entries.extra,
});
