import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import type { ChatService } from '../../../../src/core/chats/session/chatChange.ts';
import { firstRequests } from '../../../../src/core/chats/session/firstRequests.ts';
import {
  runTests,
  type TestedModel,
  type TestResult,
  type TestRunOptions,
} from '../../../../src/core/testRequests/testRun.ts';
import { type RunningService, startService } from '../../../service/service.ts';

export const onChat = 'POST /api/v1/chat/completions';

export function tested(name: string, baseModelName?: string, connectionId = 'acme'): TestedModel {
  return { connectionId, kind: baseModelName === undefined ? 'baseModel' : 'lora', name, baseModelName };
}

/** Test requests to the local service, over sockets. */
export class TestBench {
  readonly service: RunningService;
  readonly #chats: ChatService;

  constructor(service: RunningService, client: ServiceClient) {
    this.service = service;
    this.#chats = {
      ...firstRequests(),
      streamChat: () => (request, options) => client.streamChat(request, options),
      isGone: () => false,
      deployment: () => undefined,
    };
  }

  run(models: readonly TestedModel[], parts: Partial<TestRunOptions> = {}): Promise<TestResult[]> {
    const { signal } = new AbortController();
    return runTests(models, { service: this.#chats, signal, onWait: () => undefined, ...parts });
  }

  /** The models that were asked, in order. */
  asked(): unknown[] {
    return this.service.requests.map(({ body }) => JSON.parse(body).model);
  }
}

/** A bench for each test of a suite. */
export function useTestBench(): () => TestBench {
  let bench: TestBench | undefined;
  beforeEach(async () => {
    const service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY });
    const transport = await createUndiciTransport();
    const apiKey = async () => 'sample-key';
    bench = new TestBench(service, new ServiceClient({ baseUrl: service.url, apiKey, transport }));
  });
  afterEach(() => bench?.service.close());
  return () => {
    if (!bench) throw new Error('The bench is there while a test runs only.');
    return bench;
  };
}
