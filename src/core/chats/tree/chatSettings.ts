import * as v from 'valibot';

/** Further JSON fields of a request, by their wire names. */
export type ExtraFields = Record<string, unknown>;

/** Settings of a conversation. Those that are `undefined` were not set and are not sent. */
export interface ChatSettings {
  systemPrompt?: string;
  temperature?: number;
  topP?: number;
  maxTokens?: number;
  /** Texts at which the model ends its answer. */
  stop?: string[];
  seed?: number;
  presencePenalty?: number;
  frequencyPenalty?: number;
  extra?: ExtraFields;
}

// JSON may hold 1e400, which is read as Infinity and written as null.
const number = v.pipe(v.number(), v.finite());

/** Settings as stored: accepts whatever any version of this format wrote. */
export const keptSettings = v.object({
  systemPrompt: v.exactOptional(v.string()),
  temperature: v.exactOptional(number),
  topP: v.exactOptional(number),
  maxTokens: v.exactOptional(number),
  stop: v.exactOptional(v.array(v.string())),
  seed: v.exactOptional(number),
  presencePenalty: v.exactOptional(number),
  frequencyPenalty: v.exactOptional(number),
  extra: v.exactOptional(v.record(v.string(), v.unknown())),
});

const mostCharacters = 4_000_000;
const text = v.pipe(v.string(), v.maxLength(mostCharacters));
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
  extra: v.exactOptional(v.record(v.string(), v.unknown())),
});
