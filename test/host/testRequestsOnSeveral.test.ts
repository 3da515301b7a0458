import assert from 'node:assert/strict';
import { useCanceling } from './support/canceling.ts';
import { usePerson } from './support/person.ts';
import { broken, onChat, useTestRequestBench } from './support/testRequestBench.ts';
import { connect } from './support/world.ts';

describe('Send Test Request on several models', () => {
  const bench = useTestRequestBench();
  const person = usePerson();
  const canceling = useCanceling();
  const agreeing = { button: 'Send Test Request' };

  const rows = () => [
    bench().row('support-tone-v7'),
    bench().row('old-experiment'),
    bench().row('support-tone-v6'),
    bench().base(),
  ];

  it('asks first, with the connection, the number of requests and why they go one at a time', async () => {
    const seen = person({});
    await bench().tests.send(rows()[0], rows());
    assert.deepEqual(seen.messages, ['Send test requests to 4 models?']);
    assert.match(
      seen.details.join(),
      /^127\.0\.0\.1:\d+: 4 models\n\nShort chats, one at a time, and at most 4: .*load adapters.*may incur charges\./u,
    );
    assert.deepEqual([bench().asked(), bench().opened], [[], []]);
  });

  it('ends in a summary with a row per model, and asks each base once', async () => {
    bench().fail({ ...broken, model: 'old-experiment' });
    const seen = person(agreeing);
    const said = canceling();
    await bench().tests.send(rows()[0], rows());
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b', 'old-experiment', 'support-tone-v6']);
    assert.deepEqual(said, [
      'Sending test requests: 1 of 4: support-tone-v7',
      'Sending test requests: 2 of 4: old-experiment',
      'Sending test requests: 3 of 4: support-tone-v6',
      'Sending test requests: 4 of 4: llama-3-8b',
    ]);
    assert.equal(seen.messages.length, 1);
    const [, , where, , ...models] = bench().lines();
    assert.match(where ?? '', /^127\.0\.0\.1:\d+$/u);
    const answered = 'answered in \\d\\.\\d\\d s \\(\\d\\.\\d\\d s to first token(?:, first request)?\\)\\.';
    const differs = " {4}Its answer differs from llama-3-8b's\\.";
    const expected = [
      `support-tone-v7 ${answered}`,
      differs,
      'old-experiment did not answer\\.',
      ' {4}.+ answered with an error \\(500\\)\\. Sample fault 500\\.',
      `support-tone-v6 ${answered}`,
      differs,
      `llama-3-8b ${answered}`,
      '',
      'Asked: “Say in one sentence .+',
    ];
    for (const [index, line] of expected.entries())
      assert.match(models[index] ?? '', new RegExp(`^${line}$`, 'u'));
  });

  it('can be stopped midway: the summary says what was not asked', async () => {
    bench().fail({ kind: 'stall', after: 1, on: onChat, model: 'support-tone-v6' });
    person(agreeing);
    canceling('3 of 4');
    await bench().tests.send(rows()[0], rows());
    assert.deepEqual(bench().lines().slice(8, 10), [
      'support-tone-v6 was stopped.',
      'llama-3-8b was not asked.',
    ]);
  });

  it('takes at most 20: if more are selected, none is asked', async () => {
    const all = bench()
      .world.catalogs.of(bench().world.connection)
      .loras.map(({ name }) => bench().row(name));
    const seen = person(agreeing);
    await bench().tests.send(all[0], all.slice(0, 21));
    assert.deepEqual(seen.messages, [
      'At most 20 models can be tested at once, and 21 are selected. Nothing was sent.',
    ]);
    assert.deepEqual([bench().asked(), bench().opened], [[], []]);
    await bench().tests.send(all[0], all.slice(0, 20));
    assert.match(seen.messages.at(-1) ?? '', /^Send test requests to 20 models\?$/u);
    assert.equal(
      bench()
        .lines()
        .filter((line) => line.includes(' answered in ')).length,
      20,
    );
  });

  it('has a part for each connection if there are two', async () => {
    const { catalogs, service } = bench().world;
    const both = await connect(
      bench().world,
      { id: 'acme', name: 'Acme', url: service.url },
      { id: 'staging', name: 'Staging', url: service.url, readOnly: true },
    );
    for (const one of both) await catalogs.loader(one).refresh();
    const two = both.map(({ id }) => bench().row('support-tone-v7', 'lora', id));
    const seen = person(agreeing);
    await bench().tests.send(two[1], two);
    assert.match(
      seen.details.join(),
      /^Acme \(.+\): 1 model\nStaging \(.+\): 1 model\n\nShort chats, one at a time, and at most 4:/u,
    );
    assert.match(
      bench().lines().join('\n'),
      /\nAcme \(.+\)\n\nsupport-tone-v7 answered in .+\n {4}.+\n\nStaging \(.+\)\n\nsupport-tone-v7 answered in .+\n/u,
    );
  });
});
