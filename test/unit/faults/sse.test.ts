import {
  type Answer,
  answer,
  chunk,
  events,
  every,
  fin,
  flood,
  head,
  inTurn,
  reset,
  silence,
  sliced,
  stream,
  whole,
} from '../../service/faults/answers.ts';
import { data, delta, doneEvent, finishEvent } from '../api/harness.ts';
import type { Cell } from './cell.ts';
import { everyByte } from './everyByte.ts';
import { describeSection } from './section.ts';

const A = delta({ content: 'a' });
const B = delta({ content: 'b' });
const end = finishEvent + doneEvent;
const usage = data({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } });
const well = '"ab", complete (stop)';

/** One answer to a chat, and the chat's outcome, always after a single request. */
const chat = (fault: string, given: Answer, words: string, timing: Cell['timing'] = {}): Cell => ({
  fault,
  script: () => inTurn(given),
  timing,
  expect: { chat: `${words} · 1 request` },
});
const parts = (fault: string, given: readonly (string | Uint8Array)[], words: string): Cell =>
  chat(fault, stream(...given), words);
const completion = (content: string | null): string =>
  JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] });
const choice = (index: number, content: string): unknown => ({
  index,
  delta: { content },
  finish_reason: null,
});
const cut = (text: string, at: number): [Buffer, Buffer] => {
  const bytes = Buffer.from(text);
  return [bytes.subarray(0, at), bytes.subarray(at)];
};
const big = 'x'.repeat(300_000);
const tool = (fields: Record<string, unknown>): string => delta({ tool_calls: [fields] });

