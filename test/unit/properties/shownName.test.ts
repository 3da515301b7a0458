import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownName } from '../../../src/core/shownName.ts';
import { holds } from './holds.ts';

/** Names made of what deceives, of what escapes are made of, and of any UTF-16 unit. */
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

/** What a reader makes of it. */
function meant(shown: string): string {
  return shown.replace(/\\u\{([0-9A-F]+)\}/gu, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

describe('A name where something is deleted, whatever it is', () => {
  holds(
    'can be told from every other one: its escapes lead back to it',
    2000,
    fc.property(names, (name) => {
      assert.equal(meant(shownName(name, Number.POSITIVE_INFINITY)), name);
    }),
  );

  holds(
    'is one line without anything invisible, and ends in no space',
    2000,
    fc.property(names, (name) => {
      const shown = shownName(name, Number.POSITIVE_INFINITY);
      assert.doesNotMatch(shown, /^[\s\p{M}]|\s$|\s\s|[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u);
      assert.doesNotMatch(shown, /[^\S ]/u);
    }),
  );

  holds(
    'is never longer than it may be',
    1000,
    fc.property(names, fc.integer({ min: 1, max: 40 }), (name, max) => {
      assert.ok([...shownName(name, max)].length <= max);
    }),
  );
});
