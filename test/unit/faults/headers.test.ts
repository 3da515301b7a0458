import {
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
import type { Script } from '../../service/faults/chaosServer.ts';
import { each, eachReadAgain, shortHeaders } from './expectations.ts';
import { describeSection } from './section.ts';

const emptyList = whole(200, '[]');

const headerOf = (bytes: number): Record<string, string> => ({ 'x-long': 'x'.repeat(bytes) });
const after =
  (...first: string[]): (() => Script) =>
  () =>
    inTurn(answer(...first, emptyList));

const lost = eachReadAgain('network UND_ERR_SOCKET');

describeSection('Headers', [
  { fault: 'never', script: () => inTurn(silence), timing: shortHeaders, expect: each('timeout headers') },
  {
    fault: 'later than the clock allows',
    script: () => inTurn(answer(pause(1_000), emptyList)),
    timing: shortHeaders,
    expect: each('timeout headers'),
  },
  {
    fault: 'late, but in time',
    script: () => inTurn(answer(pause(60), emptyList)),
    timing: { connectMs: 5000, headersMs: 5000 },
    expect: { GET: '0 LoRAs · 1 request' },
  },
  {
    fault: 'a byte at a time',
    script: () => inTurn(every(5, (n) => 'HTTP/1.1 200 OK\r\nx-long: '[n] ?? 'x')),
    timing: shortHeaders,
    expect: each('timeout headers'),
  },
  {
    fault: '20 KB',
    script: () => inTurn(whole(200, '[]', headerOf(20_000))),
    expect: {
      GET: { undici: '0 LoRAs · 1 request', host: 'tooLarge UND_ERR_HEADERS_OVERFLOW · 1 request' },
    },
  },
  {
    fault: '40 KB',
    script: () => inTurn(whole(200, '[]', headerOf(40_000))),
    expect: each('tooLarge UND_ERR_HEADERS_OVERFLOW'),
  },
  {
    fault: 'endless',
    script: () =>
      inTurn(
        answer(
          'HTTP/1.1 200 OK\r\n',
          every(0, (n) => `x-${n}: ${'x'.repeat(1000)}\r\n`),
        ),
      ),
    expect: each('tooLarge UND_ERR_HEADERS_OVERFLOW'),
  },
  { fault: '102 first', script: after(head(102)), expect: { GET: '0 LoRAs · 1 request' } },
  {
    fault: '103 first, twice',
    script: after(head(103, { link: '</x>' }), head(103)),
    expect: { GET: '0 LoRAs · 1 request' },
  },
  // undici drops the connection on a 100 it didn't ask for, and so does fetch.
  { fault: '100 first', script: after(head(100)), expect: lost },
  {
    fault: '101',
    script: () => inTurn(answer(head(101, { connection: 'upgrade', upgrade: 'x' }))),
    expect: lost,
  },
  { fault: 'cut off', script: () => inTurn(answer('HTTP/1.1 200 OK\r\ncont', fin)), expect: lost },
  {
    fault: 'no HTTP',
    script: () => inTurn(answer('SSH-2.0-Server\r\n')),
    expect: each('protocol HPE_INVALID'),
  },
  {
    fault: 'a line that is no header',
    script: () => inTurn(answer('HTTP/1.1 200 OK\r\nbad line\r\n\r\n')),
    expect: each('protocol HPE_INVALID'),
  },
  {
    fault: 'two lengths',
    script: () => inTurn(answer('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n[]')),
    expect: each('protocol UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
  },
  {
    fault: 'a length, and chunked',
    script: () => inTurn(answer(head(200, { ...chunked, 'content-length': '2' }), chunk('[]'), lastChunk)),
    expect: each('protocol HPE_INVALID'),
  },
  {
    fault: 'a value in UTF-8',
    script: () => inTurn(whole(200, '[]', { 'x-name': 'größer 模' })),
    expect: { GET: '0 LoRAs · 1 request' },
  },
]);
