import fc, { type Arbitrary } from 'fast-check';
import { joinBytes } from '../api/memoryTransport.ts';

/** Text as models write it, with what is hard on a decoder: multi-byte characters, line separators, tags, JSON's own characters. */
export const words: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(
    ...['<think>', '</think>', '<th', 'ink>', '</thi', 'nk>', '\n', '\r\n', ' ', '\u2028', '👩‍🚀'],
    ...['ü', '\ufeff', '"\\'],
  ),
);

const toolCall = fc.record(
  {
    index: fc.constantFrom(0, 1, 2, null),
    id: fc.constantFrom('a', 'b', ''),
    function: fc.record(
      { name: fc.constantFrom('f', 'g', ''), arguments: fc.constantFrom('', '{}', '{"x":', '1}', { y: 2 }) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const delta = fc.oneof(
  { weight: 4, arbitrary: fc.record({ content: words }) },
  fc.record({
    content: fc.oneof(
      fc.constant(null),
      fc.array(fc.record({ type: fc.constant('text'), text: words }), { maxLength: 2 }),
    ),
  }),
  fc.record({ reasoning_content: words }),
  fc.record({ reasoning: words, content: words }),
  fc.record({ tool_calls: fc.array(toolCall, { maxLength: 2 }) }),
  fc.constant({ role: 'assistant' }),
);

const finishReason = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  fc.constantFrom('stop', 'length', 'tool_calls', ''),
);

const usage = fc.record(
  { prompt_tokens: fc.nat(99), completion_tokens: fc.nat(99) },
  { requiredKeys: ['completion_tokens'] },
);

/** A chunk's JSON, mostly well-formed. */
export const chunk: Arbitrary<unknown> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(delta, finishReason)
      .map(([fields, finish_reason]) => ({ choices: [{ index: 0, delta: fields, finish_reason }] })),
  },
  usage.map((tokens) => ({ choices: [], usage: tokens })),
  fc.constantFrom<unknown>({ choices: [] }, { choices: null }, null, 7, 'ping', [], {
    choices: [{ index: 1, delta: { content: 'no' } }],
  }),
);

/** The data of an event. The odd ones end a stream, so they are rare. */
const data: Arbitrary<string> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc
      .tuple(chunk, fc.constantFrom(0, 1))
      .map(([json, indent]) => JSON.stringify(json, null, indent)),
  },
  fc.constantFrom(
    ...['[DONE]', ' [DONE] ', '', '{"error":{"message":"Full","code":503}}', '{"error":"Full"}'],
    ...['{broken', '[DONE]x', 'text'],
  ),
);

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');

/** One event, or what may come between events; line ends vary. */
const block: Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .tuple(data, fc.constantFrom('data: ', 'data:'))
          .map(([text, field]) => text.split('\n').map((line) => field + line)),
      },
      fc.constantFrom(
        [': ping'],
        [':'],
        ['retry: 5', 'unknown: x'],
        ['id: 1'],
        [''],
        ['event: error', 'data: {"message":"Gone"}'],
        ['event: ping'],
      ),
    ),
    fc.array(lineEnd, { minLength: 1, maxLength: 4 }),
  )
  .map(([lines, ends]) => [...lines, ''].map((line, n) => line + ends[n % ends.length]).join(''));

const events: Arbitrary<Uint8Array> = fc
  .tuple(fc.constantFrom('', '', '\ufeff', '\n', ' ', ' \n'), fc.array(block, { maxLength: 12 }))
  .map(([start, blocks]) => joinBytes([start, ...blocks]));

const completion: Arbitrary<Uint8Array> = fc
  .tuple(fc.constantFrom('', '\ufeff', '\n '), delta, finishReason, usage)
  .map(([start, message, finish_reason, tokens]) =>
    joinBytes([start + JSON.stringify({ choices: [{ message, finish_reason }], usage: tokens })]),
  );

/** The bytes of an answer to a chat request: a stream, one JSON completion or an HTML page, whole or cut off anywhere. */
export const answerBytes: Arbitrary<Uint8Array> = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: events },
      completion,
      fc.constantFrom('<html>', '{"error":"no"}', 'text', '').map((text) => joinBytes([text])),
    ),
    fc.option(fc.nat(), { freq: 3 }),
  )
  .map(([bytes, cut]) => (cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1))));
