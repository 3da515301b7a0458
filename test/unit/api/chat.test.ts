import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { ChatEvent } from '../../../src/api/index.ts';
import { type RunningService, startService } from '../../service/service.ts';
import {
  clientFor,
  collect,
  DONE,
  data,
  delta,
  FINISH,
  HELLO,
  overBothTransports,
  sendEvents,
  summary,
  withServer,
} from './harness.ts';

const STOPPED: ChatEvent = { type: 'finish', reason: 'stop', complete: true };
const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const USED: ChatEvent = { type: 'usage', promptTokens: 3, completionTokens: 2, totalTokens: 5 };

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
          events = await collect(clientFor(url, transport).streamChat(HELLO));
        },
      );
      assert.equal(events.filter(({ type }) => type === 'finish').length, 1);
      assert.equal(events.at(-1)?.type, 'finish');
      return summary(events);
    };

    it('streams text, usage and the finish from the service', async () => {
      const model = service.catalog.loras.find((one) => one.active_deployment)?.name ?? '';
      service.fail({ on: '*', kind: 'answer', text: 'One two three' });
      const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
      const { text, rest } = summary(await collect(client.streamChat({ ...HELLO, model })));
      assert.equal(text, 'One two three');
      assert.deepEqual(
        rest.map(({ type }) => type),
        ['usage', 'finish'],
      );
      const sent = JSON.parse(service.requests.at(-1)?.body ?? '');
      assert.deepEqual(Object.keys(sent).sort(), ['messages', 'model', 'stream', 'stream_options']);
    });

    it('gives the same events for one JSON completion', async () => {
      const model = service.catalog.loras.find((one) => one.active_deployment)?.name ?? '';
      for (const fault of [{ kind: 'json' }, { kind: 'answer', text: 'Hi' }] as const)
        service.fail({ on: '*', ...fault });
      service.fail({ on: '*', kind: 'reasoning', text: 'Hm', as: 'think' });
      const client = clientFor(service.url, transport, { apiKey: async () => 'sample-key' });
      const { text, reasoning, rest } = summary(await collect(client.streamChat({ ...HELLO, model })));
      assert.deepEqual([text, reasoning], ['Hi', 'Hm']);
      assert.deepEqual(
        rest.map(({ type }) => type),
        ['usage', 'finish'],
      );
      assert.deepEqual(rest.at(-1), STOPPED);
    });

    it('reads a JSON completion with tool calls and parts, whatever type it claims', async () => {
      const message = {
        content: [{ type: 'text', text: 'Look' }, null],
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: { a: 1 } } }],
      };
      const listener = (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`\n ${JSON.stringify({ choices: [{ message }], usage: null })}`);
      };
      await withServer(listener, async ({ url }) => {
        const { text, rest } = summary(await collect(clientFor(url, transport).streamChat(HELLO)));
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
    const stream = [...content, FINISH, data({ choices: [], usage: USAGE }), DONE].join('');
    const whole = { text: 'Grüße 👋', reasoning: '', rest: [USED, STOPPED] };

    it('reads a stream whatever the reads it comes in', async () => {
      const bytes = Buffer.from(stream);
      assert.deepEqual(await answerOf(bytes), whole);
      for (const at of [1, 7, bytes.indexOf('ü') + 1, bytes.indexOf('👋') + 2, bytes.length - 1]) {
        assert.deepEqual(await answerOf(bytes.subarray(0, at), bytes.subarray(at)), whole, `split at ${at}`);
      }
      assert.deepEqual(await answerOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
    });

    for (const [what, text] of [
      ['CRLF', stream.replaceAll('\n', '\r\n')],
      ['CR', stream.replaceAll('\n', '\r')],
      ['a byte order mark', `\ufeff${stream}`],
      [
        'comments and unknown fields',
        `: hi\n\nretry: 5\nfoo: bar\n\n${stream.replaceAll('\n\n', '\n\n:ping\n\n')}`,
      ],
      ['no space after the colon', stream.replaceAll('data: ', 'data:')],
      [
        'several data lines an event',
        stream.replaceAll('"choices"', '\ndata: "choices"').replaceAll('data: {\n', 'data: {\n'),
      ],
      ['[DONE] with white space', stream.replace('[DONE]', ' [DONE] ')],
      ['no blank line at the end', stream.trimEnd()],
      ['no [DONE]', stream.replace(DONE, '')],
      ['something after [DONE]', `${stream}data: {broken\n\n`],
    ] as const) {
      it(`reads a stream with ${what}`, async () => assert.deepEqual(await answerOf(text), whole));
    }

    for (const [what, writes, complete, reason] of [
      ['finish_reason alone', [delta({ content: 'a' }), FINISH], true, 'stop'],
      [
        'finish_reason in an event without its blank line',
        [delta({ content: 'a' }), FINISH.trimEnd()],
        true,
        'stop',
      ],
      ['[DONE] alone', [delta({ content: 'a' }), DONE], true, undefined],
      ['[DONE] without any line end', [delta({ content: 'a' }), 'data: [DONE]'], true, undefined],
      ['an empty finish_reason', [delta({ content: 'a' }, '')], false, undefined],
      ['neither', [delta({ content: 'a' })], false, undefined],
      ['half an event', [delta({ content: 'a' }), 'data: {"choices":[{"del'], false, undefined],
    ] as const) {
      it(`is ${complete ? 'complete' : 'not complete'} with ${what}`, async () => {
        const { text, rest } = await answerOf(...writes);
        assert.equal(text, 'a');
        assert.deepEqual(rest, [{ type: 'finish', reason, complete }]);
      });
    }

    it('is not complete where nothing came', async () => {
      assert.deepEqual((await answerOf()).rest, [{ type: 'finish', reason: undefined, complete: false }]);
    });

    it('ignores a second choice, chunks without choices and what is no object', async () => {
      const second = data({ choices: [{ index: 1, delta: { content: 'no' }, finish_reason: 'stop' }] });
      const odd = [
        data({ choices: [] }),
        data(null),
        data('ping'),
        'data:\n\n',
        data({ choices: [null] }),
        data({ error: null }),
      ];
      const { text, rest } = await answerOf(second, ...odd, delta({ content: 'yes' }), FINISH, DONE);
      assert.equal(text, 'yes');
      assert.deepEqual(rest, [STOPPED]);
    });

    it('reports usage once: the last', async () => {
      const running = (n: number) =>
        data({ choices: [{ delta: { content: 'x' } }], usage: { ...USAGE, completion_tokens: n } });
      const { rest } = await answerOf(running(1), running(2), FINISH, DONE);
      assert.deepEqual(rest, [
        { type: 'usage', promptTokens: 3, completionTokens: 2, totalTokens: 5 },
        STOPPED,
      ]);
    });

    it('takes reasoning_content, reasoning and tags for reasoning', async () => {
      const writes = [
        delta({ reasoning_content: 'A', content: '' }),
        delta({ reasoning: 'B' }),
        delta({ reasoning: 'C', reasoning_content: 'C' }),
        ...['\n<th', 'ink>', 'D</', 'thi', 'nk>\n', '\nText <think>not</think>'].map((text) =>
          delta({ content: text }),
        ),
        FINISH,
        DONE,
      ];
      const { text, reasoning } = await answerOf(...writes);
      assert.deepEqual([text, reasoning], ['Text <think>not</think>', 'ABCD']);
    });

    it('puts tool calls together and gives them at the finish', async () => {
      const call = (fields: object) => delta({ tool_calls: [fields] });
      const { rest } = await answerOf(
        call({ index: 1, id: 'a', type: 'function', function: { name: 'one', arguments: '' } }),
        call({ index: 1, function: { arguments: '{"x"' } }),
        call({ index: 2, id: 'b', function: { arguments: '{}' } }),
        call({ index: 2, function: { name: 'two' } }),
        call({ index: 1, id: '', function: { arguments: ':1}' } }),
        delta({ tool_calls: null }),
        delta({}, 'tool_calls'),
        DONE,
      );
      assert.deepEqual(rest, [
        { type: 'toolCall', index: 0, id: 'a', name: 'one', arguments: '{"x":1}' },
        { type: 'toolCall', index: 1, id: 'b', name: 'two', arguments: '{}' },
        { type: 'finish', reason: 'tool_calls', complete: true },
      ]);
    });

    it('tells calls apart that share an index or have none', async () => {
      const calls = [
        { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } },
        { index: 0, id: 'b', function: { name: 'g', arguments: '{"half"' } },
      ];
      const bare = [{ id: 'c', function: { name: 'h', arguments: '[' } }, { function: { arguments: ']' } }];
      const { rest } = await answerOf(delta({ tool_calls: calls }), delta({ tool_calls: bare }));
      // Without a finish only those that are whole.
      assert.deepEqual(
        rest.map((event) => event.type === 'toolCall' && event.name),
        ['f', 'h', false],
      );
    });

    it('joins text that arrives together and gives onRaw every event', async () => {
      await withServer(
        (_, response) => sendEvents(response, stream).end(),
        async ({ url }) => {
          const raw: unknown[] = [];
          const events = await collect(
            clientFor(url, transport).streamChat(HELLO, { onRaw: (json) => raw.push(json) }),
          );
          assert.deepEqual(events.filter(({ type }) => type === 'text').length, 1);
          assert.equal(raw.length, 5);
        },
      );
    });
  });
});
