import * as v from 'valibot';

const number = v.pipe(v.number(), v.finite());

/** Metrics of one answer. Unknown ones are absent. */
export const metricsSchema = v.object({
  /** Milliseconds from handing the request to the transport to the first text or reasoning. */
  ttftMs: v.exactOptional(number),
  tokensPerSecond: v.exactOptional(number),
  promptTokens: v.exactOptional(number),
  completionTokens: v.exactOptional(number),
  /** True if `completionTokens` and `tokensPerSecond` are estimated from the text's length, since the service reported no usage. */
  isEstimated: v.exactOptional(v.boolean()),
  /** Milliseconds that the whole exchange took. */
  durationMs: number,
  /** True if the model had not answered since the window opened: the TTFT may include loading the adapter. */
  isFirstRequest: v.exactOptional(v.boolean()),
  /** True if another answer of the conversation was streaming at the same time: on one machine, each slows the other down. */
  isTogether: v.exactOptional(v.boolean()),
});
export type Metrics = v.InferOutput<typeof metricsSchema>;

/** English text has about four characters per token. */
const charactersPerToken = 4;

/** Estimates the number of tokens of a text for which the service reported no usage. */
export function estimatedTokens(characters: number): Pick<Metrics, 'completionTokens' | 'isEstimated'> {
  if (characters === 0) return {};
  return { completionTokens: Math.max(1, Math.round(characters / charactersPerToken)), isEstimated: true };
}

/** What is kept of the request behind an answer; the request itself can be rebuilt from the answer's path and settings. */
export const sentRequestSchema = v.object({
  /** SHA-256 of the body as sent, in hex; proves that a rebuilt body is the same. */
  digest: v.exactOptional(v.string()),
  /** What stood as `model`, if that is not the model's name. */
  wireName: v.exactOptional(v.string()),
  /** Wire names of fields left out because the service refuses them, including those that nobody set. */
  omitted: v.exactOptional(v.array(v.string())),
  /** For a continued answer: its length in characters before it was continued. */
  continuedFrom: v.exactOptional(v.number()),
  status: v.exactOptional(v.number()),
  requestId: v.exactOptional(v.string()),
  /** The request's route, as in `AnswerFacts`; a later version may know other values. */
  way: v.exactOptional(v.string()),
});
export type SentRequest = v.InferOutput<typeof sentRequestSchema>;

/**
 * How an answer ended. `cut`: the connection closed before the end. `limit`: at the token limit. `stopped`: by the user. `failed`:
 * with an error, after any text that was received before it.
 */
export const endStates = ['complete', 'stopped', 'cut', 'limit', 'failed'] as const;
export type AnswerState = 'streaming' | (typeof endStates)[number];
