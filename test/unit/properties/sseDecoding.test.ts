import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { isErrorJson } from '../../../src/api/answer/errorBody.ts';
import { ChatDecoder } from '../../../src/api/chat/chatDecoder.ts';
import { cutAt, joinBytes, singleBytes } from '../api/memoryTransport.ts';
import { holds } from './holds.ts';
import { readPlainly } from './plainSse.ts';

interface Reading {
  raw: unknown[];
  eventCount: number;
  isDone: boolean;
  failure: string | undefined;
}

function readOurs(reads: readonly Uint8Array[]): Reading {
  const raw: unknown[] = [];
  const headers = new Headers({ 'content-type': 'text/event-stream' });
  const decoder = new ChatDecoder(
    { context: { endpoint: 'POST', secrets: [] }, headers },
    {
      onRaw: (json) => raw.push(json),
    },
  );
  for (const read of reads) decoder.push(read);
  decoder.end();
  const error = decoder.failure;
  const failure = error && `${error.kind} ${error.code ?? ''}`.trimEnd();
  return { raw, eventCount: decoder.eventCount, isDone: decoder.answer.isOver, failure };
}

/** Reads the plain decoder's events as a chat does: a `[DONE]`, white space around it removed, ends it before JSON is parsed. */
function readTheirs(bytes: Uint8Array): Reading {
  const reading: Reading = { raw: [], eventCount: 0, isDone: false, failure: undefined };
  for (const { event, data, isUnterminated } of readPlainly(bytes)) {
    reading.eventCount += 1;
    if (data.trim() === '[DONE]') return { ...reading, isDone: true };
    if (data.trim() === '') continue;
    const json = parse(data);
    if (json !== undefined) reading.raw.push(json);
    if (json === undefined && event !== 'error') {
      // JSON cut off at the very end is no error: such an answer is incomplete anyway.
      if (isUnterminated) continue;
      return { ...reading, failure: 'protocol JSON' };
    }
    if (event === 'error' || isErrorJson(json)) return { ...reading, failure: 'server' };
  }
  return reading;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

const fragment: Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('data: 8\n\n', 'data:{"b":2}\r\n', 'event: error\rdata: {}\r\r') },
  { weight: 5, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\n\n', ':', ' ', '\t', '\0') },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...['data', 'data:', 'data: ', 'event: error', 'event:', 'id: 1', 'retry: 9', 'x: y', 'Data: '],
      ...[' data: '],
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...['{"a":1}', '{"a":', '1}', '7', 'null', '"\ufeff"', '{"error":"no"}', '{"choices":[]}'],
      ...['[]'],
    ),
  },
  fc.constantFrom('[DONE]', ' [DONE]', '[DO', 'NE]', '[DONE]x'),
  fc.constantFrom('\ufeff', '\u2028', '\u0085', 'ü', '👋'),
  fc
    .constantFrom([0xef], [0xef, 0xbb], [0xff], [0xc3], [0xf0, 0x9f], [0xed, 0xa0, 0x80], [0xc0, 0xaf])
    .map((codes) => Uint8Array.from(codes)),
);

// We don't read an answer as an event stream if it starts with `{`, `[`, `"` or `<`: services send JSON or HTML whatever type they
// declare. That is decided before decoding, so such input is left out here.
const hostile = fc
  .tuple(fc.constantFrom('', '', '\ufeff', '\ufeff\ufeff', ' '), fc.array(fragment, { maxLength: 40 }))
  .map(([start, fragments]) => joinBytes([start, ...fragments]))
  .filter((bytes) => !/^[{["<]/.test(new TextDecoder().decode(bytes).trimStart()));

const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe('Decoding an event stream', () => {
  holds(
    'gives the same as a plain decoder for hostile bytes, however they are split',
    3000,
    fc.property(hostile, cuts, (bytes, places) => {
      const theirs = readTheirs(bytes);
      assert.deepEqual(readOurs([bytes]), theirs);
      assert.deepEqual(readOurs(cutAt(bytes, places)), theirs);
      assert.deepEqual(readOurs(singleBytes(bytes)), theirs);
    }),
  );

  for (const [what, text, events] of [
    ['an unfinished line at the end', 'data: 1\n\ndata: 2', ['1', '2']],
    ['an event without its blank line', 'data: 1\ndata: 2\n', ['1\n2']],
    ['a carriage return at the end', 'data: 1\r', ['1']],
    ['a field without a colon, and an empty one', 'data\n\ndata:\n\nevent: x\n\n', ['', '']],
    ['one byte order mark, but not two', '\ufeffdata: 1\n\n\ufeffdata: 2\n\n', ['1']],
  ] as const) {
    it(`with the plain decoder handles ${what} as the standard or our contract requires`, () => {
      assert.deepEqual(
        readPlainly(joinBytes([text])).map(({ data }) => data),
        events,
      );
    });
  }
});
