import assert from 'node:assert/strict';
import { sortManyByName, sortModels } from '../../../../src/core/models/modelSort.ts';
import { arrangeModels } from '../../../../src/core/models/refreshedCatalog.ts';
import { lora } from '../fixtures.ts';

/** Always in the same disorder. */
function disordered(count: number) {
  return Array.from({ length: count }, (_, n) => lora(`tone-v${(n * 7919) % count}`, { createdAt: n }));
}

describe('A list of thousands', () => {
  it('is sorted like a short one, whatever its length', async () => {
    for (const count of [0, 1, 499, 500, 501, 1700, 5003]) {
      const models = disordered(count);
      assert.deepEqual(await sortManyByName(models), sortModels(models, 'name'));
    }
  });

  it('keeps the order of names that count as equal', async () => {
    const models = Array.from({ length: 2000 }, (_, n) =>
      lora(n % 2 === 0 ? 'Tone' : 'tone', { createdAt: n }),
    );
    assert.deepEqual(await sortManyByName(models), models);
  });

  it('lets everything else run while it is arranged', async () => {
    const models = disordered(40_000);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await arrangeModels(models, []);
    clearInterval(timer);
    assert.ok(turns > 2, `${turns} turns`);
  });
});

describe('A list that came again', () => {
  it('is the same object if nothing changed, whatever its order', async () => {
    const before = await arrangeModels(disordered(1000));
    assert.equal(await arrangeModels(structuredClone(disordered(1000)).toReversed(), before), before);
  });

  it('keeps the objects that did not change, and takes the others', async () => {
    const before = await arrangeModels(disordered(1000));
    const came = structuredClone(disordered(1000));
    came[5] = { ...lora(came[5]?.name ?? ''), unitPrice: 3 };
    const now = await arrangeModels(came, before);
    const changed = now.filter((model, index) => model !== before[index]);
    assert.deepEqual(changed, [came[5]]);
  });

  it('is a new object if an entry is gone', async () => {
    const before = await arrangeModels([lora('a'), lora('b')]);
    assert.deepEqual(await arrangeModels([lora('a')], before), [lora('a')]);
  });
});

describe('Names of 65,000 characters', () => {
  it('are sorted by what they begin with, and by the rest if that is the same', async () => {
    const start = 'x'.repeat(65_000);
    const sorted = ['a10', 'A9', `${start}a`, `${start}b`, `${start}b2`, 'y'];
    const models = sorted.toReversed().map((name) => lora(name));
    assert.deepEqual(
      (await sortManyByName(models)).map(({ name }) => name),
      ['A9', 'a10', ...sorted.slice(2)],
    );
  });
});
