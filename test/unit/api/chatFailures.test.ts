import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { ChatEvent } from '../../../src/api/index.ts';
import {
  clientFor,
  collect,
  data,
  delta,
  FINISH,
  failure,
  HELLO,
  overBothTransports,
  sendEvents,
  sendJson,
  withServer,
} from './harness.ts';

describe('A chat that fails', () => {
  overBothTransports((transport) => {
    for (const [what, event, kind, words] of [
      [
        'an error object',
        data({ error: { message: 'Out of memory', type: 'x' } }),
        'server',
        'Out of memory',
      ],
      ['an error text', data({ error: 'Nope' }), 'server', 'Nope'],
      ['a status', data({ error: { message: 'Slow down', code: 429 } }), 'rateLimited', 'Slow down'],
      ['object: error', data({ object: 'error', message: 'Bad', code: 400 }), 'badRequest', 'Bad'],
      ['event: error', 'event: error\ndata: {"message":"Gone"}\n\n', 'server', 'Gone'],
      ['event: error with text', 'event: error\ndata: Gone\n\n', 'server', 'Gone'],
      ['an event that is no JSON', 'data: {oops\n\n', 'protocol', undefined],
      ['a false [DONE]', 'data: [DONE]\ndata: {"error":1}\n\n', 'protocol', undefined],
    ] as const) {
      it(`fails on ${what} after giving what came before it in the same read`, async () => {
        await withServer(
          (_, response) =>
            sendEvents(response, delta({ content: 'ab <' }) + event + delta({ content: 'c' }) + FINISH).end(),
          async ({ url }) => {
            const events: ChatEvent[] = [];
            const error = await failure(collect(clientFor(url, transport).streamChat(HELLO), events));
            assert.deepEqual(events, [{ type: 'text', text: 'ab <' }]);
            assert.deepEqual([error.kind, error.serverMessage], [kind, words]);
            assert.equal(error.message.includes('oops'), false);
          },
        );
      });
    }

    it('fails on an error as JSON under status 200', async () => {
      await withServer(
        (_, response) => sendJson(response, { error: { message: 'No' } }),
        async ({ url }) => {
          assert.equal(
            (await failure(collect(clientFor(url, transport).streamChat(HELLO)))).serverMessage,
            'No',
          );
        },
      );
    });

    for (const [what, type, body, code] of [
      ['a sign-in page', 'text/html', 'Sign in', 'HTML'],
      ['a page of another type', 'text/plain', ' <!doctype html>', 'HTML'],
      ['some text', 'text/plain', 'Internal problem', 'SHAPE'],
      ['other JSON', 'application/json', '{"hello":1}', 'SHAPE'],
      ['torn JSON', 'application/json', '{"choices":[', 'JSON'],
    ] as const) {
      it(`says that ${what} is no answer`, async () => {
        const listener = (_: unknown, response: ServerResponse) => {
          response.writeHead(200, { 'content-type': type }).end(body);
        };
        await withServer(listener, async ({ url }) => {
          const error = await failure(collect(clientFor(url, transport).streamChat(HELLO)));
          assert.deepEqual([error.kind, error.code, error.cause], ['protocol', code, undefined]);
        });
      });
    }

    it('says that no content is no answer', async () => {
      await withServer(
        (_, response) => response.writeHead(204).end(),
        async ({ url }) => {
          assert.equal((await failure(collect(clientFor(url, transport).streamChat(HELLO)))).code, 'EMPTY');
        },
      );
    });

    it('fails on an event of more than 1 MB, in one line or in many', async () => {
      for (const part of ['x'.repeat(70_000), `data: ${'x'.repeat(70_000)}\n`]) {
        const writes = ['data: ', ...Array<string>(17).fill(part)];
        await withServer(
          (_, response) => sendEvents(response, ...writes).end(),
          async ({ url }) => {
            assert.equal(
              (await failure(collect(clientFor(url, transport).streamChat(HELLO)))).kind,
              'tooLarge',
            );
          },
        );
      }
    });
  });
});
