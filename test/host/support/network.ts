import type { RequestListener } from 'node:http';
import { type AnswerFacts, ServiceClient, ServiceError, type Transport } from '../../../src/api/index.ts';
import { chosenTransport } from '../../../src/ui/shared/transportSetting.ts';
import { canaryKey } from '../../e2e/canary.ts';
import { leadHere } from '../../service/network/names.ts';
import { delta, doneEvent, finishEvent, sendEvents, sendJson } from '../../unit/api/harness.ts';
import { setUser } from './connectionSettings.ts';

/** Answers every list with an empty one, and every chat with "Hello". */
export const answerAll: RequestListener = (request, response) => {
  if (request.method === 'GET') sendJson(response, []);
  else sendEvents(response, delta({ content: 'Hello' }), finishEvent, doneEvent).end();
};

/** The result of a request: the transport that got its answer, or the error. */
export type Outcome = AnswerFacts['way'] | [kind: string, code: string | undefined];

export interface Asker {
  list(): Promise<Outcome>;
  chat(): Promise<Outcome>;
}

/** `waitMs`: the limit for connecting, and again for an answer. */
export function asker(
  baseUrl: string,
  transport: Transport = chosenTransport(process.env),
  waitMs = 4000,
): Asker {
  const timing = { connectMs: waitMs, headersMs: waitMs, totalMs: 12_000 };
  const client = new ServiceClient({ baseUrl, transport, timing, apiKey: async () => canaryKey });
  const outcome = async (ask: (onAnswer: (facts: AnswerFacts) => void) => Promise<unknown>) => {
    let way: Outcome;
    try {
      await ask((facts) => {
        way = facts.way;
      });
      return way;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return [error.kind, error.code] satisfies Outcome;
    }
  };
  return {
    list: () => outcome((onAnswer) => client.listLoras({ onAnswer })),
    chat: () =>
      outcome(async (onAnswer) => {
        const request = { model: 'm', messages: [{ role: 'user' as const, content: 'Hello' }] };
        for await (const event of client.streamChat(request, { onAnswer }))
          if (event.type === 'finish') return;
      }),
  };
}

const settings = [
  ['http', 'proxy'],
  ['http', 'noProxy'],
  ['http', 'proxySupport'],
  ['http', 'proxyAuthorization'],
  ['http', 'proxyStrictSSL'],
  ['hostedModels', 'transport'],
] as const;

async function reset(kept?: 'proxy' | 'transport'): Promise<void> {
  for (const [section, key] of settings) if (key !== kept) await setUser(section, key, undefined);
}

/**
 * Names under `.internal` lead to this machine. The settings above are reset after each test, but the one that every test of the
 * suite sets only after the last: each change takes the extension host and the workbench tens of milliseconds.
 */
export function useNetwork({ setByAll }: { setByAll?: 'proxy' | 'transport' } = {}): void {
  let leadAway = (): void => undefined;
  before(async () => {
    // Node creates its own dispatcher with its first fetch.
    await fetch('data:,x');
    leadAway = leadHere('.internal');
  });
  afterEach(() => reset(setByAll));
  after(async () => {
    await reset();
    leadAway();
  });
}
