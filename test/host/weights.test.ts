import assert from 'node:assert/strict';
import { chatService } from '../../src/ui/chats/actions/chatService.ts';
import { WeightsCommands } from '../../src/ui/weights/weightsCommands.ts';
import { useCanceling } from './support/canceling.ts';
import { usePerson } from './support/person.ts';
import { useTestRequestBench } from './support/testRequestBench.ts';

describe("Test Adapter's Weights", () => {
  const bench = useTestRequestBench();
  const person = usePerson();
  const canceling = useCanceling();
  const opened: { fileName: string; text: string }[] = [];
  const service = () => chatService(bench().world, () => false);
  const commands = () =>
    new WeightsCommands(
      {
        ...bench().world,
        documents: { open: async (_folder, fileName, text) => void opened.push({ fileName, text }) },
      },
      service(),
    );
  beforeEach(() => opened.splice(0));
  const adapter = 'support-tone-v7';

  it('says how many requests go where, and sends none unless the person agrees', async () => {
    const seen = person({});
    await commands().test(bench().row(adapter));
    assert.deepEqual(seen.messages, [`Test the weights of “${adapter}”?`]);
    assert.match(
      seen.details.join(),
      /^32 requests to 127\.0\.0\.1:\d+: 16 to support-tone-v7 and 16 to its base llama-3-8b, one at a time, for at most 16 tokens each\./u,
    );
    assert.deepEqual(bench().asked(), []);
  });

  it('asks both in turn, and opens what it found', async () => {
    person({ button: 'Send Requests' });
    await commands().test(bench().row(adapter));
    const asked = bench().asked();
    assert.equal(asked.length, 32);
    assert.deepEqual(asked.slice(0, 4), ['llama-3-8b', adapter, 'llama-3-8b', adapter]);
    const [{ fileName, text } = { fileName: '', text: '' }] = opened;
    assert.equal(fileName, `Weights of ${adapter}.txt`);
    assert.match(
      text,
      /^support-tone-v7 differs from its base llama-3-8b\.\nAll 8 prompts tell them apart, by chance in at most 0\.015% of tests\.\n\n/u,
    );
  });

  it('finds an adapter that is not applied, and other weights than before, which are another deployment', async () => {
    const model = { connectionId: bench().world.connection.id, name: adapter };
    person({ button: 'Send Requests' });
    await commands().test(bench().row(adapter));
    const before = service().deployment(model);
    assert.equal(before?.fingerprint, undefined);
    bench().fail({ kind: 'answersWithBase', on: 'POST /api/v1/chat/completions', times: 32 });
    await commands().test(bench().row(adapter));
    assert.match(
      opened[1]?.text ?? '',
      /^support-tone-v7 is the same as its base llama-3-8b, .*\n.*\n.*\nThis adapter, support-tone-v7, answers otherwise than on /u,
    );
    assert.deepEqual(service().deployment({ ...model, name: 'llama-3-8b' })?.fingerprint, undefined);
    assert.match(service().deployment(model)?.fingerprint ?? '', /^\d{4}-/u);
  });

  it('tests no LoRA that is not deployed, and nothing else than a LoRA', async () => {
    const seen = person({ button: 'Send Requests' });
    await commands().test(bench().row('old-experiment'));
    await commands().test(bench().base());
    await commands().test({});
    assert.deepEqual(seen.messages, ["old-experiment is not deployed, so it can't be tested."]);
    assert.deepEqual(bench().asked(), []);
  });

  it('says why it ended early, and nothing once it was stopped', async () => {
    bench().fail({ kind: 'status', status: 403, on: 'POST /api/v1/chat/completions' });
    const seen = person({ button: 'Send Requests' });
    await commands().test(bench().row(adapter));
    assert.match(seen.messages.at(-1) ?? '', /^The test ended early, since llama-3-8b did not answer\. /u);
    assert.equal(bench().asked().length, 1);
    bench().world.service.clearFaults();
    bench().fail({
      kind: 'status',
      status: 503,
      on: 'POST /api/v1/chat/completions',
      headers: { 'retry-after': '8' },
    });
    canceling('trying again');
    const again = person({ button: 'Send Requests' });
    await commands().test(bench().row(adapter));
    assert.equal(again.messages.length, 1);
    assert.deepEqual(opened, []);
  });
});
