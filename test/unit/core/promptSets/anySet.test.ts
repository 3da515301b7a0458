import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SetProblem } from '../../../../src/core/promptSets/index.ts';
import { holds } from '../../properties/holds.ts';
import { lines, readSet } from './sets.ts';

const names = ['set.jsonl', 'set.json', 'set.csv', 'set.yaml'];
const keys = [
  ...'prompt messages expected checks id group custom_id body conversations instruction input output history vars'.split(
    ' ',
  ),
  ...'assert options target completion query system role content type value prompts tests defaultTest __expected'.split(
    ' ',
  ),
  ...'__proto__ constructor'.split(' '),
];
const words = fc.constantFrom(
  '',
  '{% if %}',
  ...'a user assistant contains regex ( {{a}} file://x'.split(' '),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    words,
    fc.jsonValue({ maxDepth: 0 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const row = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 5, noNullPrototype: true });

/** How many rows a problem leaves out. */
function leftOut({ isNote, isFatal, said: [text, ...values] }: SetProblem): number {
  if (isNote || isFatal) return 0;
  return /\(\{\d\}\)\.$/u.test(text) ? Number(values.at(-1)) : 1;
}

describe('Any prompt set', () => {
  holds(
    "has each of its rows as a prompt, or is said to leave it out, or can't be run at all",
    500,
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), fc.boolean(), async (rows, isArray) => {
      const text = isArray ? JSON.stringify(rows) : lines(...rows);
      const { prompts, problems } = await readSet(text, isArray ? 'set.json' : 'set.jsonl');
      if (prompts.length === 0 || problems.some(({ isFatal }) => isFatal))
        assert.ok(problems.some(({ isFatal }) => isFatal));
      // An element of an array may be a whole configuration.
      else if (!isArray)
        assert.equal(prompts.length + problems.reduce((sum, one) => sum + leftOut(one), 0), rows.length);
      assert.equal(new Set(prompts.map(({ id }) => id)).size, prompts.length);
    }),
  );

  holds(
    'is read to its end, whatever it is made of',
    500,
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.oneof(
        value.map((one) => JSON.stringify(one) ?? ''),
        fc.string({
          unit: fc.constantFrom(...'{}[]",:\n\r\\\'-|>&*!#%@`~?; aé😀\u0000\uFEFF', 'prompt', 'vars'),
        }),
      ),
      fc.nat(),
      async (name, text, cut) => {
        const { prompts, problems } = await readSet(text.slice(0, cut % (text.length + 1)), name);
        assert.ok(prompts.length > 0 || problems.some(({ isFatal }) => isFatal));
      },
    ),
  );
});
