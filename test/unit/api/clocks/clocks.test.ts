import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { ChatEvent } from '../../../../src/api/index.ts';
import {
  clientFor,
  collect,
  data,
  delta,
  failure,
  finishEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  serve,
} from '../harness.ts';

// `faults/{headers,jsonBody,sse}.test.ts` let each clock run out.
describe('Clocks', () => {
  overBothTransports((transport) => {
    it('give out all text so far, including what was held back, before they end a stream', async () => {
      const listener: RequestListener = (_, response) =>
        sendEvents(response, delta({ content: 'a' }), delta({ content: '<th' }));
      await using server = await serve(listener);
      const events: ChatEvent[] = [];
      const client = clientFor(server.url, transport, { timing: { bytesIdleMs: 60 } });
      assert.equal((await failure(collect(client.streamChat(helloRequest), events))).code, 'bytesIdle');
      assert.equal(events.map((event) => (event.type === 'text' ? event.text : event.type)).join(''), 'a<th');
    });

    it('pause while the caller is busy with an event', async () => {
      const { promise: taken, resolve: take } = Promise.withResolvers<void>();
      const listener: RequestListener = async (_, response) => {
        sendEvents(response, delta({ content: 'a' }));
        await taken;
        response.end(finishEvent);
      };
      await using server = await serve(listener);
      const timing = { firstEventMs: 1000, bytesIdleMs: 50, contentIdleMs: 50 };
      const events = clientFor(server.url, transport, { timing }).streamChat(helloRequest);
      await events.next();
      // Three times as long as the clocks allow. The wait itself is what this tests.
      await new Promise((resolve) => setTimeout(resolve, 150));
      take();
      assert.equal((await events.next()).value?.type, 'finish');
    });

    it('do not wait for more after the usage that follows the finish', async () => {
      const usage = data({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } });
      const listener: RequestListener = (_, response) => sendEvents(response, finishEvent, usage);
      await using server = await serve(listener);
      const client = clientFor(server.url, transport, { timing: { usageAfterFinishMs: 60_000 } });
      const events = await collect(client.streamChat(helloRequest));
      assert.deepEqual(events[0], { type: 'usage', promptTokens: 1, completionTokens: 2, totalTokens: 3 });
    });
  });
});
