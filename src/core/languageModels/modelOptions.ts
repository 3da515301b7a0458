import * as v from 'valibot';
import type { ChatRequest } from '../../api/types.ts';
import { defined } from '../../base/defined.ts';

const number = v.fallback(v.optional(v.pipe(v.number(), v.finite())), undefined);
const count = v.fallback(v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), undefined);
const text = v.pipe(v.string(), v.minLength(1));
const texts = v.union([
  v.pipe(v.array(text), v.minLength(1)),
  v.pipe(
    text,
    v.transform((one) => [one]),
  ),
]);

const schema = v.object({
  temperature: number,
  top_p: number,
  max_tokens: count,
  max_completion_tokens: count,
  stop: v.fallback(v.optional(texts), undefined),
  seed: v.fallback(v.optional(v.pipe(v.number(), v.safeInteger())), undefined),
  presence_penalty: number,
  frequency_penalty: number,
  response_format: v.fallback(v.optional(v.looseObject({ type: text })), undefined),
});

/**
 * Reads the options that a caller of VS Code's API sets, by OpenAI's names. All others are left out: callers add private fields of
 * their own, such as Copilot's `_capturingTokenCorrelationId`, which strict services refuse and which no service should see.
 */
export function readModelOptions(options: unknown): Partial<ChatRequest> {
  const read = v.parse(v.fallback(schema, {}), options);
  return defined({
    temperature: read.temperature,
    topP: read.top_p,
    maxTokens: read.max_tokens ?? read.max_completion_tokens,
    stop: read.stop,
    seed: read.seed,
    presencePenalty: read.presence_penalty,
    frequencyPenalty: read.frequency_penalty,
    extra: read.response_format && { response_format: read.response_format },
  });
}
