import assert from 'node:assert/strict';
import type { Lora } from '../../../../src/api/types.ts';
import {
  addChanges,
  type CatalogChanges,
  findChanges,
  type ModelChange,
  noChanges,
  withoutSeen,
} from '../../../../src/core/models/catalogChanges.ts';
import { baseModel, lora } from '../fixtures.ts';

const llama = baseModel('llama');
const lists = (...loras: Lora[]) => ({ loras, baseModels: [llama] });
const asTexts = (changes: Iterable<ModelChange>) =>
  [...changes].map(({ is, model }) => `${is} ${model.kind} ${model.name}`).sort();

/** The marks after these lists came in turn and nobody looked. */
async function unseenAfter(...turns: Lora[][]): Promise<string[]> {
  let changes: CatalogChanges = noChanges;
  for (const [index, loras] of turns.slice(1).entries()) {
    const found = await findChanges(lists(...(turns[index] ?? [])), lists(...loras));
    changes = addChanges(changes, found ?? []);
  }
  return asTexts(changes.values());
}

describe('The changes since the last load', () => {
  const on = (base: string, name = 'tone') => lora(name, { baseModelName: base, createdAt: 7 });

  for (const [what, before, now, expected] of [
    ['the same list', [on('llama')], [on('llama')], []],
    ['a new LoRA', [], [lora('tone')], ['new lora tone']],
    ['a LoRA that is gone', [lora('tone')], [], ['gone lora tone']],
    ['another deployment', [on('llama')], [on('mistral')], ['changed lora tone']],
    ['the first deployment', [lora('tone')], [on('llama')], ['changed lora tone']],
    ['the end of a deployment', [on('llama')], [lora('tone')], ['changed lora tone']],
    ['only another price', [on('llama')], [{ ...on('llama'), unitPrice: 3 }], []],
    ['only another order', [lora('a'), lora('b')], [lora('b'), lora('a')], []],
  ] as const) {
    it(`are ${expected.join(', ') || 'none'} for ${what}`, async () => {
      assert.deepEqual(asTexts((await findChanges(lists(...before), lists(...now))) ?? []), expected);
    });
  }

  it('keep the two kinds apart, and show what is gone as it was', async () => {
    const found = await findChanges(
      { loras: [on('llama', 'same')], baseModels: [llama] },
      { loras: [], baseModels: [llama, baseModel('same')] },
    );
    assert.deepEqual(found, [
      { is: 'gone', model: on('llama', 'same') },
      { is: 'new', model: baseModel('same') },
    ]);
  });

  it('are none the first time, and none for a list that did not come', async () => {
    const nothing = { loras: undefined, baseModels: undefined };
    assert.deepEqual(await findChanges(nothing, lists(lora('tone'))), []);
    const all = await findChanges({ loras: [], baseModels: [] }, lists(lora('tone')));
    assert.equal(all?.length, 2, 'an empty list is one');
    assert.deepEqual(await findChanges(lists(lora('tone')), { loras: undefined, baseModels: [llama] }), []);
  });

  it('are unknown if none of several LoRAs is left and others are there: this is another organization', async () => {
    const [a, b, c] = [lora('a'), lora('b'), lora('c')];
    assert.equal(await findChanges(lists(a, b, c), lists(lora('theirs'))), undefined);
    assert.equal((await findChanges(lists(a, b, c), lists()))?.length, 3);
    assert.equal((await findChanges(lists(a, b, c), lists(c, lora('d'))))?.length, 3);
    assert.equal((await findChanges(lists(a, b), lists(c)))?.length, 3);
  });
});

describe('Unseen changes', () => {
  const plain = lora('tone');
  const deployed = lora('tone', { createdAt: 7 });
  const other = lora('other');

  for (const [what, turns, expected] of [
    ['add up', [[plain], [plain, other], [other]], ['gone lora tone', 'new lora other']],
    ['stay new, whatever else happens', [[other], [other, plain], [other, deployed]], ['new lora tone']],
    ['don’t include what came and went', [[other], [other, plain], [other]], []],
    ['don’t include what went and came back', [[other, plain], [other], [other, plain]], []],
    ['include what came back changed', [[plain], [], [deployed]], ['changed lora tone']],
    ['don’t include what changed and changed back', [[plain], [deployed], [plain]], []],
    ['call what changed and then went gone', [[plain], [deployed], []], ['gone lora tone']],
  ] as const) {
    it(what, async () => {
      assert.deepEqual(await unseenAfter(...turns.map((turn) => [...turn])), expected);
    });
  }

  it('know what a model was before the first of several changes', async () => {
    const again = lora('tone', { createdAt: 8 });
    const { loras: before } = lists(plain);
    const found = [
      await findChanges(lists(plain), lists(deployed)),
      await findChanges(lists(deployed), lists(again)),
    ];
    const unseen = found.reduce((sum, changes) => addChanges(sum, changes ?? []), noChanges);
    assert.deepEqual([...unseen.values()], [{ is: 'changed', model: again, before: before?.[0] }]);
  });

  it('are the same object if nothing was found or seen', () => {
    const unseen = addChanges(noChanges, [{ is: 'new', model: plain }]);
    assert.equal(addChanges(unseen, []), unseen);
    assert.equal(
      withoutSeen(unseen, ({ is }) => is === 'gone'),
      unseen,
    );
    assert.equal(withoutSeen(unseen, () => true).size, 0);
  });
});
