import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningService } from '../service/service.ts';
import { startService } from '../service/service.ts';
import { closeEditors } from './support/editors.ts';
import { usePerson } from './support/person.ts';
import { useStartedRuns } from './support/startedRuns.ts';
import { useSteps } from './support/steps.ts';
import { connect, useWorld } from './support/world.ts';

const base = 'llama-3-8b';
const lora = 'support-tone-v7';
const box = "Test the adapters' weights first";

describe('A test of weights before a run', () => {
  const world = useWorld();
  const started = useStartedRuns(world);
  const steps = useSteps();
  const person = usePerson();
  let service: RunningService;
  beforeEach(async () => {
    service = await startService({ openAi: true, keys: [], tokensPerSecond: Number.POSITIVE_INFINITY });
    const [desk] = await connect(world(), { id: 'desk', name: 'Desk', url: service.url, kind: 'openai' });
    await world().catalogs.loader(desk).refresh();
    service.clearRequests();
  });
  afterEach(async () => {
    await closeEditors();
    await service.close();
  });

  const asked = () =>
    service.requests
      .filter(({ path }) => path === '/v1/chat/completions')
      .map(({ body }) => JSON.parse(body));
  const tests = () => asked().filter(({ max_tokens }) => max_tokens === 16);

  /** Takes the steps up to the plan, and the box in it if `isTested`. */
  async function begin(isTested: boolean) {
    const set = await started().write('two.jsonl', '{"prompt":"Tell a"}\n{"prompt":"Tell b"}\n');
    await vscode.window.showTextDocument(set);
    const row = { connectionId: 'desk', kind: 'lora', name: lora };
    const done = started().commands.runPromptSetOn(row);
    (await steps.pick()).choose('two.jsonl');
    (await steps.pick()).accept();
    let plan = await steps.pick();
    assert.ok(plan.rows.includes(`${box}: no`));
    assert.match(plan.item('Run').detail ?? '', /^6 requests to Desk /u);
    if (isTested) {
      plan.choose(box);
      plan = await steps.pick();
      assert.match(plan.item('Run').detail ?? '', /^38 requests to Desk /u);
    }
    return { done, plan };
  }

  it('is off at first', async () => {
    const { done, plan } = await begin(false);
    const end = started().ended();
    plan.choose('Run');
    await end;
    await done;
    assert.equal(tests().length, 0);
  });

  it('lets the run begin once the adapter differs from its base', async () => {
    const { done, plan } = await begin(true);
    const end = started().ended();
    plan.choose('Run');
    const { file } = await end;
    await done;
    assert.deepEqual([tests().length, file.index.answered], [32, 4]);
    assert.deepEqual(
      asked()
        .slice(0, 2)
        .map(({ model }) => model),
      [base, lora],
    );
  });

  it('asks before it runs on an adapter that is not applied', async () => {
    service.fail({ kind: 'answersWithBase', on: 'POST /v1/chat/completions' });
    const { done, plan } = await begin(true);
    const seen = person({});
    plan.choose('Run');
    await done;
    assert.deepEqual(seen.messages, ['Run the prompt set all the same?']);
    assert.match(seen.details.join(), /^support-tone-v7 is the same as its base llama-3-8b, /u);
    assert.deepEqual([asked().length, await started().runs.store.list()], [32, []]);
  });
});
