import type { ChatRequest, StreamChat } from '../../api/types.ts';
import { type ExchangeOptions, type ExchangeResult, runExchange } from '../exchange/exchange.ts';
import type { Metrics } from '../exchange/exchangeFields.ts';
import type { KeptError } from '../keptError.ts';

/** What every test request asks: harmless, and open enough that a tuned model answers differently from its base. */
export const testPrompt = 'Say in one sentence who you are and what you do best.';
export const testMaxTokens = 24;

/** A service that ignores `max_tokens` may never stop: we stop reading and cut the answer at this length. */
const maxCharacters = 400;

/** How a model answered a test request. */
export interface TestAnswer {
  name: string;
  /** Mostly `limit`, since the request allows few tokens. */
  state: ExchangeResult['state'];
  text: string;
  reasoning: string;
  figures: Metrics;
  error: KeptError | undefined;
  /** Wire names of the fields that the service refuses. */
  droppedFields: string[];
}

interface AskOptions
  extends Pick<
    ExchangeOptions,
    'signal' | 'isFirstRequest' | 'onFirstContent' | 'onWait' | 'onLogprobs' | 'now'
  > {
  /** What is asked otherwise. */
  request?: Pick<ChatRequest, 'messages' | 'maxTokens' | 'extra'>;
}

/** Sends one tiny chat that is not saved. Never rejects: the answer says how it ended. */
export async function askForTest(
  streamChat: StreamChat,
  name: string,
  options: AskOptions,
): Promise<TestAnswer> {
  const enough = new AbortController();
  let [text, reasoning] = ['', ''];
  const messages = [{ role: 'user' as const, content: testPrompt }];
  const request = { model: name, messages, temperature: 0, maxTokens: testMaxTokens, ...options.request };
  const result = await runExchange(streamChat, request, {
    ...options,
    signal: AbortSignal.any([options.signal, enough.signal]),
    onContent: (moreText, moreReasoning) => {
      reasoning = (reasoning + moreReasoning).slice(0, maxCharacters);
      text = (text + moreText).slice(0, maxCharacters - reasoning.length);
      if (text.length + reasoning.length >= maxCharacters) enough.abort(new Error('This is long enough.'));
    },
    onTextReasoned: () => {
      [text, reasoning] = ['', reasoning + text];
    },
  });
  const { figures, error, droppedFields } = result;
  const isLeft = enough.signal.aborted && !options.signal.aborted;
  const state = isLeft ? 'limit' : result.state;
  return { name, state, text, reasoning, figures, error, droppedFields };
}

/**
 * What a test request says about its model. `cut`: it began to answer, then the connection closed. `refused`: the service
 * rejected the request. `silent`: no answer for any other reason. `stopped`: by the user.
 */
type TestVerdict = 'answers' | 'cut' | 'silent' | 'refused' | 'stopped' | 'notAsked';

const refusals = new Set(['noKey', 'unauthorized', 'forbidden', 'badRequest', 'conflict', 'rateLimited']);

/** `undefined`: the model was not asked. */
export function verdictOf(answer: TestAnswer | undefined): TestVerdict {
  switch (answer?.state) {
    case undefined:
      return 'notAsked';
    case 'complete':
    case 'limit':
      return 'answers';
    case 'stopped':
      return 'stopped';
    case 'cut':
      return contentOf(answer) === '' ? 'silent' : 'cut';
    case 'failed':
      return refusals.has(answer.error?.kind ?? '') ? 'refused' : 'silent';
  }
}

/** Whether the service accepts no more requests with this key. */
export function isKeyRefused({ error }: Pick<TestAnswer, 'error'>): boolean {
  return error?.kind === 'unauthorized' || error?.kind === 'noKey';
}

/** Whether two answers say the same; `undefined` if either is missing, empty or cut off. */
export function compareAnswers(one: TestAnswer, other: TestAnswer): 'same' | 'different' | undefined {
  if (!isComparable(one) || !isComparable(other)) return undefined;
  const [short, long] = contentOf(one).length <= contentOf(other).length ? [one, other] : [other, one];
  const isSame =
    contentOf(short) === contentOf(long) ||
    // One may have ended later because `max_tokens` was dropped.
    (short.state === 'limit' && contentOf(long).startsWith(contentOf(short)));
  return isSame ? 'same' : 'different';
}

/** Whether the answer can be compared with another. */
export function isComparable(answer: TestAnswer): boolean {
  return verdictOf(answer) === 'answers' && contentOf(answer) !== '';
}

/** Whether all were asked at temperature 0, which the service may refuse: otherwise equal models may differ by chance. */
export function isAtZero(...answers: readonly TestAnswer[]): boolean {
  return answers.every(({ droppedFields }) => !droppedFields.includes('temperature'));
}

function contentOf({ reasoning, text }: TestAnswer): string {
  return (reasoning + text).trim();
}
