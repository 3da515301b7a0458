import assert from 'node:assert/strict';
import { lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { useBatches } from './support/batches.ts';
import { useKeptRuns } from './support/keptRuns.ts';
import { MemoryFiles } from './support/memoryFiles.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useStandIns } from './support/standIns.ts';
import { useSteps } from './support/steps.ts';
import { load, useWorld } from './support/world.ts';

const names = ['refunds.1-llama-3-8b.jsonl', 'refunds.2-support-tone-v7.jsonl', 'refunds.run.json'];

describe('Export for Batch…', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const batches = useBatches(world, kept);
  const person = usePerson();
  const replace = useStandIns(vscode.window);

  const waiting = async () => String((await kept().list.rows())[0]?.item.description).split(' · ')[2];

  it('writes a run’s requests, says what was written, and the run waits for results', async () => {
    const { run } = await kept().create(3);
    const seen = person({});
    batches().choosing([batches().folder]);
    await batches().commands.exportForBatch({ runId: run.id });
    assert.deepEqual(await batches().files(), names);
    const requests = await batches().requests(names[1] ?? '');
    assert.deepEqual(
      requests.map(({ body }) => [body.model, body.messages.at(-1)?.content]),
      [0, 1, 2].map((at) => ['support-tone-v7', `Question ${at}?`]),
    );
    assert.deepEqual(seen.messages, [
      `6 requests were written to ${batches().folder.fsPath}: ${names[0]}, ${names[1]}, and ${names[2]}.`,
    ]);
    assert.equal(await waiting(), 'Waiting for results');
    assert.equal(kept().runs.askedIds.length, 0);
  });

  it('writes only what is missing', async () => {
    kept().answer = (model, prompt) =>
      prompt === 1 && model === 'support-tone-v7' ? Promise.reject(new Error('No.')) : `Answer ${prompt}`;
    const { run } = await kept().complete(2);
    const seen = person({});
    batches().choosing([batches().folder]);
    await batches().commands.exportMissing({ runId: run.id });
    assert.deepEqual(await batches().files(), [
      'refunds.missing.2-support-tone-v7.jsonl',
      'refunds.missing.run.json',
    ]);
    assert.match(seen.messages.join(), /^1 request was written to /u);
  });

  it('has nothing to write if nothing is missing, and waits while requests are sent', async () => {
    const all = await kept().complete(1);
    const gate = Promise.withResolvers<string>();
    kept().answer = () => gate.promise;
    const asked = await kept().create(1);
    const ended = kept().runs.ask(asked);
    const seen = person({});
    await batches().commands.exportMissing({ runId: all.run.id });
    await batches().commands.exportForBatch({ runId: asked.run.id });
    gate.resolve('Answer 0');
    await ended;
    assert.deepEqual(seen.messages, [
      'Nothing is missing: there is an answer to each request.',
      'Nothing was exported. Requests are being sent. Stop the run, or wait for its end.',
    ]);
  });

  it('asks before it replaces the files of an earlier export', async () => {
    const { run } = await kept().create(1);
    const about = await batches().write('refunds.run.json', 'mine');
    const refused = person({});
    batches().choosing([batches().folder], [batches().folder]);
    await batches().commands.exportForBatch({ runId: run.id });
    assert.deepEqual(refused.messages, ['Replace refunds.run.json?']);
    assert.equal(await readFile(about.fsPath, 'utf8'), 'mine');
    person({ button: 'Replace' });
    await batches().commands.exportForBatch({ runId: run.id });
    assert.equal(JSON.parse(await readFile(about.fsPath, 'utf8')).run, run.id);
  });

  it('asks for any file that is there, and never follows a link out of the folder', async () => {
    const { run } = await kept().create(1);
    const outside = path.join(world().folder, 'bashrc');
    await writeFile(outside, 'mine');
    const link = path.join(batches().folder.fsPath, 'refunds.1-llama-3-8b.jsonl');
    await symlink(outside, link);
    await batches().write('refunds.2-support-tone-v7.3.jsonl', 'mine');
    await batches().write('refunds.2-support-tone-v7.notes.jsonl', 'mine');
    const refused = person({});
    batches().choosing([batches().folder], [batches().folder]);
    await batches().commands.exportForBatch({ runId: run.id });
    assert.deepEqual(refused.messages, ['Replace 2 files?']);
    person({ button: 'Replace' });
    await batches().commands.exportForBatch({ runId: run.id });
    assert.equal(await readFile(outside, 'utf8'), 'mine');
    assert.equal((await lstat(link)).isSymbolicLink(), false);
    assert.ok((await batches().files()).includes('refunds.2-support-tone-v7.notes.jsonl'));
  });

  it('says that a folder can’t be written to, and leaves nothing there', async () => {
    const { run } = await kept().create(1);
    const gone = vscode.Uri.joinPath(batches().folder, 'gone');
    batches().choosing([gone]);
    await assert.rejects(
      batches().commands.exportForBatch({ runId: run.id }),
      /gone can't be written \(ENOENT\)\. Nothing was exported\./u,
    );
    assert.deepEqual(await batches().files(), []);
  });

  it('leaves nothing behind if it is canceled', async () => {
    const { run } = await kept().create(100);
    const canceled = new vscode.CancellationTokenSource();
    const withProgress: typeof vscode.window.withProgress = (_options, work) => {
      const done = work({ report: () => undefined }, canceled.token);
      canceled.cancel();
      return done;
    };
    replace({ withProgress });
    const seen = person({});
    batches().choosing([batches().folder]);
    await batches().commands.exportForBatch({ runId: run.id });
    assert.deepEqual(seen.messages, ['Canceled. Nothing was exported.']);
    assert.deepEqual(await batches().files(), []);
  });

  it('writes to a file system that only VS Code can reach', async () => {
    const files = new MemoryFiles();
    const registered = vscode.workspace.registerFileSystemProvider('memory-files', files);
    try {
      const { run } = await kept().create(1);
      person({});
      batches().choosing([vscode.Uri.parse('memory-files:/')]);
      await batches().commands.exportForBatch({ runId: run.id });
      for (const name of names) assert.ok(files.read(`/${name}`).length > 0);
    } finally {
      registered.dispose();
    }
  });

  describe('of a set', () => {
    const steps = useSteps();
    beforeEach(() => load(world()));

    async function asked(set: vscode.Uri) {
      await vscode.window.showTextDocument(set);
      const done = batches().commands.exportSetForBatch();
      (await steps.pick()).choose('two.jsonl');
      const models = await steps.pick();
      assert.equal(models.pick.title, 'Export for Batch: two.jsonl · select one to four (0 selected)');
      models.check('support-tone-v7');
      models.accept();
      const plan = await steps.pick();
      assert.equal(plan.item('Export…').detail, '4 requests, written to files; nothing is sent');
      return { done, plan };
    }
    const set = () => batches().write('two.jsonl', '{"prompt":"Tell a"}\n{"prompt":"Tell b"}\n');

    it('makes a run without answers, writes its files, and opens its page', async () => {
      const { done, plan } = await asked(await set());
      person({});
      batches().choosing([batches().folder]);
      plan.choose('Export…');
      await done;
      const [run] = await kept().runs.store.list();
      assert.deepEqual(kept().opened, [run?.id]);
      assert.deepEqual(await batches().files(), [
        'two.1-llama-3-8b.jsonl',
        'two.2-support-tone-v7.jsonl',
        'two.jsonl',
        'two.run.json',
      ]);
      assert.equal(await waiting(), 'Waiting for results');
    });

    it('leaves no run if no folder is chosen', async () => {
      const { done, plan } = await asked(await set());
      batches().choosing(undefined);
      plan.choose('Export…');
      await done;
      assert.deepEqual(await kept().runs.store.list(), []);
      assert.deepEqual(kept().opened, []);
    });
  });
});

