import * as v from 'valibot';
import { type ChatSettings, keptSettings } from '../../chats/tree/chatSettings.ts';
import { keptAnswerFields, toolCalls } from '../../chats/tree/conversation.ts';
import { endStates } from '../../exchange/exchangeFields.ts';
import { keptError } from '../../keptError.ts';
import { keptTime } from '../../sensibleTime.ts';
import { type Check, callErrors, type Prompt } from '../prompt.ts';

/** The number of the format of `run.json` and of each line of `results.jsonl`. What has a higher one is left alone. */
export const runFormat = 1;

/** So many models can be compared, and the base once more, for the noise floor. */
export const maxModels = 5;

export const maxRepetitions = 10;

/** Sent as `max_tokens` unless the user set another: services cut an answer much sooner if nothing is set. */
export const defaultMaxTokens = 1024;

/** The settings of a run unless the user chooses others: as far as a service allows, its answers can be had again. */
export const plainSettings: ChatSettings = { temperature: 0 };

export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const format = { v: v.literal(runFormat) };

export const modelSchema = v.object({
  connectionId: v.string(),
  name: v.string(),
  /** Where its connection was when the model was chosen: nothing is sent elsewhere unasked. */
  baseUrl: v.exactOptional(v.string()),
  /** True for the base as it is compared with itself. */
  isNoiseFloor: v.exactOptional(v.boolean()),
});
export type RunModel = v.InferOutput<typeof modelSchema>;

/** The content of `run.json`, which never changes: the run is complete in it and its results, which may add a model. */
export const runSchema = v.object({
  ...format,
  id: v.string(),
  createdAt: keptTime,
  /** The set's file; its prompts were copied into the results, as they may change there. */
  set: v.object({ name: v.string(), uri: v.exactOptional(v.string()) }),
  /** The first is the base: the one that the others are compared with. The base once more comes last. */
  models: v.pipe(v.array(modelSchema), v.minLength(1), v.maxLength(maxModels)),
  /** Of all requests. A prompt's own system message takes the place of `systemPrompt`. */
  settings: keptSettings,
  repetitions: v.pipe(count, v.minValue(1), v.maxValue(maxRepetitions)),
  /** How many prompts there are. */
  prompts: count,
  /** The order in which they are asked follows from it. */
  seed: count,
});
export type Run = v.InferOutput<typeof runSchema>;

const newerSchema = v.looseObject({ v: v.pipe(v.number(), v.gtValue(runFormat)) });

/** What we read of a `run.json` that a newer version wrote. */
export const newerRunSchema = v.object({
  ...newerSchema.entries,
  createdAt: keptTime,
  set: v.fallback(v.object({ name: v.string() }), { name: '' }),
});

/** Its fields are in the order in which `readMessage` has them, by which `askedDigest` knows what asks the same. */
const messageSchema = v.object({
  role: v.picklist(['system', 'user', 'assistant', 'tool']),
  content: v.union([
    v.string(),
    v.array(
      v.variant('type', [
        v.object({ type: v.literal('text'), text: v.string() }),
        v.object({ type: v.literal('image'), url: v.string() }),
      ]),
    ),
  ]),
  reasoning: v.exactOptional(v.string()),
  toolCalls,
  name: v.exactOptional(v.string()),
  toolCallId: v.exactOptional(v.string()),
});

const checkSchema: v.GenericSchema<Check> = v.object({
  type: v.string(),
  value: v.exactOptional(v.unknown()),
  weight: v.exactOptional(v.number()),
  assert: v.exactOptional(v.array(v.lazy(() => checkSchema))),
  threshold: v.exactOptional(v.number()),
});

/** One answer's place in a run. All count from 0. */
const cellFields = { prompt: count, model: count, repetition: count };
export type RunCell = v.InferOutput<v.ObjectSchema<typeof cellFields, undefined>>;

/** Returns the numbers of the models that are compared with the base. */
export function comparedModels({ models }: Pick<Run, 'models'>): number[] {
  return [...models.entries()].flatMap(([at, { isNoiseFloor }]) => (at > 0 && !isNoiseFloor ? [at] : []));
}

