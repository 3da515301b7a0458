import assert from 'node:assert/strict';
import { readBaseModel, readLora } from '../../../../src/api/answer/modelWire.ts';
import type { Lora, Model } from '../../../../src/api/types.ts';
import { type CsvCell, csvText } from '../../../../src/core/csvText.ts';
import { modelsCsv, modelsJson } from '../../../../src/core/models/exportedModels.ts';
import { createSampleCatalog } from '../../../service/samples.ts';
import { baseModel, lora } from '../fixtures.ts';

const tone: Lora = {
  kind: 'lora',
  name: 'support-tone-v7',
  unitPrice: 0.25,
  activeDeployment: {
    baseModelName: 'llama-3-8b',
    createdAt: 1_763_462_527,
    creator: {
      actorType: 'USER',
      apiKeyName: 'ci-deploy',
      user: {
        firstName: 'Ada',
        lastName: 'Example',
        email: 'ada@acme.example',
        profileImageUrl: 'https://x/y.png',
      },
    },
    modelName: 'acme/support-tone',
    modelSource: 'MODEL_HUB',
    hubRevision: '4f2c9ab',
  },
};

/** The rows without the byte order mark and the header. */
function rows(models: readonly Model[]): string[] {
  return modelsCsv(models).split('\r\n').slice(1, -1);
}

describe('A CSV export of models', () => {
  it('starts with a byte order mark and the names of all fields, and ends each row with CR LF', () => {
    const text = modelsCsv([tone]);
    assert.equal(
      text.split('\r\n')[0],
      '\uFEFFkind,name,unit_price,deployed,base_model_name,created_at,model_name,model_source,hub_revision,creator_actor_type,creator_api_key_name,creator_first_name,creator_last_name,creator_email,creator_profile_image_url',
    );
    assert.match(text, /[^\r]\r\n$/u);
  });

  it('has every field, with times in UTC', () => {
    assert.deepEqual(rows([tone]), [
      'lora,support-tone-v7,0.25,true,llama-3-8b,2025-11-18T10:42:07Z,acme/support-tone,MODEL_HUB,4f2c9ab,USER,ci-deploy,Ada,Example,ada@acme.example,https://x/y.png',
    ]);
  });

  it('leaves empty what the service did not give, and keeps 0', () => {
    const free = { ...baseModel('free', {}), unitPrice: 0 };
    assert.deepEqual(rows([lora('bare'), free]), [
      'lora,bare,,false,,,,,,,,,,,',
      'base_model,free,0,true,,,,,,,,,,,',
    ]);
  });

  it('keeps seconds that are no date as the number that came', () => {
    assert.match(rows([lora('odd', { createdAt: 1e15 })])[0] ?? '', /,true,,1000000000000000,/u);
    assert.match(rows([lora('odd', { createdAt: 1.5 })])[0] ?? '', /,1970-01-01T00:00:01\.500Z,/u);
  });
});

describe('A CSV cell', () => {
  const cell = (value: CsvCell) => csvText([['', value]]).slice(2, -2);
  for (const [value, written] of [
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' a ', '" a "'],
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
    ['\t=1', `"'\t'=1"`],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    [' =1', "' =1"],
    ['"=1', `"'""=1"`],
    ['a;\t"=1', `"a;'\t'""=1"`],
    ['a\n=1', `"a\n'=1"`],
    ['a;', `"a;'"`],
    ['-1', "'-1"],
    ['a=1', 'a=1'],
    [-0.5, '-0.5'],
    [1e-7, '1e-7'],
    [true, 'true'],
    [undefined, ''],
  ] as const) {
    it(`is ${JSON.stringify(written)} for ${JSON.stringify(value) ?? 'nothing'}`, () => {
      assert.equal(cell(value), written);
    });
  }
});

describe('A JSON export of models', () => {
  const facts = {
    connection: { name: 'Acme', baseUrl: 'https://acme.example' },
    listedAt: 0,
    filter: '@deployed',
  };

  it('has what the service sends, below its source and date', () => {
    const [wire] = createSampleCatalog({ seed: 1, now: 1_763_462_527 }).loras;
    const model = readLora(wire);
    assert.ok(model);
    assert.deepEqual(JSON.parse(modelsJson([model, baseModel('llama')], facts)), {
      connection: { name: 'Acme', base_url: 'https://acme.example' },
      listed_at: '1970-01-01T00:00:00.000Z',
      filter: '@deployed',
      loras: [wire],
      base_models: [{ name: 'llama' }],
    });
  });

  it('can be read back', () => {
    const models = [tone, lora('bare'), baseModel('llama', { creator: { user: {} } }), lora('odd', {})];
    const read = JSON.parse(modelsJson(models, { ...facts, filter: '' }));
    assert.equal('filter' in read, false);
    assert.deepEqual(
      [...read.loras.map(readLora), ...read.base_models.map(readBaseModel)],
      [tone, lora('bare'), lora('odd', {}), baseModel('llama', { creator: { user: {} } })],
    );
  });
});
