import assert from 'node:assert/strict';
import { type Catalog, emptyCatalog } from '../../../../src/core/models/catalog.ts';
import { hasModels, viewDescription, viewState } from '../../../../src/ui/models/view/viewState.ts';
import { hostBeside, placeName } from '../../../../src/ui/shared/text/placeName.ts';
import { connection } from '../../core/fixtures.ts';

const acme = connection({ name: 'Acme production' });
const fresh: Catalog = { ...emptyCatalog, state: 'fresh', loadedAt: 1 };
const all = { filter: '', matching: 38, total: 38 };

describe('The only connection in the Models view', () => {
  const text = (catalog: Catalog, filtered = all, shown = acme) =>
    viewDescription({ connection: shown, catalog, filtered });

  it('is named beside the title, after its filter or its count, which a message leaves there', () => {
    assert.equal(text(fresh), '38 models · Acme production');
    assert.equal(text({ ...fresh, state: 'offline' }), '38 models · Acme production');
    const filtered = { filter: 'tone', matching: 12, total: 38 };
    assert.equal(text(fresh, filtered), '“tone” · 12 of 38 · Acme production');
    assert.equal(text(fresh, { ...filtered, matching: 0 }), '“tone” · 0 of 38 · Acme production');
    assert.equal(text(fresh, all, { ...acme, readOnly: true }), '38 models · Acme production · read-only');
  });

  it('is named in every state without a list, without the filter', () => {
    const filtered = { filter: 'tone', matching: 0, total: 0 };
    assert.equal(text({ ...emptyCatalog, state: 'noKey' }, filtered), 'Acme production');
    assert.equal(text({ ...emptyCatalog, state: 'stale' }, filtered), 'Acme production · unreadable');
    const unreachable = { ...emptyCatalog, state: 'offline' as const };
    assert.equal(text(unreachable, filtered), 'Acme production (models.acme.example)');
    assert.equal(
      text(unreachable, filtered, { ...acme, name: 'models.acme.example' }),
      'models.acme.example',
    );
  });

  it('has nothing to filter and to sort unless models are listed, though a filter may hide all', () => {
    const shown = (filtered: typeof all) => ({ connection: acme, catalog: fresh, filtered });
    const none = shown({ filter: 'tone', matching: 0, total: 0 });
    assert.deepEqual([viewState(none), hasModels(none)], ['empty', false]);
    const hidden = shown({ filter: 'tone', matching: 0, total: 38 });
    assert.deepEqual([viewState(hidden), hasModels(hidden)], ['noMatch', true]);
  });
});

describe('A connection’s name and host', () => {
  const place = (name: string) => placeName({ name, baseUrl: 'http://127.0.0.1:46731/staging' });

  it('stand together unless the name is the host, perhaps numbered', () => {
    assert.equal(place('Acme'), 'Acme (127.0.0.1:46731)');
    assert.equal(place('127.0.0.1:46731'), '127.0.0.1:46731');
    assert.equal(place('127.0.0.1:46731 (2)'), '127.0.0.1:46731 (2)');
    assert.equal(place('127.0.0.1:4673'), '127.0.0.1:4673 (127.0.0.1:46731)');
    assert.equal(place('127.0.0.1:46731.evil.example'), '127.0.0.1:46731.evil.example (127.0.0.1:46731)');
    assert.equal(hostBeside({ name: 'Models.Acme.Example', baseUrl: 'https://models.acme.example' }), '');
  });
});
