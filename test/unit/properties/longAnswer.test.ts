import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonProblem, parseAnswer } from '../../../src/api/answer/readBody.ts';
import { holds } from './holds.ts';
import { jsonText } from './hostileJson.ts';

/** Longer than a piece, with signs in it that mean nothing there. */
const long = `"${'[{],}'.repeat(2000)}\\",\\\\"`;

describe('A long list', () => {
  const items = fc.array(fc.oneof(jsonText, fc.constant(long), fc.constant(` ${long} `)), { maxLength: 8 });
  const sign = fc.constantFrom('', '', ',', ']', '[', '}', '"', ' ', '],[', '] ', ' [');
  holds(
    'is read piece by piece as it is at once, and refused where that is',
    300,
    fc.asyncProperty(items, sign, fc.nat(10), fc.boolean(), async (given, slip, at, isObject) => {
      // The text may be cut behind each long item.
      const all = given.flatMap((item) => [long, item]).concat(long, '1');
      const parts = all.map((item, place) => (isObject ? `"${place}":${item}` : item));
      const slipped = parts.map((part, place) => (place === at % parts.length ? slip + part : part)).join();
      const text = isObject ? `{${slipped}}` : `[${slipped}]`;
      const context = { endpoint: 'GET /x', secrets: [] };
      const read = () => parseAnswer(text, context);
      if (jsonProblem(text)) return assert.rejects(read);
      let whole: unknown;
      try {
        whole = JSON.parse(text);
      } catch {
        return assert.rejects(read, { code: 'JSON' });
      }
      assert.deepStrictEqual(await read(), whole);
    }),
  );
});
