import zlib from 'node:zlib';
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
  pause,
  reset,
  silence,
  sliced,
  whole,
} from '../../service/faults/answers.ts';
import type { Cell } from './cell.ts';
import { loraName } from './outcome.ts';
import { describeSection } from './section.ts';

const jsonType = { 'content-type': 'application/json' };
const lora = (name: string): Record<string, unknown> => ({
  name,
  unit_price: 0.5,
  active_deployment: { base_model_name: 'acme/base', created_at: 1_700_000_000, creator: null },
});
const two = JSON.stringify([lora('a'), lora('b')]);
const one = JSON.stringify(lora(loraName));

const body = (fault: string, given: Answer, expect: Cell['expect']): Cell => ({
  fault,
  script: () => inTurn(given),
  expect,
});
/** A list's outcome, after one request. */
const read = (words: string): Cell['expect'] => ({ GET: `${words} · 1 request` });
// With status 200 a deletion has succeeded, even if its body is unreadable.
const torn = (words: string): Cell['expect'] => ({
  GET: `${words} · 1 request`,
  DELETE: 'deleted, no object · 1 request',
});
const list = (json: unknown): Answer => whole(200, JSON.stringify(json));
const coded = (encoding: string, bytes: Uint8Array): Answer =>
  whole(200, bytes, { ...jsonType, 'content-encoding': encoding });
const promised = (length: number): string => head(200, { ...jsonType, 'content-length': String(length) });

const many = JSON.stringify(Array.from({ length: 50_000 }, (_, n) => lora(`lora-${n}`)));
// 33 MB of white space in a few kilobytes.
const bomb = zlib.gzipSync(Buffer.alloc(33 * 1024 * 1024, ' '));

