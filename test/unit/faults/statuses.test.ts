import {
  type Answer,
  answer,
  chunk,
  chunked,
  fin,
  finish,
  flood,
  head,
  inTurn,
  silence,
  whole,
} from '../../service/faults/answers.ts';
import type { Cell } from './cell.ts';
import { each, eachReadAgain, eachWithTrials } from './expectations.ts';
import { describeSection } from './section.ts';

const errorBody = '{"error":{"message":"No"}}';

const status = (code: number, expect: Cell['expect']): Cell => ({
  fault: String(code),
  script: () => inTurn(whole(code, errorBody)),
  expect,
});

/** All redirects lead back to this server, so following one would show in the number of requests. */
const redirect = (code: number): Cell[] => [
  {
    fault: `${code} to another path`,
    script: () => inTurn(whole(code, '', { location: '/elsewhere?secret=1' })),
    expect: each(`redirect ${code} "its own origin"`),
  },
  {
    fault: `${code} to another origin`,
    script: () => inTurn(awayFrom(code)),
    expect: each(`redirect ${code} "http://localhost"`),
  },
];

function awayFrom(code: number): Answer {
  return (connection, request) => {
    const port = request.headers['host']?.split(':')[1];
    const location = `http://user:pass@localhost:${port}/elsewhere?secret=1`;
    return whole(code, '', { location })(connection, request);
  };
}

/** Refused each time, and asked again after the wait that the service names. */
const waited = (words: string): Cell['expect'] => ({
  GET: `rateLimited 429, again after ${words} · 3 requests`,
  DELETE: `rateLimited 429, again after ${words} · 1 request`,
  chat: `rateLimited 429, again after ${words} · 2 requests`,
});

const busy = (fault: string, headers: Record<string, string>, expect: Cell['expect']): Cell => ({
  fault: `429, ${fault}`,
  script: () => inTurn(whole(429, '', headers)),
  expect,
});

const body = (fault: string, given: Answer, words: string): Cell => ({
  fault: `400, ${fault}`,
  script: () => inTurn(given),
  timing: { bytesIdleMs: 60 },
  expect: eachWithTrials(words),
});

const soon = { 'retry-after-ms': '1' };
const past = new Date(0).toUTCString();

describeSection('Statuses', [
  {
    fault: '204',
    script: () => inTurn(answer(head(204), finish)),
    expect: {
      GET: 'protocol 204 EMPTY · 1 request',
      DELETE: 'deleted, no object · 1 request',
      chat: 'protocol 204 EMPTY · 1 request',
    },
  },
  {
    fault: '200 with a web page',
    script: () => inTurn(whole(200, '<html>Sign in</html>', { 'content-type': 'text/html' })),
    expect: each('protocol HTML'),
  },
  {
    fault: '200 with a web page of another type',
    script: () => inTurn(whole(200, ' <!doctype html>', { 'content-type': 'application/json' })),
    expect: each('protocol HTML'),
  },
  ...[301, 302, 303, 307, 308].flatMap(redirect),
  status(401, each('unauthorized 401 "No"')),
  status(403, each('forbidden 403 "No"')),
  status(404, each('notFound 404 "No"')),
  status(408, eachReadAgain('timeout 408 "No"')),
  status(409, each('conflict 409 "No"')),
  status(413, each('tooLarge 413 "No"')),
  status(422, eachWithTrials('badRequest 422 "No"')),
  status(500, eachReadAgain('server 500 "No"')),
  status(502, eachReadAgain('server 502 "No"')),
  status(503, eachReadAgain('server 503 "No"')),
  status(504, eachReadAgain('server 504 "No"')),
  status(529, eachReadAgain('server 529 "No"')),
  busy('without Retry-After', {}, eachReadAgain('rateLimited 429')),
  busy('in milliseconds', soon, waited('1 ms')),
  busy('in seconds', { 'retry-after': '0.02' }, waited('20 ms')),
  busy(
    'in more seconds than we wait',
    { 'retry-after': '61' },
    each('rateLimited 429, again after 61000 ms'),
  ),
  busy('until a date that is past', { 'retry-after': past }, waited('0 ms')),
  {
    fault: '429, until a date in an hour',
    script: () => inTurn(whole(429, '', { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })),
    expect: each('rateLimited 429, again after 60 min'),
  },
  busy('insane', { 'retry-after': '99999999999999' }, eachReadAgain('rateLimited 429')),
  busy('negative', { 'retry-after': '-5' }, eachReadAgain('rateLimited 429')),
  body('JSON', whole(400, errorBody), 'badRequest 400 "No"'),
  body('text', whole(400, 'No such thing'), 'badRequest 400 "No such thing"'),
  body('a web page', whole(400, '<html>No</html>', { 'content-type': 'text/html' }), 'badRequest 400'),
  body('empty', whole(400, ''), 'badRequest 400'),
  body('no UTF-8', whole(400, Buffer.from([0x4e, 0x6f, 0xff, 0xfe])), 'badRequest 400 "No\ufffd\ufffd"'),
  body(
    'error.message is an object',
    whole(400, '{"error":{"message":{"a":1},"code":"c"}}'),
    'badRequest 400 c',
  ),
  body('100 MB', answer(head(400, chunked), flood(chunk('x'.repeat(1024 * 1024)), 100)), 'badRequest 400'),
  body('cut off', answer(head(400, { 'content-length': '100' }), '{"error":', fin), 'badRequest 400'),
  body('does not come', answer(head(400, { 'content-length': '100' }), silence), 'badRequest 400'),
]);
