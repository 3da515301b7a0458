import type { OnWait } from '../../api/types.ts';
import type { ChatService } from '../chats/session/chatChange.ts';
import { type ModelRef, type NamedModel, nameKey } from '../models/modelKey.ts';
import { askForTest, isComparable, isKeyRefused, type TestAnswer } from './testRequest.ts';

export interface TestedModel extends ModelRef {
  /** The base whose answer a LoRA's is compared with; `undefined` for a base model or if it is unknown. */
  baseModelName: string | undefined;
}

export interface TestResult {
  model: TestedModel;
  /** `undefined`: it was not asked, since the user stopped or the key was refused before. */
  answer: TestAnswer | undefined;
  /** The base's; `undefined` if there is nothing to compare. */
  base: TestAnswer | undefined;
}

export interface TestRunOptions {
  service: ChatService;
  signal: AbortSignal;
  onWait: OnWait;
  onModel?: (model: TestedModel, index: number) => void;
}

/** Asks the models one at a time, each model and each base once. Never rejects. */
export async function runTests(
  models: readonly TestedModel[],
  { service, signal, onWait, onModel }: TestRunOptions,
): Promise<TestResult[]> {
  // Taken now: if a connection moves meanwhile, requests still go where the user was asked about.
  const streams = new Map(models.map(({ connectionId: id }) => [id, service.streamChat(id)]));
  const answers = new Map<string, TestAnswer>();
  const refusing = new Set<string>();
  const isOver = (connectionId: string) => signal.aborted || refusing.has(connectionId);
  const ask = async (model: NamedModel): Promise<TestAnswer | undefined> => {
    const key = nameKey(model);
    const streamChat = streams.get(model.connectionId);
    if (answers.has(key) || !streamChat) return answers.get(key);
    const answer = await askForTest(streamChat, model.name, {
      signal,
      onWait,
      isFirstRequest: service.isFirstRequest(model),
      onFirstContent: () => service.noteAnswer(model),
    });
    answers.set(key, answer);
    if (isKeyRefused(answer)) refusing.add(model.connectionId);
    return answer;
  };
  const results: TestResult[] = [];
  for (const [index, model] of models.entries()) {
    const { connectionId, name, baseModelName } = model;
    const result: TestResult = { model, answer: undefined, base: undefined };
    results.push(result);
    if (isOver(connectionId)) continue;
    onModel?.(model, index);
    result.answer = await ask(model);
    const hasBase = baseModelName !== undefined && baseModelName !== name;
    if (hasBase && result.answer && isComparable(result.answer) && !isOver(connectionId)) {
      result.base = await ask({ connectionId, name: baseModelName });
    }
  }
  return results;
}

/** Returns the maximum number of requests that a run sends. */
export function countRequests(models: readonly TestedModel[]): number {
  const names = models.flatMap(({ connectionId, name, baseModelName }) =>
    [name, baseModelName].flatMap((one) => (one === undefined ? [] : nameKey({ connectionId, name: one }))),
  );
  return new Set(names).size;
}
