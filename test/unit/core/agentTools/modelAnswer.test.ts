import assert from 'node:assert/strict';
import { mostBytes } from '../../../../src/core/agentTools/byteBudget.ts';
import { findAsked } from '../../../../src/core/agentTools/findAsked.ts';
import { modelAnswer, nearestNames, unlistedAnswer } from '../../../../src/core/agentTools/modelAnswer.ts';
import { getInput, listInput, readToolInput } from '../../../../src/core/agentTools/toolInput.ts';
import { shownName } from '../../../../src/core/shownName.ts';
import { baseModel, lora } from '../fixtures.ts';
import { asked, modelsIn, now } from './agentBench.ts';

const tone = lora('support-tone-v7', {
  baseModelName: 'llama',
  modelName: 'acme/support-tone',
  modelSource: 'MODEL_HUB',
  hubRevision: '4f2c9ab',
});
const acme = asked([tone, lora('support-tone-v6'), lora('old')], [baseModel('llama')], {
  loadedAt: now - 7_200_000,
});

describe('The model that agents get', () => {
  it('has its deployment’s source too', async () => {
    const answer = await modelAnswer(tone.name, acme, { is: 'retrieved', model: tone }, now);
    assert.match(answer, /\nRetrieved just now through connection "Acme":\n/u);
    assert.deepEqual(modelsIn(answer), [
      {
        name: 'support-tone-v7',
        kind: 'lora',
        deployed: true,
        base_model: 'llama',
        model_name: 'acme/support-tone',
        model_source: 'MODEL_HUB',
        hub_revision: '4f2c9ab',
      },
    ]);
  });

  it('is the listed one, with its age and why, if it can’t be retrieved', async () => {
    const failed = { is: 'failed', why: 'Acme did not answer in time.', listed: tone } as const;
    const answer = await modelAnswer(tone.name, acme, failed, now);
    assert.match(
      answer,
      /could not be retrieved through connection "Acme": "Acme did not answer in time\."/u,
    );
    assert.match(answer, /last list, as of 2026-11-12T08:42:07Z \(2 hours old\):\n\{/u);
  });

  it('is “not listed” after a 404, with the most similar names', async () => {
    const answer = await modelAnswer('support-tone-v8', acme, { is: 'notFound', listed: undefined }, now);
    assert.match(answer, /"support-tone-v8" is not listed: .*\(404\)\./u);
    assert.match(answer, /Similar names: "support-tone-v7", "support-tone-v6"\./u);
    assert.deepEqual(modelsIn(answer), []);
    const gone = await modelAnswer('old', acme, { is: 'notFound', listed: lora('old') }, now);
    assert.match(gone, /"old" is not listed: .*\nIts entry in the last list, as of .*:\n\{"name":"old"/u);
  });

  it('is found by its name as an answer shows it, and by its kind', async () => {
    const odd = lora('a\u200Bb');
    const both = asked([odd, lora('llama')], [baseModel('llama')]);
    assert.deepEqual(await findAsked({ name: shownName(odd.name), kind: undefined }, both), [odd]);
    const kindsOf = async (kind: 'base_model' | undefined) =>
      (await findAsked({ name: 'llama', kind }, both)).map((one) => one.kind);
    assert.deepEqual(await kindsOf(undefined), ['lora', 'baseModel']);
    assert.deepEqual(await kindsOf('base_model'), ['baseModel']);
    const long = lora('x'.repeat(65_000));
    const cut = shownName(long.name);
    assert.deepEqual(await findAsked({ name: cut, kind: undefined }, asked([odd, long], [])), [long]);
  });

  it('is not asked for if no list has it: the answer says how the lists stand and how to ask', async () => {
    const beta = asked([], [], {}, { name: 'Beta' });
    const text = await unlistedAnswer('tone-v7', [acme, beta], now);
    assert.match(
      text,
      /\n"tone-v7" is in none of the lists that were loaded last\.\nConnection "Acme": 3 LoRAs/u,
    );
    assert.match(text, /\nConnection "Beta": 0 LoRAs .*\nSimilar names: "support-tone-v7"/u);
    assert.match(text, /To ask it, call again with the kind and the connection\.\n$/u);
    assert.match(await unlistedAnswer('tone-v7', [acme], now), /call again with the kind\.\n$/u);
    const keyless = asked([], [], { state: 'noKey', loadedAt: undefined });
    assert.match(
      await unlistedAnswer('tone-v7', [keyless], now),
      /There is no API key for it\. .* view\.\n$/u,
    );
  });

  it('is not asked for in at most 8 KB, however many connections and long names there are', async () => {
    const long = '模'.repeat(199);
    const lists = Array.from({ length: 60 }, (_, index) =>
      asked(
        Array.from({ length: 5 }, (_one, at) => lora(`${long}${at}`)),
        [],
        {},
        { name: `${index}${'模'.repeat(90)}` },
      ),
    );
    const text = await unlistedAnswer(long, lists, now);
    assert.ok(Buffer.byteLength(text) <= mostBytes);
    assert.match(text, /… and \d+ more connections; ask for one by its name\.\n/u);
    assert.match(text, /call again with the kind and the connection\.\n$/u);
  });
});

describe('Similar names', () => {
  it('are those with a slip of the pen, and those that contain each other', async () => {
    const names = ['support-tone', 'suport-tone', 'billing', 'llama-3-8b-instruct', 'x'];
    assert.deepEqual(await nearestNames('support-tome', names), ['support-tone', 'suport-tone']);
    assert.deepEqual(await nearestNames('LLAMA-3-8B', names), ['llama-3-8b-instruct']);
    assert.deepEqual(await nearestNames('zzzzzz', names), []);
    assert.deepEqual(await nearestNames('', names), []);
  });

  it('are at most five', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `support-tone-v${index}`);
    assert.equal((await nearestNames('support-tone', names)).length, 5);
  });
});

describe('The input of a tool', () => {
  it('may leave out what is optional, also as null', () => {
    const given = { filter: null, connection: null, offset: null, limit: null };
    assert.deepEqual(readToolInput(listInput, given), readToolInput(listInput, {}));
    assert.equal(readToolInput(getInput, { name: 'x', kind: null }).connection, '');
  });

  for (const [input, field] of [
    [{ offset: -1 }, 'offset'],
    [{ offset: 0.5 }, 'offset'],
    [{ limit: 0 }, 'limit'],
    [{ filter: 7 }, 'filter'],
    [{ filter: 'x'.repeat(501) }, 'filter'],
    ['all', ''],
  ] as const) {
    it(`is refused in words: ${JSON.stringify(input).slice(0, 30)}`, () => {
      assert.throws(
        () => readToolInput(listInput, input),
        new RegExp(`^ToolInputError: The input "${field}"`, 'u'),
      );
    });
  }

  it('needs a name to get a model', () => {
    assert.throws(() => readToolInput(getInput, { name: '' }), /The input "name"/u);
    assert.throws(() => readToolInput(getInput, {}), /The input "name"/u);
  });
});
