import assert from 'node:assert/strict';
import type { Fault } from '../service/service.ts';
import { type Seen, usePerson } from './support/person.ts';
import { broken, onChat, useCancelling, useTestRequestBench } from './support/testRequestBench.ts';

describe('Send Test Request on one model', () => {
  const bench = useTestRequestBench();
  const person = usePerson();
  const canceling = useCancelling();
  /** What a message said, or the first paragraph of the document. */
  const told = ({ messages }: Seen) => [
    ...messages,
    ...bench().opened.map(({ text }) => text.slice(0, text.indexOf('\n\n'))),
  ];

  it('says how long the answer took, and that it differs from its base’s', async () => {
    const seen = person({});
    await bench().tests.send(bench().row('support-tone-v7'));
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b']);
    assert.deepEqual(seen.messages, []);
    assert.match(
      told(seen).join(),
      /^support-tone-v7 answered in \d\.\d\d s \(\d\.\d\d s to first token, first request\)\. Its answer differs from llama-3-8b's\.$/u,
    );
  });

  it('says so if the service answers with the base', async () => {
    bench().fail({ kind: 'answersWithBase', on: onChat });
    const seen = person({});
    await bench().tests.send(bench().row('support-tone-v7'));
    assert.match(
      told(seen).join(),
      /answered in .*\. Its answer is the same as llama-3-8b's\. This can mean that the adapter is not applied\.$/u,
    );
  });

  it('ends in a document with both answers', async () => {
    person({});
    await bench().tests.send(bench().row('support-tone-v7'));
    const [{ fileName, text } = { fileName: '', text: '' }] = bench().opened;
    assert.equal(fileName, 'Test of support-tone-v7.txt');
    assert.match(text, /\n\nAsked: “Say in one sentence/u);
    assert.match(
      text,
      /── support-tone-v7\n {3}\d\.\d\d s[\s\S]*`support-tone-v7`[\s\S]*── llama-3-8b\n {3}\d\.\d\d s[\s\S]*`llama-3-8b`/u,
    );
  });

  it('asks a base model alone', async () => {
    const seen = person({});
    await bench().tests.send(bench().base());
    assert.deepEqual(bench().asked(), ['llama-3-8b']);
    assert.match(told(seen).join(), /^llama-3-8b answered in [^.]+\.\d\d s \([^)]+\)\.$/u);
  });

  const endings: [name: string, ending: string, fault: Fault | undefined, expected: RegExp][] = [
    [
      'old-experiment',
      'no base is known',
      undefined,
      /Its base model is not known, so nothing was compared\.$/u,
    ],
    [
      'summarizer-2022',
      'its base does not answer',
      undefined,
      /Its base model llama-2-13b did not answer: .* doesn't know the model llama-2-13b \(404\)\./u,
    ],
    [
      'support-tone-v7',
      'the base gives no text',
      { kind: 'answer', text: '', on: onChat, model: 'llama-3-8b' },
      /Its base model llama-3-8b gave nothing to compare with\.$/u,
    ],
    [
      'support-tone-v7',
      'there is no text',
      { kind: 'answer', text: '', on: onChat },
      /^support-tone-v7 answered in .*, but with no text\.$/u,
    ],
    [
      'support-tone-v7',
      'it only reasons',
      { kind: 'reasoning', text: 'let me see '.repeat(40), as: 'reasoning_content', on: onChat },
      /answered in .*, so far only with reasoning\./u,
    ],
    [
      'support-tone-v7',
      'it is cut off',
      { kind: 'cut', after: 2, on: onChat },
      /^support-tone-v7 started to answer, but was cut off\. The connection closed\.$/u,
    ],
    [
      'support-tone-v7',
      'it fails',
      broken,
      /^support-tone-v7 did not answer\. .* answered with an error \(500\)\. Sample fault 500\.$/u,
    ],
    [
      'support-tone-v7',
      'nothing comes',
      { kind: 'end', after: 0, on: onChat },
      /^support-tone-v7 did not answer\. The connection closed before the first word\.$/u,
    ],
    [
      'support-tone-v7',
      'the key is refused',
      { kind: 'status', status: 401, on: onChat },
      /^support-tone-v7 did not answer\. .* refused the API key \(401\)\./u,
    ],
    [
      'support-tone-v7',
      'temperature is not taken',
      { kind: 'refuseField', field: 'temperature', on: onChat },
      /differs from llama-3-8b's, which may be chance: .* does not take `temperature`\.$/u,
    ],
  ];
  for (const [name, ending, fault, expected] of endings) {
    it(`says how it ended if ${ending}`, async () => {
      if (fault) bench().fail(fault);
      const seen = person({});
      await bench().tests.send(bench().row(name));
      const [text = '', ...others] = told(seen);
      assert.match(text, expected);
      assert.deepEqual(others, []);
    });
  }

  it('finds the base of a model that is not in the list', async () => {
    const { catalogs, connection, service } = bench().world;
    catalogs.loader(connection).reset({ forget: true });
    service.clearRequests();
    const seen = person({});
    await bench().tests.send(bench().row('support-tone-v7'));
    assert.deepEqual(bench().asked(), ['support-tone-v7', 'llama-3-8b']);
    assert.match(told(seen).join(), /Its answer differs from llama-3-8b's\.$/u);
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
