import { gzipSync } from 'node:zlib';
import {
  type Answer,
  answer,
  chunk,
  chunked,
  eventStream,
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
const completion = JSON.stringify({ choices: [{ message: { content: 'ab' }, finish_reason: 'stop' }] });
const big = 'x'.repeat(300_000);

describeSection('SSE', [
  // What such an answer says is tested in `api/streams`: here, how its bytes and its end come.
  parts('all in one write', [A + B + end], well),
  chat(
    'each byte of a character alone',
    answer(head(200), sliced(delta({ content: 'é模😀' }) + end, 1), fin),
    '"é模😀", complete (stop)',
  ),
  parts('neither finish_reason nor [DONE]', [A, B], '"ab", cut short'),
  parts('nothing at all', [], 'cut short'),
  parts(
    'an error event after tokens',
    [A, B, data({ error: { message: 'No', code: 503 } })],
    '"ab", then server 503 503 "No"',
  ),
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
  chat('reset after finish_reason', answer(events(A, B, finishEvent), reset), well),
  chat(
    'in gzip',
    whole(200, gzipSync(A + B + end), { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }),
    well,
  ),
  chat('no body', whole(200), 'cut short'),
  chat('a JSON completion', whole(200, completion), well),
  chat('a JSON completion, cut off', whole(200, completion.slice(0, 40)), 'protocol JSON'),
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
  chat(
    'shorter than promised, closed',
    answer(head(200, { ...eventStream, 'content-length': '9999' }), A, fin),
    '"a", then network UND_ERR_SOCKET',
  ),
  chat('closed between two events', answer(events(A, B), fin), '"ab", then network UND_ERR_SOCKET'),
  chat(
    'closed too early, where the close may be the end',
    answer(head(200, { ...eventStream, ...chunked, connection: 'close' }), chunk(A), fin),
    '"a", then network UND_ERR_SOCKET',
  ),
  chat('closed, and the end is the close alone', answer(head(200), A, B, fin), '"ab", cut short'),
  chat('a chunk of a wrong size', answer(events(A, B), 'zz\r\n'), '"ab", then protocol HPE_INVALID'),
  chat(
    'a byte at a time',
    answer(head(200), sliced(A + B + usage + end, 1), fin),
    '"ab", 1+2=3 tokens, complete (stop)',
  ),
  everyByte('reset at byte k, for every k', 'chunked', 'reset'),
  everyByte('closed at byte k, for every k', 'chunked', 'fin'),
  everyByte('closed at byte k, for every k, where the close is the end', 'close', 'fin'),
]);
