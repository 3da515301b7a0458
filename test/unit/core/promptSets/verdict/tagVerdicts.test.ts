import assert from 'node:assert/strict';
import type { ScoredPair } from '../../../../../src/core/promptSets/verdict/scoredPair.ts';
import { tagVerdicts } from '../../../../../src/core/promptSets/verdict/tagVerdicts.ts';
import { usualTimeOf } from '../../../cpuTime.ts';

type Scores = readonly [base: number | undefined, other: number | undefined];
const better: Scores = [0, 1];
const worse: Scores = [1, 0];
const equal: Scores = [1, 1];
const some = (count: number, scores: Scores) => Array.from({ length: count }, () => scores);

/** Prompts with a tag each. */
function tagged(byTag: Record<string, readonly Scores[]>) {
  const names = Object.keys(byTag);
  const pairs: ScoredPair[] = [];
  const units = Object.values(byTag).map((scores) =>
    Uint32Array.from(scores, ([base, other]) => pairs.push({ unit: pairs.length, base, other }) - 1),
  );
  return { pairs, tagged: { names, units } };
}

function verdictsOf(byTag: Record<string, readonly Scores[]>, isFinal = true) {
  const set = tagged(byTag);
  return tagVerdicts(set.pairs, set.tagged, isFinal);
}

const kinds = ({ tags }: ReturnType<typeof verdictsOf>) => tags.map(({ name, kind }) => [name, kind]);
const refund = [...some(25, better), ...some(2, worse), ...some(30, equal)];
const invoice = [...some(1, better), ...some(12, worse), ...some(40, equal)];

describe('Verdicts by tag', () => {
  it('say what got worse while the whole got better', () => {
    const found = verdictsOf({ refund, invoice, few: some(9, better) });
    assert.ok((found.p ?? 1) < 0.001);
    assert.deepEqual(kinds(found), [
      ['refund', 'better'],
      ['invoice', 'worse'],
      ['few', undefined],
    ]);
    assert.deepEqual([found.tested, found.isOverlapping, found.isYesOrNo], [2, false, true]);
    const [, second, third] = found.tags;
    assert.deepEqual([second?.units, second?.base, second?.other], [53, 52 / 53, 41 / 53]);
    assert.deepEqual(third, { name: 'few', units: 9, base: 0, other: 1 });
  });

  it('call no tag better or worse where the difference doesn’t depend on it', () => {
    const found = verdictsOf({ one: refund, two: refund });
    assert.ok((found.p ?? 0) > 0.99);
    assert.deepEqual(kinds(found), [
      ['one', undefined],
      ['two', undefined],
    ]);
  });

  it('have counts alone before there is a verdict', () => {
    const found = verdictsOf({ refund, invoice }, false);
    assert.deepEqual(found, {
      ...{ isOverlapping: false, tested: 0, isYesOrNo: true },
      tags: [
        { name: 'refund', units: 57, base: 32 / 57, other: 55 / 57 },
        { name: 'invoice', units: 53, base: 52 / 53, other: 41 / 53 },
      ],
    });
  });

  it('must hold whatever is not known', () => {
    const lost = some(6, [1, undefined]);
    const known = [...some(1, better), ...some(9, worse), ...some(40, equal)];
    const found = verdictsOf({ refund, invoice: [...known, ...lost] });
    assert.equal(found.tags[1]?.units, 50);
    assert.deepEqual(kinds(found)[1], ['invoice', 'worse']);
    const unsure = verdictsOf({ refund, invoice: [...known, ...some(12, [0, undefined])] });
    assert.deepEqual(kinds(unsure)[1], ['invoice', undefined]);
  });

  it('count a group once, with all the tags of its prompts, which then overlap', () => {
    const pairs = Array.from(
      { length: 24 },
      (_, at): ScoredPair => ({ unit: at >> 1, base: at % 2, other: 1 }),
    );
    const units = Uint32Array.from(Array(12).keys());
    const found = tagVerdicts(pairs, { names: ['a', 'b'], units: [units, units] }, true);
    assert.deepEqual([found.isOverlapping, found.isYesOrNo, found.tags.length], [true, false, 2]);
    assert.deepEqual([found.tags[1]?.units, found.tags[1]?.base], [12, 0.5]);
  });

  for (const [about, each] of [
    ['one', 1],
    ['five', 5],
  ] as const)
    it(`of 10,000 prompts with ${about} of 20 tags take less than 200 ms`, () => {
      const scores = [better, worse, equal, equal, equal, [1, undefined] as const];
      const { pairs } = tagged({ all: Array.from({ length: 10_000 }, (_, at) => scores[at % 6] ?? equal) });
      const names = Array.from({ length: 20 }, (_, at) => String(at));
      const has = (unit: number, tag: number) =>
        Array.from({ length: each }, (_, at) => (unit + 3 * at) % 20).includes(tag);
      const units = names.map((_, tag) =>
        Uint32Array.from(Array(10_000).keys()).filter((unit) => has(unit, tag)),
      );
      const set = { names, units };
      // The worker has judged others before.
      for (let time = 0; time < 3; time++) tagVerdicts(pairs.slice(0, 2000), set, true);
      const ms = usualTimeOf(() => assert.equal(tagVerdicts(pairs, set, true).tested, 20));
      assert.ok(ms < 200, `${ms} ms`);
    });
});
