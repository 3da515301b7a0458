import assert from 'node:assert/strict';
import type { ChatEvent } from '../../../../src/api/index.ts';
import { clientFor, collect, delta, failure, finishEvent, helloRequest } from '../harness.ts';
import { bytesOf, memoryTransport, streaming } from '../memoryTransport.ts';

const deltaA = delta({ content: 'a' });
const hostUrl = 'https://host.example';

// openai-node: tests/core/streaming-large-events.test.ts, line-large.test.ts and line-security.test.ts; eventsource-parser:
// its tests of maxBufferSize. Their newest rule is no limit at all; ours is 1 MB, with an error of its own.
describe('A large event', () => {
  const maxBytes = 1024 * 1024;

  for (const [size, length] of [
    [1, 100_000],
    [64, maxBytes],
    [1024, maxBytes],
    [64 * 1024, maxBytes],
    [2 * maxBytes, maxBytes],
  ] as const) {
    it(`of ${length} bytes is read completely from reads of ${size}`, async () => {
      const text = 'x'.repeat(length - 100);
      const event = bytesOf(delta({ content: text }));
      const count = Math.ceil(event.length / size);
      const chunks = Array.from({ length: count }, (_, n) => event.subarray(n * size, (n + 1) * size));
      const [first] = await collect(
        clientFor(hostUrl, memoryTransport({ chunks }).send).streamChat(helloRequest),
      );
      assert.ok(first?.type === 'text' && first.text === text);
    });
  }

  for (const [what, parts] of [
    ['in one line', ['data: ', ...Array<string>(20).fill('x'.repeat(64 * 1024)), '\n\n', finishEvent]],
    ['in one read', [`data: ${'x'.repeat(2 * 1024 * 1024)}\n\n`, finishEvent]],
    ['in many lines', [...Array<string>(20).fill(`data: ${'x'.repeat(64 * 1024)}\n`), '\n', finishEvent]],
    ['that never ends', ['data: ', ...Array<string>(100).fill('x'.repeat(64 * 1024))]],
  ] as const) {
    it(`of more than 1 MB is refused, unlike in openai-node: ${what}`, async () => {
      const transport = streaming([deltaA, ...parts]);
      const events: ChatEvent[] = [];
      const error = await failure(
        collect(clientFor(hostUrl, transport.send).streamChat(helloRequest), events),
      );
      assert.deepEqual([error.kind, events], ['tooLarge', [{ type: 'text', text: 'a' }]]);
      assert.ok(transport.pulled < 25 && transport.left === 1, 'reading went on');
    });
  }

  it('is skipped if it is a comment or an unknown field', async () => {
    const line = 'x'.repeat(64 * 1024);
    const transport = streaming([
      deltaA,
      ':',
      ...Array<string>(100).fill(line),
      '\nfoo: ',
      ...Array<string>(100).fill(line),
      '\n',
      finishEvent,
    ]);
    const events = await collect(clientFor(hostUrl, transport.send).streamChat(helloRequest));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['text', 'finish'],
    );
  });
});