describeSection('SSE', [
  // Fields, line ends and byte order marks, as well-known decoders test them.
  parts('data alone', [A, B, end], well),
  parts('all in one write', [A + B + end], well),
  parts('an event without data', ['event: ping\n\n', A, B, end], well),
  parts('several data lines', [A.replace('"delta"', '\ndata: "delta"'), B, end], well),
  parts('an empty data line', [`data:\n${A}`, B, end], well),
  parts('an empty data field', ['data:\n\n', A, B, end], well),
  parts('escaped line ends in JSON', [delta({ content: '\n\n' }), end], '"\\n\\n", complete (stop)'),
  parts('U+2028 and U+2029', [delta({ content: '\u2028\u2029' }), end], '"\u2028\u2029", complete (stop)'),
  chat(
    'each byte of a character alone',
    answer(head(200), sliced(delta({ content: 'é模😀' }) + end, 1), fin),
    '"é模😀", complete (stop)',
  ),
  parts('lines end with CR LF', [(A + B + end).replaceAll('\n', '\r\n')], well),
  parts('lines end with CR', [(A + B + end).replaceAll('\n', '\r')], well),
  parts('line ends mixed', [A.replace('\n\n', '\r\n\n'), B.replace('\n\n', '\n\r'), end], well),
  parts('CR LF in two writes', [...cut(A.replaceAll('\n', '\r\n'), A.length - 1), B, end], well),
  parts('a byte order mark', [`\ufeff${A}`, B, end], well),
  parts('a byte order mark within', [A, delta({ content: '\ufeffb' }), end], '"a\ufeffb", complete (stop)'),
  parts('comments', [': hello\n\n', A, ':\n', B, ': bye\n\n', end], well),
  parts('unknown fields, id with NUL, bad retry', [`foo: 1\nid: a\0b\nretry: x\n${A}`, B, end], well),
  parts('an empty event name', [`event:\n${A}`, B, end], well),
  parts('data without a space', [A.replace('data: ', 'data:'), B, end], well),
  // Ends.
  parts('no final blank line', [A, B, finishEvent.trimEnd()], well),
  parts('the last event cut off', [A, B, finishEvent.slice(0, 30)], '"ab", cut short'),
  parts('finish_reason without [DONE]', [A, B, finishEvent], well),
  parts('[DONE] without finish_reason', [A, B, doneEvent], '"ab", complete'),
  parts('neither', [A, B], '"ab", cut short'),
  parts('nothing at all', [], 'cut short'),
  parts('[DONE] with white space', [A, B, 'data:  [DONE] \n\n'], '"ab", complete'),
  parts('[DONE]x', [A, 'data: [DONE]x\n\n', B], '"a", then protocol JSON'),
  parts(
    '[DONE] and more in one event',
    [A, 'data: [DONE]\ndata: {"error":1}\n\n'],
    '"a", then protocol JSON',
  ),
  parts('more after [DONE]', [A, B, end, A, 'data: {broken\n\n'], well),
  chat('open after [DONE]', answer(events(A, B, end), silence), well),
  chat('open after finish_reason', answer(events(A, B, finishEvent), silence), well, {
    usageAfterFinishMs: 30,
  }),
  chat(
    'comments after finish_reason',
    answer(
      events(A, B, finishEvent),
      every(5, () => chunk(': ping\n\n')),
    ),
    well,
    { usageAfterFinishMs: 30 },
  ),
  chat('reset after [DONE]', answer(events(A, B, end), reset), well),
  chat('error after finish_reason', stream(A, B, finishEvent, data({ error: 'No' })), well),
  // Errors.
  parts(
    'error event after tokens',
    [A, B, data({ error: { message: 'No', code: 503 } })],
    '"ab", then server 503 503 "No"',
  ),
  parts('event: error', [A, 'event: error\ndata: {"message":"No"}\n\n'], '"a", then server "No"'),
  parts('event: error with text', [A, 'event: error\ndata: No\n\n'], '"a", then server "No"'),
  parts('an event that is no JSON', [A, 'data: {broken\n\n', B, end], '"a", then protocol JSON'),
  parts('an event that is other JSON', [A, 'data: 7\n\n', 'data: null\n\n', 'data: []\n\n', B, end], well),
  chat('no body', whole(200), 'cut short'),
  // Other bodies instead of a stream.
  chat('a JSON completion', whole(200, completion('ab')), well),
  chat('a JSON completion without content', whole(200, completion(null)), 'complete (stop)'),
  chat('a JSON error', whole(200, '{"error":{"message":"No"}}'), 'server "No"'),
  chat('other JSON', whole(200, '{"hello":1}'), 'protocol NO_TEXT "{\\"hello\\":1}"'),
  chat('a JSON completion, cut off', whole(200, completion('ab').slice(0, 40)), 'protocol JSON'),
  chat('events with a wrong content type', whole(200, A + B + end, { 'content-type': 'text/plain' }), well),
  chat('text', whole(200, 'Internal problem'), 'protocol SHAPE'),
  // Empty answers that a client could mistake for complete ones.
  parts('choices empty all along', [data({ choices: [] }), doneEvent], 'protocol NO_TEXT'),
  parts('no choices', [data({ id: 'x' }), doneEvent], 'protocol NO_TEXT "{\\"id\\":\\"x\\"}"'),
  parts('text completions', [data({ choices: [{ text: 'ab', index: 0 }] }), finishEvent, doneEvent], well),
  parts('a delta that is text', [data({ choices: [{ delta: 'ab' }] }), finishEvent, doneEvent], well),
  parts('an index that is text', [data({ choices: [{ index: '0', delta: { content: 'ab' } }] }), end], well),
  parts(
    'JSON within JSON',
    [A, B, finishEvent].map((one) => data(one.slice(6).trim())).concat(doneEvent),
    well,
  ),
  parts('FastAPI detail in place of a chunk', [A, data({ detail: 'No' })], '"a", then server "No"'),
  parts('a list of details', [data({ detail: [{ loc: ['body', 'n'], msg: 'No' }] })], 'server "n: No"'),
  parts('text in place of chunks', [data('No'), doneEvent], 'server "No"'),
  parts('a message in place of chunks', [data({ message: 'No' })], 'server "No"'),
  parts('a message in place of the rest', [A, data({ message: 'No' })], '"a", then server "No"'),
  chat('JSON within JSON, whole', whole(200, JSON.stringify(completion('ab'))), well),
  chat('a JSON completion without choices', whole(200, '{"choices":[]}'), 'protocol NO_TEXT'),
  chat('JSON with a detail', whole(200, '{"detail":"No"}'), 'server "No"'),
  chat('a text completion', whole(200, '{"choices":[{"text":"ab","finish_reason":"stop"}]}'), well),
  // Chunks of an answer.
  parts('empty choices', [data({ choices: [] }), A, B, end], well),
  parts('null content', [delta({ role: 'assistant', content: null }), A, B, end], well),
  parts('role alone, and an empty role', [delta({ role: '' }), A, B, end], well),
  parts(
    'null delta, no delta',
    [data({ choices: [{ index: 0, delta: null }] }), data({ choices: [{}] }), A, B, end],
    well,
  ),
  parts(
    'two choices',
    [data({ choices: [choice(0, 'a'), choice(1, 'x')] }), data({ choices: [choice(1, 'y')] }), B, end],
    well,
  ),
  parts(
    'an index that is none',
    [data({ choices: [{ index: 'x', delta: { content: 'x' } }] }), A, B, end],
    well,
  ),
  parts('usage last', [A, B, finishEvent, usage, doneEvent], '"ab", 2 tokens, complete (stop)'),
  parts('usage in between', [A, usage, B, finishEvent, doneEvent], '"ab", 2 tokens, complete (stop)'),
  parts(
    'reasoning in both fields',
    [delta({ reasoning: 'r', reasoning_content: 'r' }), A, B, end],
    `thought "r", ${well}`,
  ),
  parts(
    '<think> tags in pieces',
    [...'<think>r</think>ab'].map((one) => delta({ content: one })).concat(end),
    `thought "r", ${well}`,
  ),
  parts(
    'tool call: name late, index from 1',
    [
      tool({ index: 1, id: 'i', function: { arguments: '{"x":' } }),
      tool({ index: 1, function: { name: 'f', arguments: '1}' } }),
      tool({ index: 1, function: {} }),
      delta({}, 'tool_calls'),
      doneEvent,
    ],
    'tool f({"x":1}), complete (tool_calls)',
  ),
  parts(
    'prototype keys',
    [
      data({
        choices: [{ index: 0, delta: { content: 'a' }, ['__proto__']: { content: 'x' } }],
        constructor: 1,
      }),
      B,
      end,
    ],
    well,
  ),
  // Sizes.
  parts('an event of 300 KB', [delta({ content: big }), end], '300000 characters, complete (stop)'),
  chat(
    'an event of 300 KB in writes of 1 KB',
    answer(head(200), sliced(delta({ content: big }) + end, 1024), fin),
    '300000 characters, complete (stop)',
  ),
  chat('a line without end', answer(events('data: '), flood(chunk('x'.repeat(65_536)), 1000)), 'tooLarge'),
  chat(
    'an event of endless lines',
    answer(events(), flood(chunk(`data: ${'x'.repeat(65_536)}\n`), 1000)),
    'tooLarge',
  ),
  // Time.
  chat('silence', answer(events(A), silence), '"a", then timeout bytesIdle', { bytesIdleMs: 40 }),
  chat('silence from the start', answer(events(), silence), 'timeout firstEvent', { firstEventMs: 40 }),
  chat(
    'comments for ever',
    answer(
      events(A),
      every(5, () => chunk(': ping\n\n')),
    ),
    '"a", then timeout contentIdle',
    { contentIdleMs: 60 },
  ),
  chat(
    'comments for ever from the start',
    answer(
      events(),
      every(5, () => chunk(': ping\n\n')),
    ),
    'timeout firstEvent',
    { firstEventMs: 60 },
  ),
  // Breaks.
  chat('closed between two events', answer(events(A, B), fin), '"ab", then network UND_ERR_SOCKET'),
  chat('closed, and the end is the close alone', answer(head(200), A, B, fin), '"ab", cut short'),
  chat('a chunk of a wrong size', answer(events(A, B), 'zz\r\n'), '"ab", then protocol HPE_INVALID'),
  chat(
    'a byte at a time',
    answer(head(200), sliced(A + B + usage + end, 1), fin),
    '"ab", 2 tokens, complete (stop)',
  ),
  everyByte('reset at byte k, for every k', 'chunked', 'reset'),
  everyByte('closed at byte k, for every k', 'chunked', 'fin'),
  everyByte('closed at byte k, for every k, where the close is the end', 'close', 'fin'),
]);
