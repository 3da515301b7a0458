import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { RetryWait } from '../../../../src/api/index.ts';
import {
  clientFor,
  data,
  delta,
  doneEvent,
  failure,
  finishEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  serve,
  withServer,
} from '../harness.ts';

describe('An abort', () => {
  overBothTransports((transport, name) => {
    const reason = { why: 'test' };

    it('before the call sends nothing', async () => {
      await withServer(
        (_, response) => response.end(),
        async ({ url, requests }) => {
          const client = clientFor(url, transport);
          const signal = AbortSignal.abort(reason);
          for (const call of [
            client.listLoras({ signal }),
            client.getLora('x', { signal }),
            client.deleteLora('x', { signal }),
            client.streamChat(helloRequest, { signal }).next(),
          ]) {
            await assert.rejects(call, (error) => error === reason);
          }
          assert.equal(requests.length, 0);
        },
      );
    });

    it('while waiting for the headers rejects with the reason and closes the socket', async () => {
      const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
      await withServer(
        (_, response) => resolve(response),
        async ({ url }) => {
          const controller = new AbortController();
          const call = clientFor(url, transport)
            .streamChat(helloRequest, { signal: controller.signal })
            .next();
          const rejected = assert.rejects(call, (error) => error === reason);
          const response = await arrived;
          controller.abort(reason);
          await rejected;
          await once(response, 'close');
        },
      );
    });

    it('while reading a JSON body rejects with the reason and closes the socket', async () => {
      const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
      const listener = (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('[');
        resolve(response);
      };
      await withServer(listener, async ({ url }) => {
        const controller = new AbortController();
        const rejected = assert.rejects(
          clientFor(url, transport).listLoras({ signal: controller.signal }),
          (error) => error === reason,
        );
        const response = await arrived;
        controller.abort(reason);
        await rejected;
        await once(response, 'close');
      });
    });

    it('in the middle of a stream rejects with the reason and closes the socket', async () => {
      let response: ServerResponse | undefined;
      const listener = (_: unknown, one: ServerResponse) => {
        response = sendEvents(one, delta({ content: 'a' }));
      };
      await withServer(listener, async ({ url }) => {
        const controller = new AbortController();
        const events = clientFor(url, transport).streamChat(helloRequest, { signal: controller.signal });
        assert.deepEqual((await events.next()).value, { type: 'text', text: 'a' });
        const pending = assert.rejects(events.next(), (error) => error === reason);
        controller.abort(reason);
        await pending;
        assert.ok(response);
        if (!response.closed) await once(response, 'close');
        assert.equal((await events.next()).done, true);
      });
    });

    it('between two events of one read rejects without another event', async () => {
      const whole = delta({ reasoning: 'r' }) + delta({ content: 'a' }) + finishEvent + doneEvent;
      await withServer(
        (_, response) => sendEvents(response, whole).end(),
        async ({ url }) => {
          const controller = new AbortController();
          const events = clientFor(url, transport).streamChat(helloRequest, { signal: controller.signal });
          assert.equal((await events.next()).value?.type, 'reasoning');
          controller.abort(reason);
          await assert.rejects(events.next(), (error) => error === reason);
        },
      );
    });

    it('leaves no listener on the signal', async () => {
      await withServer(
        (_, response) => sendEvents(response, finishEvent, doneEvent).end(),
        async ({ url }) => {
          const signal = new AbortController().signal;
          let listeners = 0;
          const [add, remove] = [signal.addEventListener, signal.removeEventListener];
          signal.addEventListener = (...args: Parameters<typeof add>) => {
            listeners += 1;
            add.apply(signal, args);
          };
          signal.removeEventListener = (...args: Parameters<typeof remove>) => {
            listeners -= 1;
            remove.apply(signal, args);
          };
          for await (const _ of clientFor(url, transport).streamChat(helloRequest, { signal }));
          assert.equal(listeners, 0);
        },
      );
    });

    it('by leaving the loop closes the socket', async () => {
      let response: ServerResponse | undefined;
      const listener = (_: unknown, one: ServerResponse) => {
        response = sendEvents(one, delta({ content: 'a' }));
      };
      const server = await serve(listener);
      for await (const event of clientFor(server.url, transport).streamChat(helloRequest)) {
        assert.equal(event.type, 'text');
        break;
      }
      assert.ok(response);
      if (!response.closed) await once(response, 'close');
      await server.close();
    });

    it('by returning before the first event sends nothing', async () => {
      await withServer(
        (_, response) => response.end(),
        async ({ url, requests }) => {
          await clientFor(url, transport).streamChat(helloRequest).return();
          assert.equal(requests.length, 0);
        },
      );
    });

    it('ends the wait before a retry', async () => {
      const listener = (_: unknown, response: ServerResponse) => {
        response.writeHead(503, { 'retry-after': '20' }).end();
      };
      await withServer(listener, async ({ url, requests }) => {
        const controller = new AbortController();
        const onWait = (wait?: RetryWait) => {
          assert.ok(wait && Math.abs(wait.until - Date.now() - 20_000) < 1000);
          controller.abort(reason);
        };
        const { signal } = controller;
        await assert.rejects(
          clientFor(url, transport).listLoras({ signal, onWait }),
          (error) => error === reason,
        );
        assert.equal(requests.length, 1);
      });
    });

    it('while waiting for the API key sends nothing', async () => {
      await withServer(
        (_, response) => response.end(),
        async ({ url, requests }) => {
          const controller = new AbortController();
          const apiKey = () => Promise.withResolvers<string>().promise;
          const call = clientFor(url, transport, { apiKey }).listLoras({ signal: controller.signal });
          controller.abort(reason);
          await assert.rejects(call, (error) => error === reason);
          assert.equal(requests.length, 0);
        },
      );
    });

    it('does not follow a complete answer: undici reuses the socket, the host opens another', async () => {
      const sockets = new Set<unknown>();
      const listener = (request: { socket: unknown }, response: ServerResponse) => {
        sockets.add(request.socket);
        sendEvents(
          response,
          finishEvent,
          data({ choices: [], usage: { completion_tokens: 1 } }),
          doneEvent,
        ).end();
      };
      await withServer(listener, async ({ url }) => {
        for (let n = 0; n < 3; n += 1) {
          for await (const _ of clientFor(url, transport).streamChat(helloRequest));
          // undici reuses a socket only after one turn of the event loop.
          await setImmediate();
        }
        // The host's transport keeps no connection open, because fetch may resend a request on its own.
        assert.equal(sockets.size, name === 'undici' ? 1 : 3);
      });
    });

    it('by the service is a network error, after the events that came', async () => {
      const listener = (_: unknown, response: ServerResponse) => {
        sendEvents(response, delta({ content: 'a' })).write('data: {', () => response.destroy());
      };
      await withServer(listener, async ({ url }) => {
        const events = clientFor(url, transport).streamChat(helloRequest);
        assert.equal((await events.next()).value?.type, 'text');
        assert.equal((await failure(events.next())).kind, 'network');
      });
    });

    it('of the connection after the finish leaves the answer complete', async () => {
      const listener = (_: unknown, response: ServerResponse) => {
        sendEvents(response, delta({ content: 'a' })).write(finishEvent, () => response.destroy());
      };
      await withServer(listener, async ({ url }) => {
        const types: string[] = [];
        for await (const event of clientFor(url, transport).streamChat(helloRequest)) types.push(event.type);
        assert.deepEqual(types, ['text', 'finish']);
      });
    });
  });
});