/** Returns the places of all answers to a prompt: model by model. */
export function cellsOf(
  { models, repetitions }: Pick<Run, 'models' | 'repetitions'>,
  prompt: number,
): RunCell[] {
  return models.flatMap((_, model) =>
    Array.from({ length: repetitions }, (_, repetition) => ({ prompt, model, repetition })),
  );
}

/** Which request for this answer it is, from 1: more than one if the earlier ones failed or the run was interrupted. */
const attempt = v.pipe(count, v.minValue(1));

const { text, reasoning, reasoningMs, finishReason, figures, error, droppedFields, sent, deployment } =
  keptAnswerFields;
const answer = {
  text,
  toolCalls: keptAnswerFields.toolCalls,
  reasoning,
  reasoningMs,
  state: v.picklist(endStates),
  finishReason,
  figures: v.fallback(figures.wrapped, { durationMs: 0 }),
  error,
  droppedFields,
  sent,
  deployment,
  /** As they were sent, without the system prompt. */
  settings: keptAnswerFields.settings,
  /** The model that a batch's output names, if it is another than the one that was asked. */
  answeredBy: v.exactOptional(v.string()),
};

/** The route of an answer that came in a batch's output: when it came, and how fast, nobody knows. */
export const batchWay = 'batch';

/** What an answer came of, beside the model that was asked; all that is known of it. */
export const originSchema = v.object({
  deployment,
  /** It came in a batch's output. */
  isBatch: v.exactOptional(v.literal(true)),
});
export type AnswerOrigin = v.InferOutput<typeof originSchema>;

export function originOf({ deployment, sent }: Pick<RunResult, 'deployment' | 'sent'>): AnswerOrigin {
  return { ...(deployment && { deployment }), ...(sent?.way === batchWay && { isBatch: true }) };
}

/** Of two models' answers, the base's and the other's; a prompt that is skipped can be rated later. */
export const ratingChoices = ['base', 'other', 'tie', 'skipped'] as const;
export type RatingChoice = (typeof ratingChoices)[number];

/** `other`: the model whose answers are rated beside the base's: the first of each, if prompts are repeated. `seed` is the round's. */
const rated = { other: v.pipe(count, v.minValue(1)), seed: count };

/** Where a run's requests were written: the folder's address, and of each model its files' names and its name in them. */
export const exportedBatch = v.object({
  folder: v.string(),
  files: v.array(v.array(v.string())),
  wireNames: v.array(v.string()),
});
export type WrittenBatch = v.InferOutput<typeof exportedBatch>;
/** What a judge says of two answers: of those it knows as A and B. */
export const sayings = ['A', 'B', 'TIE'] as const;
export type Saying = (typeof sayings)[number];

/** Who judges answers, and what it is asked. */
export const judgeFields = {
  judge: v.object({ connectionId: v.string(), name: v.string() }),
  template: v.string(),
  /** The judge is one of the models that are compared, or their base. */
  isCompared: v.exactOptional(v.literal(true)),
};

