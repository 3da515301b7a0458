import assert from 'node:assert/strict';
import { useDeletingWindow } from './support/deleting.ts';
import { usePerson } from './support/person.ts';
import { connect, useWorld } from './support/world.ts';

const deployed = 'support-tone-v7';
const undeployed = 'old-experiment';
const deletion = 'DELETE /api/v1/lora/{name}';

describe('Deleting a LoRA', () => {
  const world = useWorld();
  const person = usePerson();
  const window = useDeletingWindow(world);

  const deleteLora = (model: unknown) => window().feature.deleteLora(model);

  it('takes one button for a LoRA that is not deployed, and the journal keeps what the service returned', async () => {
    const { service, pending } = world();
    const object = structuredClone(service.catalog.loras.find((lora) => lora.name === undeployed));
    const seen = person({ button: 'Delete LoRA' });
    await deleteLora(window().ref(undeployed));
    assert.deepEqual(seen.messages, [`Delete LoRA “${undeployed}”?`]);
    assert.deepEqual(seen.buttons, [['Keep LoRA', 'Delete LoRA']]);
    assert.match(seen.details.join(), /127\.0\.0\.1:\d+ · not deployed[\s\S]*Anyone in your organization/u);
    // Once before the question, and once more after the answer.
    assert.deepEqual(window().sent.slice(0, 3), [
      `GET /api/v1/lora/${undeployed}`,
      `GET /api/v1/lora/${undeployed}`,
      `DELETE /api/v1/lora/${undeployed}`,
    ]);
    assert.equal(window().deletes.length, 1);
    assert.ok(!window().names.includes(undeployed));
    assert.ok(pending.isDeleted(window().ref(undeployed)));
    const [entry, ...others] = await window().journalEntries();
    assert.deepEqual(
      [entry?.name, entry?.source, entry?.object, others],
      [undeployed, 'returned', object, []],
    );
  });

  it('does nothing without the button', async () => {
    person({});
    await deleteLora(window().ref(undeployed));
    assert.deepEqual(window().sent, [`GET /api/v1/lora/${undeployed}`]);
    assert.deepEqual(await window().journalEntries(), []);
  });

  it('requires the name of a deployed LoRA to be typed', async () => {
    const seen = person({ typed: [deployed] });
    await deleteLora(window().ref(deployed));
    assert.match(seen.details.join(), /on llama-3-8b, deployed since .* by Ada Example/u);
    assert.deepEqual(window().deletes, [`DELETE /api/v1/lora/${deployed}`]);
    assert.ok(!window().names.includes(deployed));
  });

  it('accepts no part of the name, no other name and no button instead of it', async () => {
    const seen = person({
      typed: ['support-tone', 'support-tone-v6', 'Delete LoRA', ''],
      button: 'Delete LoRA',
    });
    await deleteLora(window().ref(deployed));
    assert.deepEqual(window().sent, [`GET /api/v1/lora/${deployed}`]);
    assert.equal(seen.messages.length, 4);
  });

  it('sends nothing at all through a read-only connection', async () => {
    await connect(world(), { id: 'acme', name: 'Acme', url: world().service.url, readOnly: true });
    const seen = person({ button: 'Delete LoRA', typed: [deployed] });
    for (const name of [deployed, undeployed]) {
      await deleteLora({ connectionId: 'acme', kind: 'lora', name });
    }
    assert.deepEqual(window().sent, []);
    assert.deepEqual(new Set(seen.messages), new Set(['Acme is read-only. Nothing was deleted.']));
  });

  it('sends nothing for a base model, an unknown connection or anything that is not a row', async () => {
    person({ button: 'Delete LoRA', typed: ['llama-3-8b'] });
    const { connectionId } = window().ref('x');
    await deleteLora({ connectionId, kind: 'baseModel', name: 'llama-3-8b' });
    await deleteLora({ connectionId: 'nobody', kind: 'lora', name: deployed });
    assert.deepEqual(window().sent, []);
  });

  it('says that nothing was deleted if the LoRA can’t be retrieved first', async () => {
    world().service.fail({ kind: 'status', status: 403, on: 'GET /api/v1/lora/{name}' });
    const seen = person({ button: 'Delete LoRA' });
    await deleteLora(window().ref(undeployed));
    assert.match(seen.messages.join(), /^Can.t check it now\. Nothing was deleted\. .*403/u);
    assert.deepEqual(window().deletes, []);
  });

  it('finds that the LoRA is gone already, and updates the list', async () => {
    window().remove(undeployed);
    const seen = person({ button: 'Delete LoRA' });
    await deleteLora(window().ref(undeployed));
    assert.match(seen.messages.join(), /was already gone from/u);
    assert.ok(!window().names.includes(undeployed));
    assert.deepEqual(window().deletes, []);
  });

  for (const [ending, status, expected, journaled] of [
    ['refused', 409, /was not deleted\. In use, or being deleted \(409\)\./u, []],
    ['unknown', 500, /was asked for, but .* still lists it\..*500/u, [{ name: undeployed, isSure: false }]],
  ] as const) {
    it(`sends one request and says how it ended: ${ending}`, async () => {
      world().service.fail({ kind: 'status', status, on: deletion });
      const seen = person({ button: 'Delete LoRA' });
      await deleteLora(window().ref(undeployed));
      assert.equal(window().deletes.length, 1);
      assert.match(seen.messages.at(-1) ?? '', expected);
      const entries = await window().journalEntries();
      assert.deepEqual(
        entries.map(({ name, isSure }) => ({ name, isSure })),
        journaled,
      );
    });
  }
});
