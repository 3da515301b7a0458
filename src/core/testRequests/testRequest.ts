import type { ChatRequest } from '../../api/types.ts';
import {
  type ExchangeOptions,
  type ExchangeResult,
  runExchange,
  type StreamChat,
} from '../chats/session/exchange.ts';
import type { Figures, TurnError } from '../chats/tree/conversation.ts';

/** What every test request says: harmless, and open enough that a tuned model's answer differs from its base's. */
export const testPrompt = 'Say in one sentence who you are and what you do best.';
export const testMaxTokens = 24;

/** A service that does not take `max_tokens` may go on and on: an answer is left, and cut, at this length. */
const maxCharacters = 400;

/** How a model answered a test request. */
export interface TestAnswer {
  model: string;
  /** `limit` is what most answers end with: they are asked to be short. */
  state: ExchangeResult['state'];
  text: string;
  reasoning: string;
  figures: Figures;
  error: TurnError | undefined;
  /** Wire names of the fields that the service does not take. */
  droppedFields: string[];
}

export type AskOptions = Pick<ExchangeOptions, 'signal' | 'isFirstRequest' | 'onWait' | 'now'>;

/** One tiny chat that no file keeps. Never rejects: the answer says how it ended. */
export async function askForTest(
  streamChat: StreamChat,
  model: string,
  options: AskOptions,
): Promise<TestAnswer> {
  const enough = new AbortController();
  let [text, reasoning] = ['', ''];
  const result = await runExchange(streamChat, testRequest(model), {
    ...options,
    signal: AbortSignal.any([options.signal, enough.signal]),
    onContent: (moreText, moreReasoning) => {
      reasoning = (reasoning + moreReasoning).slice(0, maxCharacters);
      text = (text + moreText).slice(0, maxCharacters - reasoning.length);
      if (text.length + reasoning.length >= maxCharacters) enough.abort(new Error('This is long enough.'));
    },
  });
  const { figures, error, droppedFields } = result;
  const isLeft = enough.signal.aborted && !options.signal.aborted;
  const state = isLeft ? 'limit' : result.state;
  return { model, state, text, reasoning, figures, error, droppedFields };
}

function testRequest(model: string): ChatRequest {
  return {
    model,
    messages: [{ role: 'user', content: testPrompt }],
    temperature: 0,
    maxTokens: testMaxTokens,
  };
}
