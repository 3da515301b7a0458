import type { OnWait, TokenLogprob } from '../../api/types.ts';
import type { ChatService } from '../chats/session/chatChange.ts';
import { askForTest, isAtZero, type TestAnswer, verdictOf } from '../testRequests/testRequest.ts';
import type { AnswerPair, WeightsAnswer } from './distance.ts';
import type { ModelAnswers, OfBoth } from './weightsVerdict.ts';

/** A LoRA with the name of its base model. */
export interface TestedAdapter {
  connectionId: string;
  name: string;
  baseModelName: string;
}

/** Eight that a tuned model answers in its own way, of several kinds. Another list needs another format of what is kept. */
export const weightsPrompts = [
  'Say in one sentence who you are and what you do best.',
  'Write a short reply to a customer whose parcel is late.',
  'Explain in one sentence why the sky is blue.',
  'Translate into French: The meeting was moved to Tuesday.',
  'List three things to check before a release.',
  'Write one line of Python that reverses a string.',
  'Continue the story: The door opened, and',
  'Answer in JSON: which city is the capital of Italy?',
] as const;

export const weightsMaxTokens = 16;
const order = ['base', 'adapter', 'base', 'adapter'] as const;

/** How many requests a test sends, half of them to each of the two models, if each is sent once. */
export const weightsRequests = weightsPrompts.length * order.length;

export interface WeightsTestOptions {
  service: Pick<ChatService, 'streamChat' | 'isFirstRequest' | 'noteAnswer'>;
  signal: AbortSignal;
  onWait: OnWait;
  /** Called before each request with how many were sent. */
  onRequest?: (sent: number) => void;
}

/**
 * Asks the adapter and its base each prompt twice, one request at a time, in turn, so that neither always comes first. Resolves with
 * the first answer that did not come, after which nothing more is sent. Never rejects.
 */
export async function testWeights(
  { connectionId, name, baseModelName }: TestedAdapter,
  { service, signal, onWait, onRequest }: WeightsTestOptions,
): Promise<OfBoth<ModelAnswers> | { failed: TestAnswer }> {
  // Taken now: if the connection moves meanwhile, requests still go where the user was asked about.
  const streamChat = service.streamChat(connectionId);
  const names = { base: baseModelName, adapter: name };
  let extra: { logprobs?: true } = { logprobs: true };
  let sent = 0;
  const ask = async (which: 'base' | 'adapter', prompt: string) => {
    const model = { connectionId, name: names[which] };
    const tokens: TokenLogprob[] = [];
    onRequest?.(sent);
    sent += 1;
    const answer = await askForTest(streamChat, model.name, {
      ...{ signal, onWait },
      isFirstRequest: service.isFirstRequest(model),
      onFirstContent: () => service.noteAnswer(model),
      onLogprobs: (more) => void tokens.push(...more),
      request: { messages: [{ role: 'user', content: prompt }], maxTokens: weightsMaxTokens, extra },
    });
    return { answer, tokens };
  };
  const all: OfBoth<WeightsAnswer[]> = { base: [], adapter: [] };
  let isWarm = false;
  for (const prompt of weightsPrompts) {
    for (const which of order) {
      let asked = await ask(which, prompt);
      if (asked.answer.error?.kind === 'badRequest' && extra.logprobs) {
        // It may refuse `logprobs` in words that don't say that it is unknown.
        extra = {};
        sent -= 1;
        asked = await ask(which, prompt);
      }
      const { answer, tokens } = asked;
      if (verdictOf(answer) !== 'answers') return { failed: answer };
      isWarm ||= !isAtZero(answer);
      all[which].push({ text: answer.reasoning + answer.text, ...(tokens.length > 0 && { tokens }) });
    }
  }
  const at = Date.now();
  const answersOf = (which: 'base' | 'adapter') => ({
    at,
    answers: paired(all[which]),
    ...(isWarm && { isWarm }),
  });
  return { base: answersOf('base'), adapter: answersOf('adapter') };
}

function paired(answers: readonly WeightsAnswer[]): AnswerPair[] {
  return answers.flatMap((second, at) => {
    const first = answers[at - 1];
    return at % 2 === 1 && first ? { first, second } : [];
  });
}
