import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as v from 'valibot';
import { cutJson, mostKeptBytes } from '../../../../src/core/files/cutJson.ts';
import { holds } from '../../properties/holds.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('An entry for the journal', () => {
  const deployment = { base_model_name: 'llama-3-8b', model_name: 'acme/tone', hub_revision: '4f2c9ab' };

  it('is complete if it is small', () => {
    const object = { name: 'tone', unit_price: '0', active_deployment: deployment };
    assert.equal(cutJson(object).object, object);
    assert.deepEqual(Object.keys(cutJson(object)), ['object']);
  });

  it('loses its large parts if it is too large, keeps the small ones, and records its full size', () => {
    const card = 'x'.repeat(1_000_000);
    const object = { card, name: 'tone', active_deployment: { card, ...deployment }, tags: [card, 'small'] };
    const { object: cut, cutFrom } = cutJson(object);
    assert.equal(cutFrom, bytes(object));
    assert.ok(bytes(cut) <= mostKeptBytes);
    const cutCard = v.pipe(v.string(), v.regex(/^x+…$/u));
    const facts = {
      base_model_name: v.literal('llama-3-8b'),
      model_name: v.literal('acme/tone'),
      hub_revision: v.literal('4f2c9ab'),
    };
    const kept = v.object({
      card: cutCard,
      name: v.literal('tone'),
      active_deployment: v.object({ card: cutCard, ...facts }),
      tags: v.tuple([cutCard, v.literal('small')]),
    });
    v.parse(kept, cut);
    assert.deepEqual(Object.keys(v.parse(v.record(v.string(), v.unknown()), cut)), Object.keys(object));
  });

  it('keeps its limit to the byte', () => {
    const object = { name: 'x'.repeat(100) };
    assert.equal(cutJson(object, bytes(object)).cutFrom, undefined);
    assert.equal(cutJson(object, bytes(object) - 1).cutFrom, bytes(object));
  });

  for (const [what, value] of [
    ['a string', 'ä\u0000'.repeat(1000)],
    ['a string of lone surrogates', '\ud800'.repeat(1000)],
    ['a list of thousands', Array.from({ length: 5000 }, (_, index) => index)],
    ['many keys', Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, index]))],
    ['a long key', { ['k'.repeat(5000)]: 1, name: 'tone' }],
    ['a deep one', JSON.parse(`${'{"a":'.repeat(900)}"${'x'.repeat(900)}"${'}'.repeat(900)}`)],
    ['a `__proto__` key', JSON.parse(`{"__proto__":"${'x'.repeat(900)}","name":"tone"}`)],
  ] as const) {
    it(`keeps its limit even for ${what}`, () => {
      const { object, cutFrom } = cutJson(value, 500);
      assert.ok(bytes(object) <= 500, `${bytes(object)} bytes`);
      assert.equal(cutFrom, bytes(value));
    });
  }

  holds(
    'never exceeds its limit, and is unchanged if it was not too large',
    300,
    fc.property(
      fc.jsonValue({ maxDepth: 7 }),
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.integer({ min: 20, max: 400 }),
      (value, text, most) => {
        const whole = { value, text, list: [text, value] };
        const { object, cutFrom } = cutJson(whole, most);
        assert.ok(bytes(object) <= most, `${bytes(object)} of ${most} bytes`);
        assert.equal(cutFrom, bytes(whole) > most ? bytes(whole) : undefined);
        if (cutFrom === undefined) assert.equal(object, whole);
      },
    ),
  );
});
