import assert from 'node:assert/strict';
import { type AskedList, listAnswer, maxListed } from '../../../../src/core/agentTools/listAnswer.ts';
import { modelDetails } from '../../../../src/core/agentTools/modelEntry.ts';
import { ToolError } from '../../../../src/core/agentTools/toolInput.ts';
import { baseModel, lora } from '../fixtures.ts';
import { asked, now } from './agentBench.ts';

const whole = { filter: '', offset: 0 };
const list = (lists: AskedList[], input: Partial<typeof whole> = {}) =>
  listAnswer({ ...whole, ...input }, lists, now);
const namesOf = async (...parts: Parameters<typeof list>) =>
  (await list(...parts)).models.map(({ name }) => name);

const deployment = { baseModelName: 'llama', createdAt: now / 1000 - 86_400 };
const tone = { ...lora('tone', deployment), unitPrice: 0.25 };
const acme = asked([tone, lora('untitled')], [baseModel('llama', {}), baseModel('qwen')]);

describe('The list that agents get', () => {
  it('has each model’s name, kind, deployment, base and price, and how old it is', async () => {
    const connection = 'Acme';
    assert.deepEqual(await list([acme]), {
      connections: [{ connection, loras: 2, base_models: 2, minutes_old: 0 }],
      models: [
        {
          name: 'tone',
          kind: 'lora',
          deployed: true,
          deployed_since: '2026-11-11T10:42:07Z',
          base_model: 'llama',
          unit_price: 0.25,
          connection,
        },
        { name: 'untitled', kind: 'lora', deployed: false, connection },
        { name: 'llama', kind: 'base_model', deployed: true, connection },
        { name: 'qwen', kind: 'base_model', deployed: false, connection },
      ],
      left_out: 0,
    });
  });

  it('has how each of several connections stands', async () => {
    const fields = { loadedAt: now - 3 * 86_400_000, skipped: 2 };
    const beta = asked([lora('tone')], [], fields, { connection: 'Beta (b.example)', error: 'Offline.' });
    const none = asked([], [], { loadedAt: undefined }, { connection: 'Gamma' });
    const answer = await list([acme, beta, none]);
    assert.deepEqual(answer.connections.slice(1), [
      {
        connection: 'Beta (b.example)',
        loras: 1,
        base_models: 0,
        minutes_old: 4320,
        unreadable_entries: 2,
        error: 'Offline.',
      },
      { connection: 'Gamma', loras: 0, base_models: 0 },
    ]);
    assert.deepEqual(
      answer.models.map(({ connection }) => connection),
      ['Acme', 'Acme', 'Acme', 'Acme', 'Beta (b.example)'],
    );
  });

  it('can be filtered with the words of the view', async () => {
    assert.deepEqual(await namesOf([acme], { filter: '@deployed -tone' }), ['llama']);
    assert.deepEqual(await namesOf([acme], { filter: '@base:LLAMA' }), ['tone', 'llama']);
    const changes = new Map([['lora tone', { is: 'new' as const, model: tone }]]);
    const changed = asked([tone, lora('untitled')], [], { changes });
    assert.deepEqual(await namesOf([changed], { filter: '@changed' }), ['tone']);
    assert.deepEqual(await namesOf([acme], { filter: 'none-such' }), []);
  });

  for (const [filter, word] of [
    ['@deployd', '@deployd'],
    ['@nonsense:x', '@nonsense:'],
    ['@older:soon', '@older:'],
    // Whole here, although it is still being typed in the view.
    ['@dep', '@dep'],
    ['@creator:ada', '@creator:ada'],
    ['-@creator:ada', '-@creator:ada'],
    ['--@CREATOR:"Ada"', '--@CREATOR:"Ada"'],
    ['@creator', '@creator'],
    ['tone @creator:a', '@creator:a'],
  ] as const) {
    it(`is refused for the filter ${filter}, with the words there are: nobody learns by it who made what`, async () => {
      const ada = lora('tone', { creator: { user: { firstName: 'Ada' } } });
      await assert.rejects(list([asked([ada])], { filter }), (error) => {
        assert.ok(error instanceof ToolError);
        assert.ok(
          error.message.startsWith(`The filter word ${word} can't be used. The words are @deployed, `),
        );
        return true;
      });
    });
  }

  it('is empty for what no model of a list tells, as the ages on a server such as vLLM', async () => {
    const served = [lora('tone', { baseModelName: 'llama' })];
    const { models, left_out } = await list([asked(served)], { filter: '@older:90d' });
    assert.deepEqual([models, left_out], [[], 0]);
  });

  it('is cut, says how many are left out, and goes on from there', async () => {
    const models = Array.from({ length: 10_000 }, (_, index) => lora(`model-${index}`));
    const lists = [asked(models)];
    const first = await list(lists);
    assert.deepEqual([first.models.length, first.left_out], [maxListed, 10_000 - maxListed]);
    assert.ok(JSON.stringify(first).length < 8192);
    const last = await list(lists, { offset: 9_990 });
    assert.deepEqual([last.models.at(0)?.name, last.models.length, last.left_out], ['model-9990', 10, 0]);
    assert.deepEqual((await list(lists, { offset: 10_001 })).left_out, 0);
  });
});

describe('The model that agents get', () => {
  it('has its deployment’s source too', () => {
    const source = { modelName: 'acme/tone', modelSource: 'MODEL_HUB', hubRevision: '4f2c9ab' };
    assert.deepEqual(modelDetails(lora('tone', { baseModelName: 'llama', ...source })), {
      name: 'tone',
      kind: 'lora',
      deployed: true,
      base_model: 'llama',
      model_name: 'acme/tone',
      model_source: 'MODEL_HUB',
      hub_revision: '4f2c9ab',
    });
  });
});
