import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { runVerdicts } from '../../src/core/promptSets/report/runVerdicts.ts';
import { VerdictThread } from '../../src/core/promptSets/worker/verdictThread.ts';
import { registerRunLens } from '../../src/ui/promptSets/start/newPromptSet.ts';
import { setConnections, setUser } from './support/connectionSettings.ts';
import { closeEditors } from './support/editors.ts';
import { canSearch, fence, workspaceFolder } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { useStartedRuns } from './support/startedRuns.ts';
import { useSteps } from './support/steps.ts';
import { nextEvent, until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const verdictThread = new VerdictThread();

const base = 'llama-3-8b';
const lora = 'support-tone-v7';
const twoPrompts = '{"prompt":"Tell a","expected":"a"}\n{"prompt":"Tell b","expected":"b"}\n';

describe('Run Prompt Set', () => {
  const world = useWorld();
  const started = useStartedRuns(world);
  const steps = useSteps();
  const person = usePerson();

  beforeEach(() => load(world()));
  afterEach(async () => {
    await closeEditors();
    await setUser('hostedModels', 'chat.keepHistory', undefined);
  });

  const chatBodies = () =>
    world()
      .service.requests.filter(({ path }) => path === '/api/v1/chat/completions')
      .map(({ body }) => JSON.parse(body));
  /** Without those that load a model before. */
  const bodies = () => chatBodies().filter(({ messages }) => /^(Tell|Read) /u.test(messages.at(-1).content));

  async function takeModel(name: string): Promise<void> {
    const models = await steps.pick();
    models.check(name);
    models.accept();
  }

  async function sendsNothing(): Promise<void> {
    await fence(world().service);
    assert.deepEqual(chatBodies(), []);
    assert.deepEqual(started().opened, []);
    assert.deepEqual(await started().runs.store.list(), []);
  }

  it('runs a file on a LoRA and on its base, which it brings along', async () => {
    const { commands, write, ended, opened } = started();
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    const models = await steps.pick();
    assert.equal(models.pick.title, 'Run Prompt Set: two.jsonl · select one to four (0 selected)');
    models.check(lora);
    assert.deepEqual(models.checked.toSorted(), [base, lora]);
    models.accept();
    const plan = await steps.pick();
    assert.deepEqual(plan.rows, [
      'Run: too few checked prompts for a verdict',
      `Base: ${base}, which the others are compared with`,
      'Temperature: 0',
      'Max tokens: 1,024',
      'Repetitions: 1',
      'Token ceiling: none',
      'Stop as soon as it is clear: no',
    ]);
    assert.match(
      plan.item('Run').detail ?? '',
      /^6 requests to [\w.:]+ · at most 4,200 tokens · unit prices [\d.]+ and [\d.]+ \(unit not specified\)$/u,
    );
    await fence(world().service);
    assert.equal(chatBodies().length, 0);
    const end = ended();
    plan.choose('Run');
    const { file, end: how } = await end;
    await done;
    assert.equal(how, 'complete');
    assert.deepEqual(
      file.run.models.map(({ name }) => name),
      [base, lora],
    );
    assert.deepEqual(opened, [file.run.id]);
    assert.equal(bodies().length, 4);
    for (const { temperature, max_tokens } of bodies())
      assert.deepEqual([temperature, max_tokens], [0, 1024]);
  });

  it('shows the base that a LoRA brings along below it, whatever is typed, and says why it can’t go on', async () => {
    const { commands, write } = started();
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    const models = await steps.pick();
    models.accept();
    assert.equal(models.pick.prompt, "Can't go on yet: select one to four (0 selected).");
    models.check(lora);
    const labels = models.pick.items.map(({ label }) => label);
    assert.equal(labels.indexOf(base), labels.indexOf(lora) + 1);
    assert.equal(labels.filter((label) => label === base).length, 1);
    assert.equal(models.item(base).alwaysShow, true);
    assert.deepEqual(models.checked.toSorted(), [base, lora]);
    assert.equal(models.pick.prompt, undefined);
    models.escape();
    await done;
  });

  it('begins with the models on whose rows it was called', async () => {
    const { commands, write } = started();
    const row = (name: string) => ({ connectionId: world().connection.id, kind: 'lora', name });
    const rows = [row(lora), row('support-tone-v6')];
    const set = await write('two.jsonl', twoPrompts);
    await vscode.window.showTextDocument(set);
    const done = commands.runPromptSetOn(rows[0], rows);
    const files = await steps.pick();
    assert.match(files.rows[0] ?? '', /^two\.jsonl: /u);
    files.choose('two.jsonl');
    const models = await steps.pick();
    assert.deepEqual(models.checked.toSorted(), [base, 'support-tone-v6', lora]);
    assert.deepEqual([models.pick.step, models.pick.totalSteps], [2, 3]);
    models.back();
    (await steps.pick()).escape();
    await done;
    await sendsNothing();
  });

  it('leaves no run if it is canceled while that is written', async () => {
    const { commands, write, runs } = started();
    const [isMade, goOn] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const create = runs.create.bind(runs);
    runs.create = async (...given) => {
      const file = await create(...given);
      isMade.resolve(file.run.id);
      await goOn.promise;
      return file;
    };
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    await takeModel(lora);
    (await steps.pick()).choose('Run');
    const preparing = await steps.busy();
    const id = await isMade.promise;
    preparing.escape();
    await done;
    const deleted = nextEvent(runs.onDidDelete, 'the run is deleted');
    goOn.resolve();
    assert.equal(await deleted, id);
    await sendsNothing();
  });

  it('takes settings, keeps them on the way back, and asks as often as it is told', async () => {
    const { commands, write, ended } = started();
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    let models = await steps.pick();
    models.check(base);
    models.accept();
    const change = async (label: string, ...typed: string[]) => {
      (await steps.pick()).choose(label);
      const box = await steps.box();
      for (const text of typed) box.enter(text);
    };
    await change('Temperature', '2.1', '0,7');
    await change('Max tokens', '0', '50');
    await change('Repetitions', '11', '3');
    await change('Token ceiling', '0.5', '1000');
    const plan = await steps.pick();
    assert.deepEqual(plan.rows.slice(1), [
      'Temperature: 0.7',
      'Max tokens: 50',
      'Repetitions: 3',
      'Token ceiling: 1,000',
    ]);
    plan.back();
    models = await steps.pick();
    assert.deepEqual(models.checked, [base]);
    models.accept();
    const again = await steps.pick();
    assert.match(again.item('Run').detail ?? '', /^7 requests to \S+ · at most 330 tokens · /u);
    const end = ended();
    again.choose('Run');
    assert.equal((await end).end, 'complete');
    await done;
    assert.equal(bodies().length, 6);
    for (const { temperature, max_tokens } of bodies())
      assert.deepEqual([temperature, max_tokens], [0.7, 50]);
  });

  it('begins with what the set was asked with last time, and with the plan where it is run again', async () => {
    const { commands, write, ended } = started();
    const set = await write('two.jsonl', twoPrompts);
    const first = commands.runPromptSet(set);
    await takeModel(lora);
    (await steps.pick()).choose('Temperature');
    (await steps.box()).escape();
    (await steps.pick()).choose('Temperature');
    (await steps.box()).enter('0.7');
    const end = ended();
    (await steps.pick()).choose('Run');
    const { file } = await end;
    await first;
    const next = commands.runPromptSet(set);
    const models = await steps.pick();
    assert.deepEqual(models.checked.toSorted(), [base, lora]);
    models.accept();
    const plan = await steps.pick();
    assert.ok(plan.rows.includes('Temperature: 0.7'), plan.rows.join());
    plan.back();
    (await steps.pick()).escape();
    await next;
    const again = commands.runAgain(set, file.run);
    const only = await steps.pick();
    assert.ok(only.rows.includes('Temperature: 0.7'), only.rows.join());
    assert.match(only.item('Base').description ?? '', new RegExp(`^${base},`, 'u'));
    const over = ended();
    only.choose('Run');
    const { file: second } = await over;
    await again;
    assert.deepEqual(second.run.models, file.run.models);
    assert.equal(bodies().length, 8);
  });

  it('says which LoRA is made for another base than the one that all are compared with', async () => {
    const { commands, write } = started();
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    const models = await steps.pick();
    models.check(base, lora, 'sql-assistant');
    models.accept();
    const plan = await steps.pick();
    assert.equal(
      plan.item('Base').detail,
      'sql-assistant is made for qwen2.5-7b, but compared with llama-3-8b. To compare it with its own base, run them apart.',
    );
    plan.escape();
    await done;
  });

  it('offers the presets, and begins with the one that a LoRA’s chats begin with', async () => {
    const { commands, write, presets } = started();
    await presets.save({ name: 'Kind', settings: { systemPrompt: 'Be kind.', topP: 0.5 }, defaultFor: lora });
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    await takeModel(lora);
    const plan = await steps.pick();
    assert.ok(
      plan.rows.includes('Preset: Kind') && plan.rows.includes('Temperature: not set'),
      plan.rows.join(),
    );
    plan.choose('Preset');
    const offered = await steps.pick();
    assert.deepEqual(offered.rows, ['none: temperature 0', 'Kind: top P 0.5, system prompt']);
    offered.choose('none');
    const after = await steps.pick();
    assert.ok(
      after.rows.includes('Preset: none') && after.rows.includes('Temperature: 0'),
      after.rows.join(),
    );
    after.escape();
    await done;
    await sendsNothing();
  });

  it('compares with another base if the person says so', async () => {
    const { commands, write, ended } = started();
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    await takeModel(lora);
    (await steps.pick()).choose('Base');
    (await steps.pick()).choose(lora);
    // Going back changes nothing by itself.
    (await steps.pick()).back();
    (await steps.pick()).accept();
    const end = ended();
    (await steps.pick()).choose('Run');
    const { run } = (await end).file;
    assert.deepEqual(
      run.models.map(({ name }) => name),
      [lora, base],
    );
    await done;
  });

  it('takes what is typed and not saved yet', async () => {
    const { commands, write, ended } = started();
    const uri = await write('two.jsonl', twoPrompts);
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '{"prompt":"Read this"}\n'));
    const done = commands.runPromptSet(uri);
    await takeModel(base);
    const end = ended();
    (await steps.pick()).choose('Run');
    await end;
    await done;
    assert.equal(bodies().length, 3);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('asks which column has the prompts if a CSV file doesn’t say', async () => {
    const { commands, write, ended } = started();
    const uri = await write('two.csv', 'question,note\nTell a,x\nTell b,y\n');
    const done = commands.runPromptSet(uri);
    const columns = await steps.pick();
    assert.equal(columns.pick.placeholder, 'Which column has the prompts?');
    assert.deepEqual(columns.rows, ['question', 'note']);
    columns.choose('question');
    const remarks = await steps.pick();
    assert.deepEqual(remarks.rows, ['Continue with 2 Prompts', 'Not used: “note” (2).: line 2']);
    remarks.choose('Continue with 2 Prompts');
    await takeModel(base);
    const plan = await steps.pick();
    assert.ok(
      plan.rows.includes('No prompt has checks: you can rate the answers blind, but none passes or fails.'),
    );
    const end = ended();
    plan.choose('Run');
    await end;
    await done;
    assert.deepEqual(
      bodies()
        .map(({ messages }) => messages.at(-1).content)
        .toSorted(),
      ['Tell a', 'Tell b'],
    );
  });

  it('says how much of the disk a small file’s prompts take once they are filled', async () => {
    const { commands, write } = started();
    const tests = '- vars: {x: 0}\n'.repeat(20).replaceAll('0', 'y'.repeat(1000));
    const set = await write('wide.yaml', `prompts: ["${'{{x}}'.repeat(3000)}"]\ntests:\n${tests}`);
    const done = commands.runPromptSet(set);
    await takeModel(base);
    const plan = await steps.pick();
    assert.ok(plan.rows.includes('The prompts of the run take 57.3 MB on this machine.'), plan.rows.join());
    plan.escape();
    await done;
  });

  it('says that a run is saved although chats are not', async () => {
    const { commands, write } = started();
    await setUser('hostedModels', 'chat.keepHistory', false);
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    await takeModel(base);
    const plan = await steps.pick();
    const note = 'The run is saved on this machine although chats are not. You can delete it in Runs.';
    // Enter on it does nothing.
    plan.choose(note);
    plan.escape();
    await done;
    await sendsNothing();
  });

  it('sends nothing if the set or the connection has changed before the last step', async () => {
    const { commands, write } = started();
    const seen = person({});
    const uri = await write('two.jsonl', twoPrompts);
    const untilRun = async () => {
      await takeModel(base);
      return steps.pick();
    };
    const first = commands.runPromptSet(uri);
    const plan = await untilRun();
    await writeFile(uri.fsPath, '{"prompt":"Tell c"}\n');
    plan.choose('Run');
    await assert.rejects(first, /^UserFacingError: two\.jsonl was changed while it was being read\./u);
    await sendsNothing();
    const second = commands.runPromptSet(uri);
    const other = await untilRun();
    const { id } = world().connection;
    await setConnections([{ id, name: 'Acme', url: 'https://models.acme.example' }]);
    other.choose('Run');
    await second;
    assert.deepEqual(seen.messages, ['The connections have changed meanwhile. Nothing was sent.']);
    await sendsNothing();
  });

  it('offers the sets that were run before', async () => {
    const { commands, write, ended } = started();
    const done = commands.runPromptSet(await write('two.jsonl', twoPrompts));
    await takeModel(base);
    const end = ended();
    (await steps.pick()).choose('Run');
    await end;
    await done;
    const again = commands.runPromptSet();
    const files = await steps.pick();
    assert.deepEqual(
      files.pick.items.map(({ label }) => label),
      ['New Prompt Set…', 'Sample', 'run before', 'two.jsonl', '', 'Browse…'],
    );
    files.escape();
    await again;
  });
});

describe('The pick of a prompt set', () => {
  const world = useWorld();
  const started = useStartedRuns(world);
  const steps = useSteps();
  const person = usePerson();
  const folder = () => vscode.Uri.joinPath(workspaceFolder().uri, 'sets');

  beforeEach(() => load(world()));
  afterEach(async () => {
    await closeEditors();
    await vscode.workspace.fs.delete(folder(), { recursive: true }).then(undefined, () => undefined);
  });

  const untitled = () => vscode.window.activeTextEditor?.document;

  /** Closes what is open without a question about what isn't saved. */
  const discard = () => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');

  it('offers the active editor’s file first, then a new one, and then the others', async () => {
    const { commands, write } = started();
    const [first, second] = [await write('a.jsonl', twoPrompts), await write('b.prompts.yaml', '[]')];
    await vscode.window.showTextDocument(first, { preview: false });
    await vscode.window.showTextDocument(second, { preview: false });
    const done = commands.runPromptSet();
    const shown = await steps.pick();
    assert.deepEqual(
      shown.pick.items.map(({ label }) => label),
      [
        'active editor',
        'b.prompts.yaml',
        '',
        'New Prompt Set…',
        'Sample',
        'open editors',
        'a.jsonl',
        '',
        'Browse…',
      ],
    );
    shown.escape();
    await done;
  });

  it('adds the sets of the workspace, those with a name of their own first, and no other data', async function () {
    if (!(await canSearch())) this.skip();
    const files = {
      'z.prompts.json': '[]',
      'promptfooconfig.yaml': 'x: 1',
      'capitals.csv': 'id,prompt\n1,a\n',
      'rows.jsonl': '{"id":1,"messages":[]}\n',
      'log.jsonl': '{"level":"info","text":"a"}\n',
      'prices.csv': 'item,price\n',
      'node_modules/x/a.jsonl': twoPrompts,
    };
    for (const [name, text] of Object.entries(files))
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), name), Buffer.from(text));
    const done = started().commands.runPromptSet();
    const shown = await steps.pick();
    await until(shown.onDidSet, 'the workspace was searched', () => !shown.pick.busy);
    const labels = shown.pick.items.map(({ label }) => label);
    assert.deepEqual(labels, [
      'New Prompt Set…',
      'Sample',
      'in the workspace',
      ...['promptfooconfig.yaml', 'z.prompts.json', 'capitals.csv', 'rows.jsonl'],
      ...['', 'Browse…'],
    ]);
    shown.escape();
    await done;
  });

  it('opens ten prompts to be changed, which run as they are typed, unsaved', async () => {
    const { commands, ended } = started();
    const done = commands.runPromptSet();
    (await steps.pick()).choose('New Prompt Set…');
    await done;
    const set = untitled();
    assert.deepEqual([set?.isUntitled, set?.languageId, set?.lineCount], [true, 'jsonl', 11]);
    const again = commands.runPromptSet();
    const shown = await steps.pick();
    assert.deepEqual(
      shown.pick.items.slice(0, 2).map(({ label }) => label),
      ['active editor', set?.uri.path],
    );
    shown.choose(set?.uri.path ?? '');
    const models = await steps.pick();
    models.check(base);
    models.accept();
    const end = ended();
    (await steps.pick()).choose('Run');
    const { file } = await end;
    await again;
    assert.equal(file.run.prompts, 10);
    // Its address is another file's in the next window.
    assert.equal(file.run.set.uri, undefined);
    await discard();
  });

  for (const [what, text] of [
    ['is empty', ''],
    ['has faulty rows alone', '{"prompt":\n{"text":"b"}\n'],
  ])
    it(`leads to a new one from a file that ${what}`, async () => {
      const { commands, write } = started();
      const seen = person({ button: 'New Prompt Set…' });
      await commands.runPromptSet(await write('none.jsonl', text ?? ''));
      assert.match(seen.messages[0] ?? '', /^none\.jsonl: /u);
      assert.deepEqual([untitled()?.isUntitled, untitled()?.lineCount], [true, 11]);
      await discard();
    });

  it('shows Run Prompt Set… above a set that isn’t saved yet', async () => {
    const { uri } = await vscode.workspace.openTextDocument({ language: 'jsonl', content: twoPrompts });
    await vscode.window.showTextDocument(uri);
    const lens = registerRunLens();
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
    );
    lens.dispose();
    assert.ok(lenses.some(({ command }) => command?.title === 'Run Prompt Set…'));
    await discard();
  });
});

