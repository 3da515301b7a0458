import assert from 'node:assert/strict';
import type { AnswerFacts } from '../../../../src/api/index.ts';
import {
  canaryKey,
  clientFor,
  collect,
  delta,
  doneEvent,
  failure,
  finishEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  sendJson,
  serve,
  withoutJitter,
} from '../harness.ts';

describe('What a caller learns from an answer’s headers', () => {
  withoutJitter();

  overBothTransports((transport, name) => {
    it('is the status, type, request ID, transport and time, reported once', async () => {
      await using server = await serve((_, response) => {
        response.setHeader('x-request-id', 'req-7');
        sendJson(response, []);
      });
      const seen: AnswerFacts[] = [];
      await clientFor(server.url, transport).listLoras({ onAnswer: (facts) => seen.push(facts) });
      assert.equal(seen.length, 1);
      const [{ headersMs, ...facts } = { headersMs: -1 }] = seen;
      assert.ok(headersMs >= 0);
      assert.deepEqual(facts, {
        status: 200,
        contentType: 'application/json',
        requestId: 'req-7',
        way: name,
      });
    });

    it('is the time without that for the key and the further headers, which are read at once', async () => {
      await using server = await serve((_, response) => sendJson(response, []));
      const startedAt = performance.now();
      let readMs = 0;
      const bothAsked = Promise.withResolvers<void>();
      const options = {
        apiKey: async () => {
          await bothAsked.promise;
          await new Promise((done) => setTimeout(done, 50));
          readMs = performance.now() - startedAt;
          return canaryKey;
        },
        headers: async () => {
          bothAsked.resolve();
          return {};
        },
      };
      const seen: AnswerFacts[] = [];
      await clientFor(server.url, transport, options).listLoras({ onAnswer: (facts) => seen.push(facts) });
      const wholeMs = performance.now() - startedAt;
      assert.ok(seen[0] && readMs >= 49 && seen[0].headersMs + readMs <= wholeMs);
    });

    it('is reported before the first event of a stream', async () => {
      await using server = await serve(
        (_, response) => void sendEvents(response, delta({ content: 'Hi' }), finishEvent, doneEvent).end(),
      );
      const order: string[] = [];
      const events = clientFor(server.url, transport).streamChat(helloRequest, {
        onAnswer: ({ contentType }) => order.push(String(contentType)),
      });
      for await (const { type } of events) order.push(type);
      assert.deepEqual(order, ['text/event-stream', 'text', 'finish']);
    });

    it('is reported for the successful answer only, not for failed attempts or a refusal', async () => {
      const statuses: number[] = [];
      const onAnswer = ({ status }: AnswerFacts) => statuses.push(status);
      const answers = [503, 200, 401, 401];
      await using server = await serve((_, response) => sendJson(response, [], answers.shift()));
      const client = clientFor(server.url, transport);
      await client.listLoras({ onAnswer });
      assert.equal((await failure(client.listLoras({ onAnswer }))).kind, 'unauthorized');
      const { kind } = await failure(collect(client.streamChat(helloRequest, { onAnswer })));
      assert.deepEqual([kind, statuses, answers], ['unauthorized', [200], []]);
    });
  });
});