const lineSchema = v.variant('is', [
  /** A prompt as it was in the set; all come before the first request. A later line replaces it: its checks have changed. */
  v.object({
    ...format,
    is: v.literal('prompt'),
    prompt: count,
    line: count,
    id: v.string(),
    messages: v.array(messageSchema),
    offered: v.exactOptional(v.looseObject({ tools: v.array(v.unknown()) })),
    expected: v.exactOptional(v.string()),
    reference: v.exactOptional(v.string()),
    checks: v.array(checkSchema),
    group: v.exactOptional(v.string()),
    tags: v.exactOptional(v.array(v.string())),
  }),
  /** The base takes part once more, as the last model. */
  v.object({ ...format, is: v.literal('modelAdded'), place: count, model: modelSchema }),
  /** Requests are sent from here on. `underWay`: which were when the run was interrupted; they may have been answered unseen. */
  v.object({ ...format, is: v.literal('begun'), at: keptTime, underWay: v.array(v.object(cellFields)) }),
  /** A request is about to be sent. */
  v.object({ ...format, is: v.literal('sent'), ...cellFields, attempt, at: keptTime }),
  /** How it ended. A later result of the same cell replaces it. */
  v.object({ ...format, is: v.literal('result'), ...cellFields, attempt, at: keptTime, ...answer }),
  /** What the prompt's checks said of the answer. A later line replaces it. */
  v.object({
    ...format,
    is: v.literal('checked'),
    ...cellFields,
    checks: v.array(
      v.object({
        check: checkSchema,
        passed: v.boolean(),
        reason: v.string(),
        callError: v.exactOptional(v.picklist(callErrors)),
        isUnchecked: v.exactOptional(v.literal(true)),
        isPart: v.exactOptional(v.literal(true)),
      }),
    ),
  }),
  /** A model failed too often in a row: it was asked no more. */
  v.object({
    ...format,
    is: v.literal('gaveUp'),
    model: count,
    error: v.exactOptional(keptError),
    at: keptTime,
  }),
  /**
   * No more requests are sent; `ceiling`: the answers had as many tokens as the user allowed; `waiting`: what is missing comes from
   * elsewhere. Missing after `begun` if the run was interrupted.
   */
  v.object({
    ...format,
    is: v.literal('ended'),
    why: v.picklist(['complete', 'stopped', 'ceiling', 'waiting']),
    at: keptTime,
  }),
  /** The requests, or those without an answer, were written to files for another engine. */
  v.object({ ...format, is: v.literal('exported'), ...exportedBatch.entries, at: keptTime }),
  /** A round of blind ratings begins. The order of its prompts and their sides follow from `seed` (`rate/sides.ts`). */
  v.object({ ...format, is: v.literal('ratingBegun'), ...rated, at: keptTime }),
  /** A choice of the round under way. A later one of the same prompt replaces it. `left`: whose answer stood there. */
  v.object({
    ...format,
    is: v.literal('rated'),
    ...rated,
    prompt: count,
    left: v.picklist(['base', 'other']),
    choice: v.picklist(ratingChoices),
    at: keptTime,
  }),
  /** The round is finished: its names and its verdict are shown, and nothing is added to it. */
  v.object({ ...format, is: v.literal('ratingEnded'), ...rated, at: keptTime }),
  /** A judge is asked from here on. One with the same `seed` goes on with it. */
  v.object({ ...format, is: v.literal('judgeBegun'), ...rated, ...judgeFields, at: keptTime }),
  /** What the judge answered with this model's answer as A. `said` is missing if that was no judgment. */
  v.object({
    ...format,
    is: v.literal('judged'),
    ...rated,
    prompt: count,
    first: v.picklist(['base', 'other']),
    said: v.exactOptional(v.picklist(sayings)),
    /** Which answer is longer, in characters; absent if neither is. */
    longer: v.exactOptional(v.picklist(['base', 'other'])),
    text,
    at: keptTime,
  }),
  /** The judge failed too often in a row: it was asked no more. */
  v.object({
    ...format,
    is: v.literal('judgeGaveUp'),
    ...rated,
    error: v.exactOptional(keptError),
    at: keptTime,
  }),
]);

/** A line of `results.jsonl`. */
export type RunLine = v.InferOutput<typeof lineSchema>;
export type RunLineOf<I extends RunLine['is']> = Extract<RunLine, { is: I }>;
export type RunResult = RunLineOf<'result'>;
/** A line as passed in; its format number is added when it is written. */
export type NewRunLine = { [I in RunLine['is']]: Omit<RunLineOf<I>, 'v'> }[RunLine['is']];

export function runLine(line: NewRunLine): RunLine {
  return { v: runFormat, ...line };
}

/** Returns `undefined` if the line is torn or of an unknown version. */
export function readRunLine(json: unknown): RunLine | undefined {
  const read = v.safeParse(lineSchema, json);
  return read.success ? read.output : undefined;
}

export function isNewerLine(json: unknown): boolean {
  return v.is(newerSchema, json);
}

export function promptLine(prompt: Prompt, at: number): Extract<NewRunLine, { is: 'prompt' }> {
  return { is: 'prompt', prompt: at, ...prompt };
}

export function promptOf({ v: _format, is: _is, prompt: _at, ...prompt }: RunLineOf<'prompt'>): Prompt {
  return prompt;
}