describe('Run Prompt Set, where a LoRA is right in each and its base in six of ten,', () => {
  const world = useWorld({ better: 0.4 });
  const started = useStartedRuns(world);
  const steps = useSteps();

  beforeEach(() => load(world()));
  afterEach(closeEditors);

  it('stops as soon as it is clear if the person checks that, which is kept, and knows then how much differs', async () => {
    const { commands, write, ended } = started();
    const lines = Array.from({ length: 120 }, (_, at) =>
      JSON.stringify({ prompt: `Tell what is in quotes: "word ${at}"`, expected: `word ${at}` }),
    );
    const set = await write('many.jsonl', lines.join('\n'));
    const planned = async () => {
      const done = commands.runPromptSet(set);
      const models = await steps.pick();
      // The second time, it is.
      if (models.checked.length === 0) models.check(lora);
      models.accept();
      return { done, plan: await steps.pick() };
    };
    const { done, plan: before } = await planned();
    const rests = (plan: typeof before) => plan.item('“Tell apart”: in four of five runs').detail ?? '';
    assert.match(rests(before), /^If models differ on a fifth of the prompts, /u);
    before.choose('Stop as soon as it is clear');
    const plan = await steps.pick();
    assert.ok(plan.rows.includes('Stop as soon as it is clear: yes'));
    const end = ended();
    plan.choose('Run');
    const { file, end: how } = await end;
    await done;
    assert.equal(how, 'stopped');
    assert.ok(file.index.answered < file.index.size, `${file.index.answered}`);
    const [found] = await runVerdicts(file, verdictThread);
    assert.deepEqual([found?.verdict.kind, found?.verdict.clear], ['notFinal', 'better']);
    const next = await planned();
    assert.ok(next.plan.rows.includes('Stop as soon as it is clear: yes'));
    assert.match(rests(next.plan), /^If models differ on \d+% of the prompts, as in its last run/u);
    next.plan.escape();
    await next.done;
  }).timeout(30_000);
});
