import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import fc, { type Arbitrary } from 'fast-check';
import { cleanServerText } from '../../../src/api/errors/serverText.ts';
import type { ServiceError } from '../../../src/api/index.ts';
import { canaryKey, clientFor, collect, failure, helloRequest } from '../api/harness.ts';
import { bytesOf, memoryTransport } from '../api/memoryTransport.ts';
import { holds } from './holds.ts';
import { jsonText } from './hostileJson.ts';

const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

const key: Arbitrary<string> = fc
  .oneof(
    fc.constant(canaryKey),
    fc.string({ unit: fc.constantFrom(...'abcdefXYZ0189-_+/=.%&"\\<~'), minLength: 16, maxLength: 60 }),
    // Such characters around a pasted key are removed before it is sent, so here they only come inside.
  )
  .map((text) => `sk${text}k`);

const hex = (char: string): string => char.charCodeAt(0).toString(16).padStart(2, '0');
const eachAs =
  (write: (char: string) => string) =>
  (text: string): string =>
    [...text].map(write).join('');
const eachSignAs = (write: (char: string) => string) =>
  eachAs((char) => (/[a-z\d]/i.test(char) ? char : write(char)));
const base64 =
  (before: string) =>
  (text: string): string =>
    Buffer.from(before + text).toString('base64');

/** The forms of a quoted key that are masked; see `maskSecrets`. */
const quotedForms: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in small letters': (text) => text.toLowerCase(),
  'with zero-width characters': eachAs((char) => `${char}\u200b`),
  'with variation selectors': eachAs((char) => `${char}\ufe0f`),
  'with bidi characters': eachAs((char) => `\u202e${char}`),
  'percent-encoded': encodeURIComponent,
  'as JSON within JSON': (text) => JSON.stringify(text).slice(1, -1),
  'with \\u escapes': eachSignAs((char) => `\\u00${hex(char)}`),
  'with character references': eachSignAs((char) => `&#${char.charCodeAt(0)};`),
  'as HTML': (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  'in base64': base64(''),
  'in base64 after one byte': base64('x'),
  'in base64 after two bytes, as of Basic': base64('u:'),
  'in base64url': (text) => Buffer.from(`${text}zz`).toString('base64url'),
};

/** The bodies that an error's message may come in. */
const errorBodies: Record<string, (words: string) => string> = {
  'error.message': (words) =>
    JSON.stringify({ error: { message: words, code: words, type: words, param: words } }),
  error: (words) => JSON.stringify({ error: words }),
  message: (words) => JSON.stringify({ message: words }),
  'detail.msg': (words) => JSON.stringify({ detail: [{ loc: ['body', words], msg: words }] }),
  text: (words) => `! ${words}`,
};

function errorOf(body: string, apiKey = canaryKey, status = 400): Promise<ServiceError> {
  const headers = { 'x-should-retry': 'false', 'x-request-id': 'r' };
  const transport = memoryTransport({ status, headers, chunks: [bytesOf(body)] });
  const client = clientFor('https://host.example', transport.send, { apiKey: async () => apiKey });
  return failure(collect(client.streamChat(helloRequest)));
}

function assertClean({ serverMessage, code }: ServiceError): void {
  for (const [text, longest] of [
    [serverMessage, 300],
    [code, 100],
  ] as const) {
    if (text === undefined) continue;
    assert.doesNotMatch(text, invisible);
    assert.ok(text !== '' && text.length <= longest && text.isWellFormed());
  }
}

describe('The message of any error body', () => {
  const anyBody = fc.oneof(
    jsonText,
    fc.string({ unit: 'binary' }),
    fc
      .tuple(
        fc.constantFrom(...Object.values(errorBodies)),
        fc.string({ unit: 'binary', maxLength: 600, size: 'max' }),
      )
      .map(([write, words]) => write(words)),
  );

  holds(
    'comes out clean, short and well-formed',
    300,
    fc.asyncProperty(anyBody, fc.constantFrom(400, 401, 404, 422, 500), async (body, status) => {
      const error = await errorOf(body, canaryKey, status);
      assert.equal(error.status, status);
      assertClean(error);
    }),
  );

  holds(
    'comes out clean, short and well-formed even under status 200',
    100,
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 600, size: 'max' }), async (words) => {
      assertClean(
        await errorOf(JSON.stringify({ error: { message: `!${words}`, code: words } }), canaryKey, 200),
      );
      assertClean(
        await errorOf(`event: error\ndata: ${JSON.stringify({ message: words })}\n\n`, canaryKey, 200),
      );
    }),
  );
});

describe('A key that a service quotes', () => {
  for (const [how, quote] of Object.entries(quotedForms)) {
    holds(
      `${how} is masked in every body of an error`,
      20,
      fc.asyncProperty(
        key,
        fc.string({ maxLength: 20 }),
        fc.constantFrom(...Object.values(errorBodies)),
        async (apiKey, around, write) => {
          const quoted = quote(apiKey);
          const error = await errorOf(write(`${around} ${quoted} ${around}`), apiKey);
          assertClean(error);
          const told = `${inspect(error, { depth: 9, showHidden: true })} ${error.serverMessage} ${error.code} ${error.stack}`;
          const visible = quoted
            .replace(/\s+/g, ' ')
            .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
          for (const form of [apiKey, visible, quoted]) assert.ok(!told.includes(form), 'the key came out');
          assert.match(told, /\*\*\*/);
        },
      ),
    );
  }

  for (const sign of ['\\', '%25', '&#0', ' ', 's', 'sk-c']) {
    it(`is searched for in linear time: ${sign}`, () => {
      assert.equal(
        cleanServerText(`!${sign.repeat(2_000_000)}`, [canaryKey])?.length,
        sign === ' ' ? 1 : 300,
      );
    });
  }
});
