import assert from 'node:assert/strict';
import { keptObject, maxKeptBytes } from '../../../../src/core/deletion/journalLines.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('An entry for the journal', () => {
  const deployment = { base_model_name: 'llama-3-8b', model_name: 'acme/tone', hub_revision: '4f2c9ab' };

  it('is complete up to the limit', () => {
    const filled = (length: number) => ({
      name: 'tone',
      active_deployment: deployment,
      more: 'x'.repeat(length),
    });
    const largest = filled(maxKeptBytes - bytes(filled(0)));
    assert.deepEqual(keptObject(largest), { object: largest });
    const larger = { ...largest, more: `${largest.more}x` };
    assert.equal(keptObject(larger).cutFrom, maxKeptBytes + 1);
  });

  it('loses its large parts if it is too large, keeps the small ones, and records its full size', () => {
    const card = 'x'.repeat(1_000_000);
    const object = { card, name: 'tone', active_deployment: { card, ...deployment }, tags: [card, 'small'] };
    assert.deepEqual(keptObject(object), {
      object: { card: null, name: 'tone', active_deployment: { card: null, ...deployment }, tags: null },
      cutFrom: bytes(object),
    });
  });

  const text = '\u0000'.repeat(100_000);
  const many = (value: unknown) =>
    Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}${'\u0000'.repeat(5000)}`, value]));
  for (const [what, value] of [
    ['a string', text],
    ['a string of lone surrogates', '\ud800'.repeat(100_000)],
    ['a list of thousands', Array.from({ length: 99_999 }, (_, index) => index)],
    ['long keys at each level', many(many(Array(99).fill(1)))],
    ['a deep one', JSON.parse(`${'{"a":'.repeat(190)}"${'x'.repeat(300_000)}"${'}'.repeat(190)}`)],
    ['a `__proto__` key', JSON.parse(`{"__proto__":"${'x'.repeat(300_000)}","name":"tone"}`)],
  ] as const) {
    it(`keeps its limit even for ${what}`, () => {
      const { object, cutFrom } = keptObject(value);
      assert.ok(bytes(object) <= maxKeptBytes, `${bytes(object)} bytes`);
      assert.equal(cutFrom, bytes(value));
    });
  }
});
