import assert from 'node:assert/strict';
import type { Lora } from '../../../../src/api/index.ts';
import type { CatalogChanges } from '../../../../src/core/models/catalogChanges.ts';
import { changedRows, type DrawnRows } from '../../../../src/ui/models/view/drawnRows.ts';
import { connection, lora } from '../../core/fixtures.ts';

const acme = connection();

/** `rows`: the models, and those that are gone but still shown. */
function drawn(models: readonly Lora[], rows = models): DrawnRows {
  const changes: CatalogChanges = new Map();
  const loras = {
    kind: 'lora' as const,
    models,
    rows,
    total: models.length,
    gone: rows.length - models.length,
  };
  const baseModels = { kind: 'baseModel' as const, models: [], rows: [], total: 0, gone: 0 };
  return { connection: acme, row: '', groups: [loras, baseModels], lorasOn: new Map(), changes };
}

describe('The rows to redraw', () => {
  const [a, b, c] = [lora('a'), lora('b'), lora('c')];

  it('are none if nothing changed, and the row of a model that did', () => {
    assert.deepEqual(changedRows(drawn([a, b]), drawn([a, b])), { groups: [], models: [] });
    const changed = lora('b');
    assert.deepEqual(changedRows(drawn([a, b]), drawn([a, changed])), { groups: [], models: [changed] });
  });

  for (const [what, after] of [
    ['a model came', drawn([a, b, c])],
    ['one left', drawn([a])],
    ['one took the place of another', drawn([a, c])],
    ['the last one came while another is gone and still shown', drawn([a, c], [a, b, c])],
  ] as const)
    it(`are the whole group if ${what}`, () => {
      assert.deepEqual(changedRows(drawn([a, b]), after), { groups: ['lora'], models: [] });
    });
});
