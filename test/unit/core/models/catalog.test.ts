import assert from 'node:assert/strict';
import type { ServiceErrorKind } from '../../../../src/api/serviceError.ts';
import {
  type CatalogState,
  emptyCatalog,
  findModel,
  lorasOn,
  stateAfter,
} from '../../../../src/core/models/catalog.ts';
import { modelKey } from '../../../../src/core/models/modelKey.ts';
import { sortModels } from '../../../../src/core/models/modelSort.ts';
import { baseModel, failed, lora } from '../fixtures.ts';

const states: Record<ServiceErrorKind, CatalogState> = {
  noKey: 'noKey',
  unauthorized: 'unauthorized',
  forbidden: 'unauthorized',
  network: 'offline',
  timeout: 'offline',
  tls: 'offline',
  notFound: 'stale',
  conflict: 'stale',
  badRequest: 'stale',
  rateLimited: 'stale',
  server: 'stale',
  redirect: 'stale',
  protocol: 'stale',
  tooLarge: 'stale',
};

describe('A catalog’s state', () => {
  for (const [kind, state] of Object.entries(states)) {
    it(`is ${state} after ${kind}`, () => {
      assert.equal(stateAfter(failed(kind as ServiceErrorKind)), state);
    });
  }
});

describe('Looking for a model', () => {
  const catalog = {
    ...emptyCatalog,
    loras: [lora('tone', { baseModelName: 'llama' }), lora('same'), lora('other', { baseModelName: 'qwen' })],
    baseModels: [baseModel('llama'), baseModel('same')],
  };

  for (const [name, kind, found] of [
    ['tone', undefined, 'lora'],
    ['llama', undefined, 'baseModel'],
    ['gone', undefined, undefined],
    ['same', 'baseModel', 'baseModel'],
    ['same', 'lora', 'lora'],
    ['same', undefined, 'lora'],
    ['llama', 'lora', undefined],
  ] as const) {
    it(`finds ${found ?? 'nothing'} for the ${kind ?? 'model'} ${name}`, () => {
      assert.equal(findModel(catalog, name, kind)?.kind, found);
    });
  }

  it('finds the LoRAs that are deployed on a base model', () => {
    assert.deepEqual(
      lorasOn(catalog, 'llama').map((one) => one.name),
      ['tone'],
    );
  });
});

describe('Sorting models', () => {
  const names = (models: readonly { name: string }[]) => models.map((one) => one.name);

  it('sorts names as people count (v9 before v10), whatever the case', () => {
    const models = [lora('tone-v10'), lora('Tone-v9'), lora('alpha')];
    assert.deepEqual(names(sortModels(models, 'name')), ['alpha', 'Tone-v9', 'tone-v10']);
    assert.equal(models[0]?.name, 'tone-v10');
  });

  it('puts the newest deployment first, and models without one last, by name', () => {
    const models = [lora('z'), lora('old', { createdAt: 1 }), lora('a'), lora('new', { createdAt: 2 })];
    assert.deepEqual(names(sortModels(models, 'newest')), ['new', 'old', 'a', 'z']);
  });
});

describe('A model’s key', () => {
  it('is never shared, whatever its parts contain', () => {
    const parts = ['', 'a', '"', ',', 'a","b', '\\', '/', 'a/b', '\u0000'];
    const keys = parts.flatMap((connectionId) =>
      parts.flatMap((name) =>
        (['lora', 'baseModel'] as const).map((kind) => modelKey({ connectionId, kind, name })),
      ),
    );
    assert.equal(new Set(keys).size, keys.length);
  });
});