describeSection('JSON body', [
  body('whole', whole(200, two), read('2 LoRAs')),
  body('a byte at a time', answer(promised(two.length), sliced(two, 1), finish), read('2 LoRAs')),
  body('one object in place of a list', whole(200, one), {
    GET: '1 LoRAs · 1 request',
    DELETE: `deleted ${loraName} · 1 request`,
  }),
  body('another object', whole(200, JSON.stringify(lora('other'))), {
    DELETE: 'deleted, no object · 1 request',
  }),
  body('empty', whole(200, ''), torn('protocol EMPTY')),
  body('empty, with its type', whole(200, '', jsonType), { chat: 'protocol EMPTY · 1 request' }),
  body('white space, with its type', whole(200, ' \r\n ', jsonType), { chat: 'protocol EMPTY · 1 request' }),
  body('white space', whole(200, ' \r\n '), read('protocol EMPTY')),
  body('truncated', whole(200, two.slice(0, 40)), torn('protocol JSON')),
  body('no JSON', whole(200, 'hello'), read('protocol JSON')),
  body('another shape', list({ models: [] }), torn('protocol SHAPE')),
  body(
    'wrong types',
    list([{ ...lora('a'), unit_price: [], active_deployment: 'x' }, { name: 7 }, null, 'x', []]),
    read('1 LoRAs, 4 left out'),
  ),
  body('missing fields', list([{ name: 'a' }, {}]), read('1 LoRAs, 1 left out')),
  body('further fields', list([{ ...lora('a'), more: { deep: [1] }, __proto__x: 1 }]), read('1 LoRAs')),
  body('50,000 entries', whole(200, many), read('50000 LoRAs')),
  body('the same name twice', list([lora('a'), lora('a')]), read('2 LoRAs')),
  body('nested 100,000 deep', whole(200, '['.repeat(100_000) + ']'.repeat(100_000)), read('tooLarge')),
  body('a byte order mark', whole(200, `\ufeff${two}`, jsonType), read('2 LoRAs')),
  body('an error under 200', list({ error: { message: 'No', code: 429 } }), {
    GET: 'rateLimited 429 429 "No" · 1 request',
    DELETE: 'rateLimited 429 429 "No" · 1 request',
  }),
  body('gzip, not asked for', coded('gzip', zlib.gzipSync(two)), read('2 LoRAs')),
  body('br, not asked for', coded('br', zlib.brotliCompressSync(two)), read('2 LoRAs')),
  body('deflate, not asked for', coded('deflate', zlib.deflateSync(two)), read('2 LoRAs')),
  body('gzip that is none', coded('gzip', Buffer.from(two)), read('protocol Z_DATA_ERROR')),
  body('br that is none', coded('br', Buffer.from(two)), read('protocol ERR__ERROR_FORMAT_CL_SPACE')),
  body('deflate that is none', coded('deflate', Buffer.from(two)), read('protocol Z_DATA_ERROR')),
  body('gzip, cut off', coded('gzip', zlib.gzipSync(two).subarray(0, 30)), {
    GET: { undici: 'protocol Z_BUF_ERROR · 1 request', host: 'protocol EMPTY · 1 request' },
  }),
  body('gzip of 33 MB', coded('gzip', bomb), read('tooLarge')),
  body('an unknown encoding', coded('x-own', Buffer.from(two)), {
    GET: { undici: 'protocol CONTENT_ENCODING · 1 request', host: '2 LoRAs · 1 request' },
  }),
  body('a character set as its encoding', coded('UTF-8', Buffer.from(two)), read('2 LoRAs')),
  body('an unknown encoding, of an object', coded('x-own', Buffer.from(one)), {
    DELETE: { undici: 'deleted, no object · 1 request', host: `deleted ${loraName} · 1 request` },
  }),
  body('an unknown encoding, of an error', whole(401, '{"message":"No"}', { 'content-encoding': 'x-own' }), {
    GET: { undici: 'unauthorized 401 · 1 request', host: 'unauthorized 401 "No" · 1 request' },
    chat: { undici: 'unauthorized 401 · 1 request', host: 'unauthorized 401 "No" · 1 request' },
  }),
  body('said to be HTML', whole(200, two, { 'content-type': 'text/html' }), read('2 LoRAs')),
  body('an error that is said to be HTML', whole(403, '{"message":"No"}', { 'content-type': 'text/html' }), {
    GET: 'forbidden 403 "No" · 1 request',
  }),
  body('two encodings', coded('gzip, gzip', zlib.gzipSync(zlib.gzipSync(two))), {
    GET: { undici: 'protocol CONTENT_ENCODING · 1 request', host: '2 LoRAs · 1 request' },
  }),
  body('longer than promised', answer(promised(2), '[]{"more":1}'), read('0 LoRAs')),
  body('shorter than promised, closed', answer(promised(1000), two, fin), torn('network UND_ERR_SOCKET')),
  body(
    'shorter than promised, reset',
    answer(promised(1000), two, pause(20), reset),
    torn('network ECONNRESET'),
  ),
  {
    ...body('shorter than promised, silent', answer(promised(1000), two, silence), torn('timeout total')),
    timing: { totalMs: 150 },
  },
  body(
    'chunked, closed in a chunk',
    answer(head(200, { ...jsonType, ...chunked }), '40\r\n[', fin),
    torn('network UND_ERR_SOCKET'),
  ),
  body(
    'chunked, closed before the last chunk',
    answer(head(200, { ...jsonType, ...chunked }), chunk(two), fin),
    torn('network UND_ERR_SOCKET'),
  ),
  body(
    'chunked, with a wrong size',
    answer(head(200, { ...jsonType, ...chunked }), 'zz\r\n[]\r\n'),
    torn('protocol HPE_INVALID'),
  ),
  body(
    'chunked, with trailers',
    answer(head(200, { ...jsonType, ...chunked }), chunk(two), '0\r\nx-sum: 1\r\n\r\n', finish),
    read('2 LoRAs'),
  ),
  body('ended by the close alone', answer(head(200, jsonType), two, fin), read('2 LoRAs')),
  body(
    'more than 32 MB',
    answer(head(200, { ...jsonType, ...chunked }), flood(chunk(Buffer.alloc(1024 * 1024, ' ')), 40)),
    torn('tooLarge'),
  ),
  body('more than 32 MB, announced', answer(promised(64 * 1024 * 1024), silence), torn('tooLarge')),
]);
