import {
  type Answer,
  answer,
  chunk,
  chunked,
  every,
  fin,
  head,
  inTurn,
  lastChunk,
  pause,
  silence,
  whole,
} from '../../service/faults/answers.ts';
import type { Cell } from './cell.ts';
import { each, eachReadAgain, shortHeaders } from './expectations.ts';
import { describeSection } from './section.ts';

const emptyList = whole(200, '[]');

const headerOf = (bytes: number): Record<string, string> => ({ 'x-long': 'x'.repeat(bytes) });
const lost = eachReadAgain('network UND_ERR_SOCKET');

const read = { GET: '0 LoRAs · 1 request' };
const cell = (fault: string, given: Answer, expect: Cell['expect'], timing?: Cell['timing']): Cell => ({
  ...{ fault, script: () => inTurn(given), expect },
  ...(timing && { timing }),
});
const late = (fault: string, given: Answer): Cell =>
  cell(fault, given, each('timeout headers'), shortHeaders);
const invalid = (fault: string, ...given: Parameters<typeof answer>): Cell =>
  cell(fault, answer(...given), each('protocol HPE_INVALID'));

describeSection('Headers', [
  late('never', silence),
  late('later than the clock allows', answer(pause(5_000), emptyList)),
  cell('late, but in time', answer(pause(60), emptyList), read, { connectMs: 5000, headersMs: 5000 }),
  late(
    'a byte at a time',
    every(5, (n) => 'HTTP/1.1 200 OK\r\nx-long: '[n] ?? 'x'),
  ),
  cell('20 KB', whole(200, '[]', headerOf(20_000)), {
    GET: { undici: read.GET, host: 'tooLarge UND_ERR_HEADERS_OVERFLOW · 1 request' },
  }),
  cell('40 KB', whole(200, '[]', headerOf(40_000)), each('tooLarge UND_ERR_HEADERS_OVERFLOW')),
  cell(
    'endless',
    answer(
      'HTTP/1.1 200 OK\r\n',
      every(0, (n) => `x-${n}: ${'x'.repeat(1000)}\r\n`),
    ),
    each('tooLarge UND_ERR_HEADERS_OVERFLOW'),
  ),
  cell('102 first', answer(head(102), emptyList), read),
  cell('103 first, twice', answer(head(103, { link: '</x>' }), head(103), emptyList), read),
  // undici drops the connection on a 100 it didn't ask for, and so does fetch.
  cell('100 first', answer(head(100), emptyList), lost),
  cell('101', answer(head(101, { connection: 'upgrade', upgrade: 'x' })), lost),
  cell('cut off', answer('HTTP/1.1 200 OK\r\ncont', fin), lost),
  invalid('no HTTP', 'SSH-2.0-Server\r\n'),
  invalid('no HTTP, and closed', 'SSH-2.0-Server\r\n\r\n', fin),
  invalid('a line that is no header', 'HTTP/1.1 200 OK\r\nbad line\r\n\r\n'),
  cell(
    'two lengths',
    answer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n[]'),
    each('protocol UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
  ),
  invalid('a length, and chunked', head(200, { ...chunked, 'content-length': '2' }), chunk('[]'), lastChunk),
  cell('a value in UTF-8', whole(200, '[]', { 'x-name': 'größer 模' }), read),
]);
