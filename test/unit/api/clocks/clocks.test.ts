import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import type { ChatEvent, Timing } from '../../../../src/api/index.ts';
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
  withServer,
} from '../harness.ts';

/** Writes the text every `ms` until the response closes, so the connection is never idle. */
function every(ms: number, response: ServerResponse, text: string): void {
  const timer = setInterval(() => response.write(text), ms);
  response.on('close', () => clearInterval(timer));
}

describe('Clocks', () => {
  overBothTransports((transport) => {
    const codeOf = async (
      listener: RequestListener,
      timing: Partial<Timing>,
      isChat = true,
    ): Promise<string> => {
      let told = '';
      await withServer(listener, async ({ url }) => {
        const client = clientFor(url, transport, { timing });
        const error = await failure(isChat ? collect(client.streamChat(helloRequest)) : client.listLoras());
        assert.equal(error.kind, 'timeout');
        told = error.code ?? '';
      });
      return told;
    };

    it('headers: nothing comes', async () => {
      const timing = { connectMs: 40, headersMs: 40 };
      assert.equal(await codeOf(() => undefined, timing), 'headers');
      assert.equal(await codeOf(() => undefined, timing, false), 'headers');
    });

    it('firstEvent: headers and comments come, but no event', async () => {
      const silent: RequestListener = (_, response) => sendEvents(response).flushHeaders();
      assert.equal(await codeOf(silent, { firstEventMs: 60 }), 'firstEvent');
      const comments: RequestListener = (_, response) => every(10, sendEvents(response), ': ping\n\n');
      assert.equal(await codeOf(comments, { firstEventMs: 80 }), 'firstEvent');
    });

    it('bytesIdle: a stream falls silent', async () => {
      const listener: RequestListener = (_, response) => sendEvents(response, delta({ content: 'a' }));
      assert.equal(await codeOf(listener, { bytesIdleMs: 60 }), 'bytesIdle');
    });

    it('contentIdle: after some text, only comments come', async () => {
      const listener: RequestListener = (_, response) =>
        every(10, sendEvents(response, delta({ content: 'a' })), ': ping\n\n');
      assert.equal(await codeOf(listener, { bytesIdleMs: 1000, contentIdleMs: 80 }), 'contentIdle');
    });

    it('total: a JSON answer does not end in time', async () => {
      const listener: RequestListener = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        every(10, response, ' ');
      };
      assert.equal(await codeOf(listener, { totalMs: 80 }, false), 'total');
    });

    it('give out all text so far, including what was held back, before they end a stream', async () => {
      const listener: RequestListener = (_, response) =>
        sendEvents(response, delta({ content: 'a' }), delta({ content: '<th' }));
      await withServer(listener, async ({ url }) => {
        const events: ChatEvent[] = [];
        const client = clientFor(url, transport, { timing: { bytesIdleMs: 60 } });
        await failure(collect(client.streamChat(helloRequest), events));
        assert.equal(
          events.map((event) => (event.type === 'text' ? event.text : event.type)).join(''),
          'a<th',
        );
      });
    });

    it('pause while the caller is busy with an event', async () => {
      const { promise: taken, resolve: take } = Promise.withResolvers<void>();
      const listener: RequestListener = async (_, response) => {
        sendEvents(response, delta({ content: 'a' }));
        await taken;
        response.end(finishEvent);
      };
      await withServer(listener, async ({ url }) => {
        const timing = { firstEventMs: 1000, bytesIdleMs: 50, contentIdleMs: 50 };
        const events = clientFor(url, transport, { timing }).streamChat(helloRequest);
        await events.next();
        // Three times as long as the clocks allow. The wait itself is what this tests.
        await new Promise((resolve) => setTimeout(resolve, 150));
        take();
        assert.equal((await events.next()).value?.type, 'finish');
      });
    });

    it('usageAfterFinishMs: a stream that stays open ends as complete', async () => {
      const listener: RequestListener = (_, response) =>
        every(10, sendEvents(response, delta({ content: 'a' }), finishEvent), ': ping\n\n');
      await withServer(listener, async ({ url }) => {
        const events = await collect(
          clientFor(url, transport, { timing: { usageAfterFinishMs: 60 } }).streamChat(helloRequest),
        );
        assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop', complete: true });
      });
    });

    it('usageAfterFinishMs: usage ends the wait', async () => {
      const usage = data({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } });
      const listener: RequestListener = (_, response) => sendEvents(response, finishEvent, usage);
      await withServer(listener, async ({ url }) => {
        const client = clientFor(url, transport, { timing: { usageAfterFinishMs: 60_000 } });
        const events = await collect(client.streamChat(helloRequest));
        assert.deepEqual(events[0], { type: 'usage', promptTokens: 1, completionTokens: 2, totalTokens: 3 });
      });
    });

    it('end the wait for an error’s body; only the message is lost', async () => {
      const listener: RequestListener = (_, response) => {
        response.writeHead(401, { 'content-type': 'application/json' }).write('{');
      };
      await withServer(listener, async ({ url }) => {
        const client = clientFor(url, transport, { timing: { totalMs: 80 } });
        const error = await failure(client.listLoras());
        assert.deepEqual([error.kind, error.serverMessage], ['unauthorized', undefined]);
      });
    });
  });
});
