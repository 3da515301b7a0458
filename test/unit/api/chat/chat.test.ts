import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { ChatEvent } from '../../../../src/api/index.ts';
import { type RunningService, startService } from '../../../service/service.ts';
import {
  clientFor,
  collect,
  data,
  delta,
  doneEvent,
  finishEvent,
  helloRequest,
  overBothTransports,
  sendEvents,
  summary,
  withServer,
} from '../harness.ts';

const stoppedEvent: ChatEvent = { type: 'finish', reason: 'stop', complete: true };
const wireUsage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const usageEvent: ChatEvent = { type: 'usage', promptTokens: 3, completionTokens: 2, totalTokens: 5 };

describe('A chat', () => {
  overBothTransports((transport) => {
    let service: RunningService;
    before(async () => {
      service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY });
    });
    after(() => service.close());
    afterEach(() => service.clearFaults());

    const answerOf = async (...writes: (string | Uint8Array)[]): Promise<ReturnType<typeof summary>> => {
      let events: ChatEvent[] = [];
      await withServer(
        (_, response) => sendEvents(response, ...writes).end(),
        async ({ url }) => {
          events = await collect(clientFor(url, transport).streamChat(helloRequest));
        },
      );
      assert.equal(events.filter(({ type }) => type === 'finish').length, 1);
      assert.equal(events.at(-1)?.type, 'finish');
      return summary(events);
    };

    for (const [where, told] of [
      ['reasoning_content', 1],
      ['reasoning', 1],
      ['think', 0],
    ] as const) {
      it(`tells ${told === 1 ? 'once' : 'nothing'} of reasoning that came as ${where}`, async () => {
        const on = 'POST /api/v1/chat/completions';
        service.fail({ on, kind: 'reasoning', text: 'First this, then that.', as: where });
        let count = 0;
        const options = { onReasoningField: () => void count++ };
        const [lora] = service.catalog.loras.filter((one) => one.active_deployment);
        const request = { ...helloRequest, model: lora?.name ?? '' };
        const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
        const events = await collect(client.streamChat(request, options));
        assert.ok(events.some(({ type }) => type === 'reasoning'));
        assert.equal(count, told);
      });
    }

    it('streams text, usage and the finish from the service', async () => {
      const model = service.catalog.loras.find((one) => one.active_deployment)?.name ?? '';
      service.fail({ on: '*', kind: 'answer', text: 'One two three' });
      const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
      const { text, rest } = summary(await collect(client.streamChat({ ...helloRequest, model })));
      assert.equal(text, 'One two three');
      assert.deepEqual(
        rest.map(({ type }) => type),
        ['usage', 'finish'],
      );
      const sent = JSON.parse(service.requests.at(-1)?.body ?? '');
      assert.deepEqual(Object.keys(sent).sort(), ['messages', 'model', 'stream', 'stream_options']);
    });

    it('gives the same events for a single JSON completion', async () => {
      const model = service.catalog.loras.find((one) => one.active_deployment)?.name ?? '';
      for (const fault of [{ kind: 'json' }, { kind: 'answer', text: 'Hi' }] as const)
        service.fail({ on: '*', ...fault });
      service.fail({ on: '*', kind: 'reasoning', text: 'Hm', as: 'think' });
      const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
      const { text, reasoning, rest } = summary(await collect(client.streamChat({ ...helloRequest, model })));
      assert.deepEqual([text, reasoning], ['Hi', 'Hm']);
      assert.deepEqual(
        rest.map(({ type }) => type),
        ['usage', 'finish'],
      );
      assert.deepEqual(rest.at(-1), stoppedEvent);
    });

    it('reads a JSON completion with tool calls and content parts, even as text/event-stream', async () => {
      const message = {
        content: [{ type: 'text', text: 'Look' }, null],
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: { a: 1 } } }],
      };
      const listener = (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`\n ${JSON.stringify({ choices: [{ message }], usage: null })}`);
      };
      await withServer(listener, async ({ url }) => {
        const { text, rest } = summary(await collect(clientFor(url, transport).streamChat(helloRequest)));
        assert.equal(text, 'Look');
        assert.deepEqual(rest, [
          { type: 'toolCall', index: 0, id: 'c1', name: 'f', arguments: '{"a":1}' },
          { type: 'finish', reason: undefined, complete: true },
        ]);
      });
    });

    const content = [
      delta({ role: 'assistant', content: null }),
      delta({ content: 'Grüße ' }),
      delta({ content: '👋' }),
    ];
    const stream = [...content, finishEvent, data({ choices: [], usage: wireUsage }), doneEvent].join('');
    const whole = { text: 'Grüße 👋', reasoning: '', rest: [usageEvent, stoppedEvent] };

    it('reads a stream the same, wherever its reads are split', async () => {
      const bytes = Buffer.from(stream);
      assert.deepEqual(await answerOf(bytes), whole);
      for (const at of [1, 7, bytes.indexOf('ü') + 1, bytes.indexOf('👋') + 2, bytes.length - 1]) {
        assert.deepEqual(await answerOf(bytes.subarray(0, at), bytes.subarray(at)), whole, `split at ${at}`);
      }
      assert.deepEqual(await answerOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
    });

    it('joins text that arrives together and gives onRaw every event', async () => {
      await withServer(
        (_, response) => sendEvents(response, stream).end(),
        async ({ url }) => {
          const raw: unknown[] = [];
          const events = await collect(
            clientFor(url, transport).streamChat(helloRequest, { onRaw: (json) => raw.push(json) }),
          );
          assert.deepEqual(events.filter(({ type }) => type === 'text').length, 1);
          assert.equal(raw.length, 5);
        },
      );
    });
  });
});
