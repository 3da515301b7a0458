import assert from 'node:assert/strict';
import { setConnections } from './support/connectionSettings.ts';
import { usePerson } from './support/person.ts';
import { broken, onChat, useCancelling, useTestRequestBench } from './support/testRequestBench.ts';
import { until } from './support/waiting.ts';

describe('Send Test Request on several models', () => {
  const bench = useTestRequestBench();
  const person = usePerson();
  const cancelling = useCancelling();
  const agreeing = { button: 'Send Test Requests' };

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
      /^127\.0\.0\.1:\d+: 4 models\n\nAt most 4 requests, one at a time: .*load adapters.*may incur charges\./u,
    );
    assert.deepEqual([bench().asked(), bench().opened], [[], []]);
  });

  it('asks only the clicked model if it is not among the selected ones', async () => {
    const [clicked, ...selected] = rows();
    const seen = person({});
    await bench().tests.send(clicked, selected);
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b']);
    assert.match(seen.messages.join(), /^support-tone-v7 answered in /u);
  });

  it('ends in a summary with one line per model, and asks each base once', async () => {
    bench().fail({ ...broken, model: 'old-experiment' });
    const seen = person(agreeing);
    const said = cancelling();
    await bench().tests.send(rows()[0], rows());
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b', 'old-experiment', 'support-tone-v6']);
    assert.deepEqual(said, [
      '1 of 4: support-tone-v7',
      '2 of 4: old-experiment',
      '3 of 4: support-tone-v6',
      '4 of 4: llama-3-8b',
    ]);
    assert.equal(seen.messages.length, 1);
    const [counts, , where, , , head, ...models] = bench().lines();
    assert.equal(counts, "3 answered, 1 didn't answer");
    assert.match(where ?? '', /^127\.0\.0\.1:\d+$/u);
    assert.match(head ?? '', /^result {5}model {12}answer {2}first token$/u);
    assert.match(
      models[0] ?? '',
      /^answers {4}support-tone-v7 {2}\d\.\d\d s {2}\d\.\d\d s\* {6}differs from llama-3-8b$/u,
    );
    assert.match(
      models[1] ?? '',
      /^no answer {2}old-experiment {3}.+ answered with an error \(500\)\. Sample fault 500\.$/u,
    );
    assert.match(
      models.join('\n'),
      /\nanswers {4}llama-3-8b {7}\d\.\d\d s {2}\d\.\d\d s\*?\n\n\* first request/u,
    );
    assert.match(models.at(-3) ?? '', /^Asked: “Say in one sentence/u);
  });

  it('says in the summary which answers are the same as their bases’', async () => {
    bench().fail({ kind: 'answersWithBase', on: onChat });
    person(agreeing);
    await bench().tests.send(rows()[0], rows());
    const text = () => (bench().opened[0]?.text ?? '').replace(/\s+/gu, ' ');
    const at = 'At temperature 0 this can mean that the';
    assert.ok(
      text().includes(`2 LoRAs gave the same answer as their base models. ${at} adapters are not applied.`),
    );
    assert.equal(text().split(' the same answer as llama-3-8b').length, 3);
    bench().opened.length = 0;
    await bench().tests.send(rows()[0], rows().slice(0, 2));
    assert.ok(
      text().includes(`1 LoRA gave the same answer as its base model. ${at} adapter is not applied.`),
    );
  });

  it('can be stopped midway: the summary says what was not asked', async () => {
    bench().fail({ kind: 'stall', after: 1, on: onChat, model: 'support-tone-v6' });
    person(agreeing);
    cancelling('3 of 4');
    await bench().tests.send(rows()[0], rows());
    assert.equal(bench().lines()[0], '2 answered, 1 stopped, 1 not asked');
    assert.ok(bench().lines().includes('not asked  llama-3-8b'));
  });

  it('ends if the key is refused', async () => {
    bench().world.service.keys.clear();
    person(agreeing);
    await bench().tests.send(rows()[0], rows());
    assert.equal(bench().lines()[0], '0 answered, 1 refused, 3 not asked');
    assert.equal(bench().asked().length, 1);
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
    assert.match(bench().lines()[0] ?? '', /^20 answered$/u);
  });

  it('names the connection of each if there are two, including those not asked', async () => {
    const { service, connections, catalogs } = bench().world;
    await setConnections([
      { id: 'acme', name: 'Acme', url: service.url },
      { id: 'staging', name: 'Staging', url: service.url, readOnly: true },
    ]);
    await until(connections.onDidChange, 'two connections', () => connections.byId('staging') !== undefined);
    for (const one of connections.all) await catalogs.loader(one).refresh();
    const two = [
      bench().row('support-tone-v7', 'lora', 'acme'),
      bench().row('support-tone-v7', 'lora', 'staging'),
    ];
    const seen = person(agreeing);
    await bench().tests.send(two[1], two);
    assert.match(
      seen.details.join(),
      /^Acme \(.+\): 1 model\nStaging \(.+\): 1 model\n\nAt most 4 requests/u,
    );
    assert.equal(bench().lines()[0], '2 answered');
    assert.match(
      bench().lines().join('\n'),
      /\nAcme \(.+\)\nStaging \(.+\)\n[\s\S]+\nanswers {2}support-tone-v7 · Acme {5}\d.+\nanswers {2}support-tone-v7 · Staging {2}\d/u,
    );
  });
});
