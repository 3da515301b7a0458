import assert from 'node:assert/strict';
import { useCanceling } from './support/canceling.ts';
import { type Seen, usePerson } from './support/person.ts';
import { onChat, useTestRequestBench } from './support/testRequestBench.ts';

describe('Send Test Request on one model', () => {
  const bench = useTestRequestBench();
  const person = usePerson();
  const canceling = useCanceling();
  /** What a message said, or the first paragraph of the document. */
  const told = ({ messages }: Seen) => [
    ...messages,
    ...bench().opened.map(({ text }) => text.slice(0, text.indexOf('\n\n'))),
  ];

  it('says in a document how long the answers took, which they are, and that they differ', async () => {
    const seen = person({});
    await bench().tests.send(bench().row('support-tone-v7'));
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b']);
    assert.deepEqual(seen.messages, []);
    assert.match(
      told(seen).join(),
      /^support-tone-v7 answered in \d\.\d\d s \(\d\.\d\d s to first token, first request\)\. Its answer differs from llama-3-8b's\.$/u,
    );
    const [{ fileName, text } = { fileName: '', text: '' }] = bench().opened;
    assert.equal(fileName, 'Test of support-tone-v7.txt');
    assert.match(text, /\n\nAsked: “Say in one sentence/u);
    assert.match(
      text,
      /── support-tone-v7\n {3}\d\.\d\d s[\s\S]*`support-tone-v7`[\s\S]*── llama-3-8b\n {3}\d\.\d\d s[\s\S]*`llama-3-8b`/u,
    );
  });

  it('is not sent again while it is under way, and says nothing once it was stopped', async () => {
    const { service } = bench().world;
    bench().fail({ kind: 'status', status: 503, on: onChat, headers: { 'retry-after': '8' } });
    const said = canceling('trying again');
    const seen = person({});
    await Promise.all([
      bench().tests.send(bench().row('support-tone-v7')),
      bench().tests.send(bench().row('support-tone-v7')),
    ]);
    assert.match(said.join(), /is busy \(503\), trying again in 8 s\./u);
    assert.deepEqual([seen.messages, service.requests.length], [[], 1]);
  });

  it('sends nothing for what is not a model', async () => {
    const seen = person({});
    for (const argument of ['x', 7, {}, bench().row('x', 'lora', 'nobody')])
      await bench().tests.send(argument);
    assert.deepEqual([seen.messages, bench().world.service.requests.length], [[], 0]);
  });
});
