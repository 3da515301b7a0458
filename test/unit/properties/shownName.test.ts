import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownName } from '../../../src/core/shownName.ts';
import { holds } from './holds.ts';

/** Names made of deceptive characters, of those that escapes consist of, and of any UTF-16 unit. */
const names = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'\\u{}5C20 a\u0301\u200b\u3164\ufe0f\u2800\u00a0\ud83d\ude00\n'.split('')),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

/** Replaces the escapes by what they stand for. */
function meant(shown: string): string {
  return shown.replace(/\\u\{([0-9A-F]+)\}/gu, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

describe('Any name as shown when something is deleted', () => {
  holds(
    'is unlike every other name: its escapes lead back to the original',
    2000,
    fc.property(names, (name) => {
      assert.equal(meant(shownName(name, Number.POSITIVE_INFINITY)), name);
    }),
  );

  holds(
    "is one line without anything invisible, and doesn't end in a space",
    2000,
    fc.property(names, (name) => {
      const shown = shownName(name, Number.POSITIVE_INFINITY);
      assert.doesNotMatch(shown, /^[\s\p{M}]|\s$|\s\s|[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u);
      assert.doesNotMatch(shown, /[^\S ]/u);
    }),
  );

  holds(
    'never exceeds its maximum length',
    1000,
    fc.property(names, fc.integer({ min: 1, max: 40 }), (name, max) => {
      assert.ok([...shownName(name, max)].length <= max);
    }),
  );
});
