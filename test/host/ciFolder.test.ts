import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { exportRunForCi } from '../../src/ui/promptSets/batch/exportCiFolder.ts';
import { canaryKey } from '../e2e/canary.ts';
import { useBatches } from './support/batches.ts';
import { developedExtension } from './support/extension.ts';
import { useKeptRuns } from './support/keptRuns.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { useSteps } from './support/steps.ts';
import { load, useWorld } from './support/world.ts';

describe('CI Folder…', function () {
  this.timeout(60_000);
  const world = useWorld();
  const kept = useKeptRuns(world);
  const batches = useBatches(world, kept);
  const person = usePerson();
  const picking = usePicking();

  beforeEach(() => load(world()));

  /** Runs the README's command. */
  async function runFolder(): Promise<{ code: number; out: string; err: string }> {
    const folder = batches().folder.fsPath;
    const readme = await readFile(path.join(folder, 'README.md'), 'utf8');
    const [, command = ''] = /^ {4}node (prompt-set\.mjs run .*)$/mu.exec(readme) ?? [];
    const args = (command.match(/"[^"]*"|\S+/gu) ?? []).map((word) => word.replaceAll('"', ''));
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', HOSTED_MODELS_API_KEY: canaryKey };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, args, { cwd: folder, env }, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  }

  it('writes what runs without VS Code, whose run Import Results… opens', async () => {
    const file = await kept().complete(12);
    const seen = person({});
    batches().choosing([batches().folder]);
    await exportRunForCi(file, { ...world(), extensionUri: developedExtension().extensionUri });
    assert.deepEqual(await batches().files(), [
      ...['README.md', 'baseline.jsonl', 'prompt-set.mjs', 'refunds.jsonl', 'workflow.yml'],
    ]);
    assert.match(seen.messages.join(), /^The CI folder was written to /u);
    const { code, out, err } = await runFolder();
    // The service of the tests answers otherwise than the run's models.
    assert.equal(code, 1, err);
    assert.match(
      out,
      /^support-tone-v7 passes 100 points less than support-tone-v7 \(baseline\)|^Worse by at least/u,
    );

    const written = path.join(batches().folder.fsPath, 'prompt-set-run');
    const openAgain = () => {
      picking("Open a Script's Run…");
      batches().choosing([vscode.Uri.file(written)]);
      return batches().commands.importResults(undefined);
    };
    const { withProgress } = vscode.window;
    const cancelAtOnce: typeof withProgress = (_options, work) => {
      const canceled = new vscode.CancellationTokenSource();
      const done = work({ report: () => undefined }, canceled.token);
      canceled.cancel();
      return done;
    };
    Object.assign(vscode.window, { withProgress: cancelAtOnce });
    await openAgain().finally(() => Object.assign(vscode.window, { withProgress }));
    assert.deepEqual([kept().opened, (await kept().list.rows()).length], [[], 1]);
    // As if the script had been stopped, and had then gone on.
    const [id = ''] = (await readdir(written)).filter((name) => name.includes('-'));
    const results = path.join(written, id, 'results.jsonl');
    const all = await readFile(results);
    await writeFile(results, all.subarray(0, all.indexOf('"is":"sent"')));
    await openAgain();
    const [opened = ''] = kept().opened;
    const run = await kept().runs.open(opened);
    assert.equal(run?.run.models[0]?.connectionId, world().connection.id);
    assert.equal(run?.index.answered, 0);
    assert.equal((await kept().list.rows()).length, 2);
    await writeFile(results, all);
    await openAgain();
    assert.deepEqual(kept().opened, [opened, opened]);
    assert.equal(run.index.answered, 12);

    assert.ok(await run.claim());
    await openAgain();
    assert.match(seen.messages.at(-1) ?? '', /^A window is adding to this run\./u);
    await run.add({ is: 'gaveUp', model: 0, error: { kind: 'server' }, at: Date.now() });
    await run.release();
    await writeFile(results, Buffer.concat([all, all.subarray(-200)]));
    await openAgain();
    assert.match(
      seen.messages.at(-1) ?? '',
      /^The run was changed here, so what the script has added since/u,
    );
    kept().runs.close(opened);
  });

  describe('of a set', () => {
    const steps = useSteps();
    const rows = Array.from({ length: 12 }, (_, at) => `{"prompt":"Tell ${at}","expected":"${at}"}\n`);

    /** Goes as far as the plan. */
    async function planned(...models: string[]) {
      const set = await batches().write('tell.jsonl', rows.join(''));
      const done = batches().commands.exportCiFolder(set);
      const pick = await steps.pick();
      assert.equal(pick.pick.title, 'Export CI Folder: tell.jsonl · select one to four (0 selected)');
      pick.check(...models);
      pick.accept();
      return { done, plan: await steps.pick() };
    }

    it('compares an adapter with its base by the folder’s own command, and sends nothing before', async () => {
      world().service.clearRequests();
      const { done, plan } = await planned('support-tone-v7');
      assert.match(plan.item('Export…').description ?? '', /^12 prompts tell apart \d+ points or more$/u);
      // The set lies where its folder is to be.
      const seen = person({ button: 'Replace' });
      batches().choosing([batches().folder]);
      plan.choose('Export…');
      await done;
      assert.equal(seen.messages[0], 'Replace tell.jsonl?');
      assert.deepEqual(await batches().files(), [
        ...['README.md', 'prompt-set.mjs', 'tell.jsonl', 'workflow.yml'],
      ]);
      assert.deepEqual(world().service.requests, []);
      const { code, out, err } = await runFolder();
      // Neither passes any, and so few prompts tell only large differences apart.
      assert.equal(code, 0, err);
      assert.match(
        out,
        /^Equivalent within 67 points: support-tone-v7 is between \d+ points worse and \d+ better/u,
      );
      assert.deepEqual(await kept().runs.store.list(), [], 'It is no run of this window.');
    });

    it('takes two models of one connection, no more and no less', async () => {
      const { done, plan } = await planned('llama-3-8b');
      batches().choosing([batches().folder]);
      plan.choose('Export…');
      await assert.rejects(done, /Choose two models of one connection: the base and the adapter\./u);
      assert.deepEqual(await batches().files(), ['tell.jsonl']);
    });
  });

  it('names the folder that has no run', async () => {
    await kept().complete(1);
    picking("Open a Script's Run…");
    batches().choosing([batches().folder]);
    await assert.rejects(batches().commands.importResults(undefined), /out has no run: choose the folder/u);
  });
});
