import type { ChatService } from '../chats/session/chatChange.ts';
import type { ModelRef } from '../models/modelKey.ts';
import type { OnWait } from '../retryWait.ts';
import { askForTest, type TestAnswer } from './testRequest.ts';
import { isComparable, isKeyRefused } from './testVerdict.ts';

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
  /** Called when it is the model's turn. */
  onModel?: (model: TestedModel, index: number) => void;
}

/** Asks the models one at a time, each model and each base once. Never rejects. */
export async function runTests(
  models: readonly TestedModel[],
  options: TestRunOptions,
): Promise<TestResult[]> {
  const asked = new AskedOnce(models, options);
  const results: TestResult[] = [];
  for (const [index, model] of models.entries()) {
    if (asked.isOver(model.connectionId)) {
      results.push({ model, answer: undefined, base: undefined });
      continue;
    }
    options.onModel?.(model, index);
    const answer = await asked.ask(model.connectionId, model.name);
    results.push({ model, answer, base: await asked.base(model, answer) });
  }
  return results;
}

/** Returns the maximum number of requests that a run sends. */
export function countRequests(models: readonly TestedModel[]): number {
  const names = models.flatMap(({ connectionId, name, baseModelName }) =>
    [name, baseModelName].flatMap((one) => (one === undefined ? [] : keyOf(connectionId, one))),
  );
  return new Set(names).size;
}

/** The answers of one run. */
class AskedOnce {
  readonly #options: TestRunOptions;
  readonly #streams: ReadonlyMap<string, ReturnType<ChatService['streamChat']>>;
  readonly #answers = new Map<string, TestAnswer>();
  readonly #refusing = new Set<string>();

  constructor(models: readonly TestedModel[], options: TestRunOptions) {
    this.#options = options;
    // Taken now: if a connection moves meanwhile, requests still go where the user was asked about.
    this.#streams = new Map(
      models.map(({ connectionId }) => [connectionId, options.service.streamChat(connectionId)]),
    );
  }

  /** Whether to send nothing more through this connection. */
  isOver(connectionId: string): boolean {
    return this.#options.signal.aborted || this.#refusing.has(connectionId);
  }

  async ask(connectionId: string, name: string): Promise<TestAnswer | undefined> {
    const known = this.#answers.get(keyOf(connectionId, name));
    const streamChat = this.#streams.get(connectionId);
    if (known || !streamChat) return known;
    const { service, signal, onWait } = this.#options;
    const isFirstRequest = service.isFirstRequest(connectionId, name);
    const answer = await askForTest(streamChat, name, { signal, onWait, isFirstRequest });
    this.#answers.set(keyOf(connectionId, name), answer);
    if (isKeyRefused(answer)) this.#refusing.add(connectionId);
    return answer;
  }

  /** If the model did not answer, its base is not asked. */
  async base(
    { connectionId, name, baseModelName }: TestedModel,
    answer: TestAnswer | undefined,
  ): Promise<TestAnswer | undefined> {
    if (baseModelName === undefined || baseModelName === name || !answer || !isComparable(answer)) {
      return undefined;
    }
    return this.isOver(connectionId) ? undefined : this.ask(connectionId, baseModelName);
  }
}

function keyOf(connectionId: string, name: string): string {
  return JSON.stringify([connectionId, name]);
}
