import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CallOptions, RetryWait, ServiceClient, ServiceError } from '../../../../src/api/index.ts';
import {
  clientFor,
  collect,
  doneEvent,
  finishEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  sendJson,
  serve,
  withoutJitter,
  withoutTime,
} from '../harness.ts';

/** Answers with each of these in turn, then repeats the last. */
function inTurn(
  ...answers: ((response: ServerResponse, request: IncomingMessage) => void)[]
): RequestListener {
  let at = 0;
  return (request, response) => {
    answers[Math.min(at, answers.length - 1)]?.(response, request);
    at += 1;
  };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end();
  };
const list = (response: ServerResponse): void => sendJson(response, []);
const reset = (_: ServerResponse, request: IncomingMessage): void => {
  request.socket.resetAndDestroy();
};
const retrySoon = { 'retry-after-ms': '1' };

const shouldRetry = { 'x-should-retry': 'true' };
const shouldNotRetry = { ...retrySoon, 'x-should-retry': 'false' };

const calls = {
  list: (client: ServiceClient, options: CallOptions): Promise<unknown> => client.listLoras(options),
  delete: (client: ServiceClient, options: CallOptions): Promise<unknown> => client.deleteLora('x', options),
  chat: (client: ServiceClient, options: CallOptions): Promise<unknown> =>
    collect(client.streamChat(helloRequest, options)),
};

/** The call, and the headers with which the service refuses it each time. */
const columns = [
  ['list', retrySoon],
  ['list', shouldNotRetry],
  ['list', shouldRetry],
  ['chat', retrySoon],
  ['chat', {}],
  ['chat', shouldNotRetry],
  ['chat', shouldRetry],
  ['delete', { ...retrySoon, ...shouldRetry }],
] as const;

/** How many requests the service sees in each column. */
const byStatus: [status: number, requests: number[]][] = [
  //    list: soon, no, yes; chat: soon, silent, no, yes; delete: soon and yes
  // A chat that is refused without a reason is tried without `stream_options`, then without `stream`.
  [400, [1, 1, 1, 3, 3, 3, 3, 1]],
  [401, [1, 1, 1, 1, 1, 1, 1, 1]],
  [403, [1, 1, 1, 1, 1, 1, 1, 1]],
  [404, [1, 1, 1, 1, 1, 1, 1, 1]],
  [408, [3, 1, 3, 1, 1, 1, 2, 1]],
  [409, [1, 1, 3, 1, 1, 1, 2, 1]],
  [413, [1, 1, 1, 1, 1, 1, 1, 1]],
  [422, [1, 1, 1, 3, 3, 3, 3, 1]],
  [425, [3, 1, 3, 1, 1, 1, 2, 1]],
  [429, [3, 1, 3, 2, 1, 1, 2, 1]],
  [500, [3, 1, 3, 1, 1, 1, 2, 1]],
  [501, [1, 1, 3, 1, 1, 1, 2, 1]],
  [502, [3, 1, 3, 1, 1, 1, 2, 1]],
  [503, [3, 1, 3, 2, 1, 1, 2, 1]],
  [504, [3, 1, 3, 1, 1, 1, 2, 1]],
  [529, [3, 1, 3, 2, 1, 1, 2, 1]],
];

// `faults` has the retries after each failure of the network and each form of Retry-After.
describe('Retries', () => {
  withoutJitter();
  withoutTime();

  overBothTransports((transport) => {
    const tries = async (listener: RequestListener, call: keyof typeof calls) => {
      const waits: number[] = [];
      let waited = 0;
      await using server = await serve(listener);
      const client = clientFor(server.url, transport);
      const options = {
        onWait: (wait: RetryWait | undefined) => {
          if (wait) waits.push(wait.until);
          else waited += 1;
        },
      };
      const error = await calls[call](client, options).then(
        () => undefined,
        (reason: ServiceError) => reason,
      );
      return { waits, waited, error, count: server.requests.length };
    };

    it('happen as often as the table says for each status', async () => {
      for (const [code, counts] of byStatus) {
        for (const [index, [call, headers]] of columns.entries()) {
          const { count, error } = await tries(inTurn(status(code, headers)), call);
          const cell = `${call} ${code} ${JSON.stringify(headers)}`;
          assert.deepEqual([cell, count, error?.status], [cell, counts[index], code]);
        }
      }
    });

    it('end with the first successful answer, and report the end of each wait', async () => {
      for (const code of [408, 425, 429, 500, 502, 503, 504, 529]) {
        const { waits, waited, error, count } = await tries(
          inTurn(status(code, retrySoon), status(code, retrySoon), list),
          'list',
        );
        assert.deepEqual([waits, waited, error, count], [[1, 1], 2, undefined, 3]);
      }
    });

    it('of a GET follow a connection reset before the headers', async () => {
      const { count, error, waits } = await tries(inTurn(reset, list), 'list');
      assert.deepEqual([count, error], [2, undefined]);
      assert.ok((waits[0] ?? -1) >= 0 && (waits[0] ?? 999) <= 500);
    });

    it('do not start if the service asks for too long a wait; the error contains that wait', async () => {
      // Shorter than the minute that a read would wait, but longer than the whole call may take.
      const { count, error: late } = await tries(inTurn(status(429, { 'retry-after': '40' }), list), 'list');
      assert.deepEqual([count, late?.kind, late?.retryAfterMs], [1, 'rateLimited', 40_000]);
      const { error } = await tries(inTurn(status(503, { 'retry-after': '21' })), 'chat');
      assert.equal(error?.retryAfterMs, 21_000);
    });

    it('of a chat happen once, if a busy service says how long to wait, and not after a reset', async () => {
      const answer = (response: ServerResponse): void =>
        void sendEvents(response, finishEvent, doneEvent).end();
      assert.deepEqual(await tries(inTurn(status(503, retrySoon), answer), 'chat'), {
        waits: [1],
        waited: 1,
        error: undefined,
        count: 2,
      });
      assert.equal((await tries(inTurn(reset, answer), 'chat')).count, 1);
    });

    it('are not sent once their wait is aborted', async () => {
      for (const call of ['list', 'chat'] as const) {
        await using server = await serve(inTurn(status(503, { 'retry-after': '15' })));
        const stop = new AbortController();
        const reason = new Error('Stopped.');
        let waited = 0;
        const options = {
          signal: stop.signal,
          onWait: (wait: RetryWait | undefined) => {
            if (wait) stop.abort(reason);
            else waited += 1;
          },
        };
        await assert.rejects(calls[call](clientFor(server.url, transport), options), reason);
        assert.deepEqual([server.requests.length, waited], [1, 0]);
      }
    });

    it('ask for the API key each time', async () => {
      const keys = ['one', 'two'];
      await using server = await serve(inTurn(status(503, retrySoon), list));
      await clientFor(server.url, transport, { apiKey: async () => keys.shift() }).listLoras();
      assert.deepEqual(
        server.requests.map(({ headers }) => headers.authorization),
        ['Bearer one', 'Bearer two'],
      );
    });
  });
});
