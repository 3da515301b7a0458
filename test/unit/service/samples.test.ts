import assert from 'node:assert/strict';
import { createSampleCatalog } from '../../service/samples.ts';

const now = 1_800_000_000;
const catalog = createSampleCatalog({ seed: 1, now });
const names = catalog.loras.map((lora) => lora.name);

describe('the sample catalog', () => {
  it('has 8 base models, and 30 LoRAs with different names', () => {
    assert.equal(catalog.baseModels.length, 8);
    assert.equal(new Set(names).size, 30);
  });

  it('has names with slashes, spaces, umlauts, percent and question marks, and one of 80 characters', () => {
    for (const pattern of [/\//, / /, /ü/, /^.{80}$/u, /%/, /\?/]) {
      assert.ok(
        names.some((name) => pattern.test(name)),
        String(pattern),
      );
    }
  });

  it('has models without a deployment, and a LoRA on a base model that is not listed', () => {
    const bases = new Set(catalog.baseModels.map((model) => model.name));
    assert.ok(catalog.loras.some((lora) => lora.active_deployment === undefined));
    assert.ok(catalog.baseModels.some((model) => model.active_deployment === undefined));
    const orphans = catalog.loras.filter(
      ({ active_deployment: deployment }) => deployment && !bases.has(deployment.base_model_name ?? ''),
    );
    assert.deepEqual(
      orphans.map((lora) => lora.name),
      ['summarizer-2022'],
    );
  });

  it('spreads dates of creation over the two years before the start', () => {
    const ages = catalog.loras.flatMap((lora) => {
      const createdAt = lora.active_deployment?.created_at;
      return createdAt === undefined ? [] : [(now - createdAt) / 86_400];
    });
    assert.ok(Math.min(...ages) < 1 && Math.max(...ages) > 700 && Math.max(...ages) < 731);
  });

  it('gives base models no base_model_name and no hub_revision, and LoRAs a 40-digit one', () => {
    for (const { active_deployment: deployment } of catalog.baseModels) {
      assert.ok(!deployment || !('hub_revision' in deployment || 'base_model_name' in deployment));
    }
    for (const { active_deployment: deployment } of catalog.loras) {
      assert.match(deployment?.hub_revision ?? '0'.repeat(40), /^[0-9a-f]{40}$/);
    }
  });

  it('has every kind of creator', () => {
    const types = new Set(catalog.loras.map((lora) => lora.active_deployment?.creator?.actor_type));
    assert.deepEqual(types, new Set(['USER', undefined, 'API_KEY', 'SERVICE_ACCOUNT']));
  });

  it('grows to any size, always the same for the same seed', () => {
    const large = createSampleCatalog({ seed: 1, now, loras: 3000 });
    assert.equal(new Set(large.loras.map((lora) => lora.name)).size, 3000);
    assert.deepEqual(large, createSampleCatalog({ seed: 1, now, loras: 3000 }));
    assert.notDeepEqual(large, createSampleCatalog({ seed: 2, now, loras: 3000 }));
    assert.equal(createSampleCatalog({ seed: 1, now, loras: 4 }).loras.length, 4);
  });
});