describe('Copy Command… of a run', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const batches = useBatches(world, kept);
  const person = usePerson();
  const picking = usePicking();

  beforeEach(() => load(world()));

  async function exported(models?: { connectionId: string; name: string }[]) {
    const { run } = await kept().create(1, models && { models });
    person({});
    batches().choosing([batches().folder]);
    await batches().commands.exportForBatch({ runId: run.id });
    return { runId: run.id };
  }
  const copied = () => vscode.env.clipboard.readText();

  it('has the run’s own files, models and address, for the engine that is chosen', async () => {
    const row = await exported();
    const picks = picking('vLLM run-batch', 'Ray');
    await batches().commands.copyBatchCommand(row);
    const vllm = await copied();
    assert.ok(vllm.includes(`cd '${batches().folder.fsPath}'`), vllm);
    assert.match(
      vllm,
      /for name in refunds\.1-llama-3-8b refunds\.2-support-tone-v7; do\n {2}vllm run-batch /u,
    );
    assert.match(vllm, /--lora-modules 'support-tone-v7=.+'\n/u);
    await batches().commands.copyBatchCommand(row);
    const ray = await copied();
    const script = /python3 '(.+?)'/u.exec(ray)?.[1] ?? '';
    assert.match(await readFile(script, 'utf8'), /ray\.data/u);
    assert.ok(ray.includes(`'--base-url=${world().service.url}/api/v1'`), ray);
    assert.equal(picks[0]?.title, 'Copy Command');
  });

  it('is refused for a name that no shell takes safely', async () => {
    const row = await exported([{ connectionId: world().connection.id, name: 'evil\u202e' }]);
    picking('Ray');
    await assert.rejects(
      batches().commands.copyBatchCommand(row),
      /A name or path has invisible characters, so no command is safe: evil/u,
    );
  });

  it('asks for an export first, and for the connection', async () => {
    const { run } = await kept().create(1);
    const seen = person({});
    await batches().commands.copyBatchCommand({ runId: run.id });
    assert.match(seen.messages.join(), /^This run has no files for another engine yet\./u);
    const row = await exported([{ connectionId: 'removed', name: 'llama-3-8b' }]);
    picking('vLLM run-batch');
    await assert.rejects(
      batches().commands.copyBatchCommand(row),
      /The connection of llama-3-8b was removed\. Add it again/u,
    );
  });
});
