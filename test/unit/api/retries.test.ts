import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ServiceError, Transport } from '../../../src/api/index.ts';
import {
  clientFor,
  collect,
  DONE,
  delta,
  FINISH,
  failure,
  HELLO,
  overBothTransports,
  sendEvents,
  sendJson,
  withoutJitter,
  withServer,
} from './harness.ts';

/** Answers with each of these in turn, then with the last. */
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
const SOON = { 'retry-after-ms': '1' };

describe('Retries', () => {
  withoutJitter();

  overBothTransports((transport) => {
    const tries = async (listener: RequestListener, call: 'list' | 'delete' | 'chat') => {
      const waits: number[] = [];
      let error: ServiceError | undefined;
      let count = 0;
      await withServer(listener, async ({ url, requests }) => {
        const client = clientFor(url, transport);
        const options = { onRetry: (waitMs: number) => waits.push(waitMs) };
        const done: Promise<unknown> =
          call === 'list'
            ? client.listLoras(options)
            : call === 'delete'
              ? client.deleteLora('x', options)
              : collect(client.streamChat(HELLO, options));
        error = await done.then(
          () => undefined,
          (reason: ServiceError) => reason,
        );
        count = requests.length;
      });
      return { waits, error, count };
    };

    for (const code of [408, 429, 500, 502, 503, 504]) {
      it(`of a GET follow ${code}, twice at most`, async () => {
        assert.deepEqual(await tries(inTurn(status(code, SOON), status(code, SOON), list), 'list'), {
          waits: [1, 1],
          error: undefined,
          count: 3,
        });
        const { count, error } = await tries(inTurn(status(code, SOON)), 'list');
        assert.deepEqual([count, error?.status, error?.retryAfterMs], [3, code, 1]);
      });
    }

    it('of a GET follow a reset before the headers', async () => {
      const { count, error, waits } = await tries(inTurn(reset, list), 'list');
      assert.deepEqual([count, error], [2, undefined]);
      assert.ok((waits[0] ?? -1) >= 0 && (waits[0] ?? 999) <= 500);
    });

    for (const code of [400, 401, 403, 404, 409, 422, 501]) {
      it(`of a GET do not follow ${code}`, async () => {
        assert.equal((await tries(inTurn(status(code)), 'list')).count, 1);
      });
    }

    it('never follow a body that broke off', async () => {
      const torn = (response: ServerResponse): void => {
        response.writeHead(200, { 'content-length': '100' }).write('[', () => response.destroy());
      };
      const { count, error } = await tries(inTurn(torn, list), 'list');
      assert.deepEqual([count, error?.kind], [1, 'network']);
    });

    it('obey x-should-retry', async () => {
      const no = { ...SOON, 'x-should-retry': 'false' };
      assert.equal((await tries(inTurn(status(503, no), list), 'list')).count, 1);
      const yes = { ...SOON, 'x-should-retry': 'true' };
      assert.equal((await tries(inTurn(status(409, yes), list), 'list')).count, 2);
      assert.equal((await tries(inTurn(status(401, yes), list), 'list')).count, 1);
      assert.equal((await tries(inTurn(status(503, yes), list), 'delete')).count, 1);
    });

    it('wait as long as the service asks: in seconds, milliseconds or until a date', async () => {
      const past = new Date(Date.now() - 60_000).toUTCString();
      for (const [headers, waits] of [
        [{ 'retry-after': '0' }, [0]],
        [{ 'retry-after': '0.01' }, [10]],
        [{ 'retry-after': '9', 'retry-after-ms': '2' }, [2]],
        [{ 'retry-after': past }, [0]],
      ] as const) {
        assert.deepEqual((await tries(inTurn(status(429, headers), list), 'list')).waits, waits);
      }
    });

    it('are not begun where the wait is longer than we would wait, and say how long it is', async () => {
      for (const after of ['61', '40']) {
        const { count, error } = await tries(inTurn(status(429, { 'retry-after': after }), list), 'list');
        assert.deepEqual([count, error?.kind, error?.retryAfterMs], [1, 'rateLimited', Number(after) * 1000]);
      }
      const { error } = await tries(inTurn(status(503, { 'retry-after': '21' })), 'chat');
      assert.equal(error?.retryAfterMs, 21_000);
    });

    it('take a Retry-After that makes no sense for none', async () => {
      for (const after of ['-5', 'soon', '']) {
        const { error, count } = await tries(inTurn(status(503, { 'retry-after': after })), 'chat');
        assert.deepEqual([error?.retryAfterMs, count], [undefined, 1]);
      }
    });

    it('of a chat follow a busy service that says when, once', async () => {
      const answer = (response: ServerResponse): void => void sendEvents(response, FINISH, DONE).end();
      assert.equal((await tries(inTurn(status(503, SOON), answer), 'chat')).error, undefined);
      assert.equal((await tries(inTurn(status(429, SOON)), 'chat')).count, 2);
      assert.equal((await tries(inTurn(status(503), answer), 'chat')).count, 1);
      assert.equal((await tries(inTurn(status(500, SOON), answer), 'chat')).count, 1);
      assert.equal((await tries(inTurn(reset, answer), 'chat')).count, 1);
    });

    it('of a chat never follow the first byte', async () => {
      const torn = (response: ServerResponse): void => {
        sendEvents(response).write(delta({ content: 'a' }), () => response.destroy());
      };
      const { count, error } = await tries(inTurn(torn), 'chat');
      assert.deepEqual([count, error?.kind], [1, 'network']);
    });

    it('of anything follow a connection that failed', async () => {
      for (const [call, failed] of [
        ['list', 3],
        ['delete', 2],
        ['chat', 2],
      ] as const) {
        let port = 0;
        await withServer(inTurn(list), async ({ url }) => {
          port = Number(new URL(url).port);
        });
        let sent = 0;
        const counting: Transport = (url, init) => {
          sent += 1;
          return transport(url, init);
        };
        const errors: ServiceError[] = [];
        const client = clientFor(`http://127.0.0.1:${port}`, counting);
        const options = { onRetry: (_: number, error: ServiceError) => errors.push(error) };
        const done =
          call === 'list'
            ? client.listLoras(options)
            : call === 'delete'
              ? client.deleteLora('x', options)
              : collect(client.streamChat(HELLO, options));
        const error = await failure(done);
        assert.deepEqual(
          [error.kind, error.code, sent, errors.length],
          ['network', 'ECONNREFUSED', failed, failed - 1],
        );
      }
    });

    it('ask for the key each time', async () => {
      const keys = ['one', 'two'];
      await withServer(inTurn(status(503, SOON), list), async ({ url, requests }) => {
        await clientFor(url, transport, { apiKey: async () => keys.shift() }).listLoras();
        assert.deepEqual(
          requests.map(({ headers }) => headers.authorization),
          ['Bearer one', 'Bearer two'],
        );
      });
    });
  });
});
