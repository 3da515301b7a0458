import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  clientFor,
  data,
  doneEvent,
  finishEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  serve,
} from '../harness.ts';

// `faults/user.test.ts` aborts at every stage of a call, `streams/reading.test.ts` at every stage of a stream.
describe('An abort', () => {
  overBothTransports((transport, name) => {
    const reason = { why: 'test' };

    it('before the call, or while waiting for the API key, sends nothing', async () => {
      await using server = await serve((_, response) => response.end());
      const retrieved = clientFor(server.url, transport).getLora('x', { signal: AbortSignal.abort(reason) });
      await assert.rejects(retrieved, (error) => error === reason);
      const controller = new AbortController();
      const apiKey = () => Promise.withResolvers<string>().promise;
      const call = clientFor(server.url, transport, { apiKey }).listLoras({ signal: controller.signal });
      controller.abort(reason);
      await assert.rejects(call, (error) => error === reason);
      assert.equal(server.requests.length, 0);
    });

    it('does not follow a complete answer: undici reuses the socket, the host opens another', async () => {
      const sockets = new Set<unknown>();
      const usage = data({ choices: [], usage: { completion_tokens: 1 } });
      const listener = (request: { socket: unknown }, response: ServerResponse) => {
        sockets.add(request.socket);
        sendEvents(response, finishEvent, usage, doneEvent).end();
      };
      await using server = await serve(listener);
      for (let n = 0; n < 3; n += 1) {
        for await (const _ of clientFor(server.url, transport).streamChat(helloRequest));
        // undici reuses a socket only after one turn of the event loop.
        await setImmediate();
      }
      // The host's transport keeps no connection open, because fetch may resend a request on its own.
      assert.equal(sockets.size, name === 'undici' ? 1 : 3);
    });
  });
});
