import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { OwnerLocks } from '../../src/core/files/locks/ownerLocks.ts';
import { RunStore } from '../../src/core/promptSets/run/runStore.ts';
import { RunStatus } from '../../src/ui/promptSets/start/runStatus.ts';
import { useKeptRuns } from './support/keptRuns.ts';
import { usePerson } from './support/person.ts';
import { useStandIns } from './support/standIns.ts';
import { useStartedRuns } from './support/startedRuns.ts';
import { nextEvent, until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('A run that ends', () => {
  const world = useWorld();
  const started = useStartedRuns(world);
  const person = usePerson();

  /** Asks a prompt of llama-3-8b; `stops`: ends it before. Resolves once it was told, or would have been. */
  async function run({
    isInSight = false,
    stops = false,
    verdict = async () => undefined,
  }: {
    isInSight?: boolean;
    stops?: boolean;
    verdict?: () => Promise<string | undefined>;
  }) {
    const { runs } = started();
    const opened: string[] = [];
    const told = new vscode.EventEmitter<void>();
    const status = new RunStatus({
      runs,
      openRun: (id) => {
        opened.push(id);
        told.fire();
      },
      isInSight: () => isInSight,
      verdict,
      log: world().log,
    });
    const model = { connectionId: world().connection.id, name: 'llama-3-8b' };
    const file = await runs.create(
      { set: { name: 'one\u202E.jsonl' }, models: [model], settings: {}, repetitions: 1 },
      prompts(),
    );
    const isTold = isInSight || stops ? undefined : nextEvent(told.event, 'its page is opened');
    const ended = runs.ask(file);
    if (stops) await runs.stop(file.run.id);
    await ended;
    await isTold;
    runs.close(file.run.id);
    status.dispose();
    return { opened, id: file.run.id };
  }

  it('out of sight is told with what it found, and opened by the button', async () => {
    const seen = person({ button: 'Open' });
    const verdict = 'tone passes 17 points more than llama-3-8b.';
    const { opened, id } = await run({ verdict: async () => verdict });
    assert.deepEqual(seen.messages, [`one.jsonl: ${verdict}`]);
    assert.deepEqual(opened, [id]);
  });

  it('without a verdict is told all the same', async () => {
    const seen = person({ button: 'Open' });
    await run({});
    assert.deepEqual(seen.messages, ['one.jsonl: The run has ended.']);
  });

  it('is told and opened even if its verdict can’t be computed, which is logged', async () => {
    const seen = person({ button: 'Open' });
    const { opened, id } = await run({ verdict: () => Promise.reject(new RangeError('secret')) });
    assert.deepEqual(seen.messages, ['one.jsonl: The run has ended.']);
    assert.deepEqual(opened, [id]);
    const logged = world().log.lines.filter((line) => line.includes('verdict of a run'));
    assert.match(logged.join('\n'), /^error The verdict of a run could not be computed: RangeError/u);
    assert.doesNotMatch(logged.join('\n'), /secret/u);
  });

  it('in sight, or because the person has stopped it, is not told', async () => {
    const seen = person({ button: 'Open' });
    await run({ isInSight: true });
    await run({ stops: true });
    assert.deepEqual(seen.messages, []);
  });

  it('before it begins, because another window has it, is told as a warning', async () => {
    const seen = person({});
    const { runs } = started();
    const status = new RunStatus({
      runs,
      openRun: () => undefined,
      isInSight: () => false,
      verdict: async () => 'a verdict',
      log: world().log,
    });
    const folder = path.join(world().folder, 'runs');
    const locks = new OwnerLocks(folder, world().log);
    const other = new RunStore(folder, locks, world().log);
    const model = { connectionId: world().connection.id, name: 'llama-3-8b' };
    const plan = { set: { name: 'one.jsonl' }, models: [model], settings: {}, repetitions: 1 };
    const { run } = await other.create(plan, prompts());
    const file = await runs.open(run.id);
    assert.ok(file);
    assert.equal(await runs.ask(file), 'elsewhere');
    assert.deepEqual(seen.messages, [
      'one.jsonl: This run is open in another window, so nothing was sent from here.',
    ]);
    runs.close(run.id);
    locks.dispose();
    status.dispose();
  });
});

async function* prompts() {
  yield { line: 1, id: '1', messages: [{ role: 'user' as const, content: 'Tell a' }], checks: [] };
}

describe('The status bar', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const { createStatusBarItem } = vscode.window;
  const replace = useStandIns(vscode.window);

  it('says how far all runs of this window are together, and nothing afterwards', async () => {
    const { runs, create } = kept();
    const drawn = new vscode.EventEmitter<void>();
    let shown: vscode.StatusBarItem | undefined;
    let isShown = false;
    replace({
      createStatusBarItem: () => {
        shown = createStatusBarItem('test', vscode.StatusBarAlignment.Left);
        const say = (value: boolean) => () => {
          isShown = value;
          drawn.fire();
        };
        return Object.assign(shown, { show: say(true), hide: say(false) });
      },
    });
    const parts = {
      openRun: () => undefined,
      isInSight: () => true,
      verdict: async () => undefined,
      log: world().log,
    };
    const status = new RunStatus({ runs, ...parts });
    const gate = Promise.withResolvers<string>();
    kept().answer = (_model, prompt) => (prompt === 1 ? gate.promise : `Answer ${prompt}`);
    const files = [
      await create(2, { set: { name: 'one.jsonl' } }),
      await create(3, { set: { name: 'two.jsonl' } }),
    ];
    assert.equal(isShown, false);
    const ended = files.map((file) => runs.ask(file));
    const says = (text: string) => until(drawn.event, text, () => isShown && shown?.text === text);
    // Two models are asked; of each run, the second prompt has no answer yet.
    await says('$(sync~spin) Run 6/10');
    assert.equal(shown?.tooltip, 'one.jsonl\ntwo.jsonl');
    assert.deepEqual(shown.command, {
      ...{ command: 'hostedModels.openRun', title: '' },
      arguments: [{ runId: files[0]?.run.id }],
    });
    gate.resolve('Answer 1');
    await Promise.all(ended);
    await until(drawn.event, 'nothing', () => !isShown);
    status.dispose();
    for (const { run } of files) runs.close(run.id);
  });
});
