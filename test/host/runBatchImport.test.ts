import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import { ownRow } from '../../src/ui/shared/ownRows.ts';
import { result } from '../unit/core/promptSets/batch/outputs.ts';
import { useBatches } from './support/batches.ts';
import { openKeptRuns, useKeptRuns } from './support/keptRuns.ts';
import { MemoryFiles } from './support/memoryFiles.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { until } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

const [base, lora] = ['refunds.1-llama-3-8b.jsonl', 'refunds.2-support-tone-v7.jsonl'];

describe('Import Results…', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const batches = useBatches(world, kept);
  const person = usePerson();
  const picking = usePicking();

  async function exported(prompts: number): Promise<RunFile> {
    const file = await kept().create(prompts);
    person({});
    batches().choosing([batches().folder]);
    await batches().commands.exportForBatch({ runId: file.run.id });
    return file;
  }
  async function imported({ run }: RunFile, ...files: vscode.Uri[]) {
    const seen = person({});
    batches().choosing(files);
    await batches().commands.importResults({ runId: run.id });
    return seen.messages;
  }
  const look = async () => String((await kept().list.rows())[0]?.item.description).split(' · ')[2];
  const right = (_request: unknown, at: number) => `Answer ${at}`;

  it('takes an engine’s answers: summary first, then the page, and it is a run like any other', async () => {
    const file = await exported(12);
    const half = await imported(
      file,
      await batches().answer(base, (_, at) => (at > 2 ? 'No idea' : right(_, at))),
    );
    assert.deepEqual(half, ['refunds.jsonl: 12 of 24 answered; 1 file.']);
    assert.equal(await look(), 'Waiting for results, 12 of 24: nothing can be said yet');
    const all = await imported(file, await batches().answer(lora, right));
    assert.deepEqual(all, ['refunds.jsonl: 24 of 24 answered; 1 file.']);
    const { canSelectMany, defaultUri } = batches().dialogs.at(-1) ?? {};
    assert.deepEqual([canSelectMany, defaultUri?.fsPath], [true, batches().folder.fsPath]);
    assert.deepEqual(kept().opened, [file.run.id, file.run.id]);
    assert.equal(await look(), 'Better');
    assert.equal(await kept().runs.store.isTaken(file.run.id), false);
  });

  it('says what failed, and changes nothing when it is done again', async () => {
    const file = await exported(2);
    const answers = [
      await batches().answer(base, right),
      await batches().answer(lora, (_, at) => (at === 0 ? undefined : 'Answer 1')),
    ];
    assert.deepEqual(await imported(file, ...answers), [
      'refunds.jsonl: 3 of 4 answered, 1 failed; 2 files.',
    ]);
    assert.deepEqual(await imported(file, ...answers), [
      'refunds.jsonl: 3 of 4 answered, 1 failed; 2 files. Everything was already imported.',
    ]);
    assert.equal((await kept().list.rows())[0]?.item.contextValue, 'run.missing');
  });

  it('asks before other answers take ratings with them, and keeps ours or replaces them', async () => {
    const file = await exported(2);
    const first = [await batches().answer(base, right), await batches().answer(lora, right)];
    await imported(file, ...first);
    const round = { other: 1, seed: 7, at: 1 };
    assert.ok(await file.claim());
    await file.add({ is: 'ratingBegun', ...round });
    await file.add({ is: 'rated', ...round, prompt: 1, left: 'base', choice: 'other' });
    await file.release();
    const other = await batches().answer(lora, (_, at) => `Other ${at}`);
    const refused = person({});
    batches().choosing([other], [other]);
    await batches().commands.importResults({ runId: file.run.id });
    assert.deepEqual(refused.messages, [
      'Replace 2 answers that differ from those here?',
      'refunds.jsonl: 4 of 4 answered; 1 file. 2 answers that differ from those here were left out.',
    ]);
    assert.deepEqual(refused.buttons, [['Keep Ours', 'Replace']]);
    assert.equal(
      refused.details.join(),
      'They take with them what was said of the former ones: 1 of your ratings. What is missing here comes in either way.',
    );
    const text = async () => (await file.result({ prompt: 1, model: 1, repetition: 0 }))?.text;
    assert.equal(await text(), 'Answer 1');
    person({ button: 'Replace' });
    await batches().commands.importResults({ runId: file.run.id });
    assert.equal(await text(), 'Other 1');
  });

  it('brings a deleted run back from its .run.json, which then takes its results', async () => {
    const file = await exported(2);
    const answers = [await batches().answer(base, right), await batches().answer(lora, right)];
    const about = vscode.Uri.joinPath(batches().folder, 'refunds.run.json');
    const seen = person({ button: 'Delete Run' });
    await kept().commands.deleteRun({ runId: file.run.id }, undefined);
    assert.deepEqual(seen.messages, ['Delete the run of “refunds.jsonl”?']);
    assert.match(
      seen.details.join(),
      /\n\nRequests were exported\. .+ bring the run back from its \.run\.json/u,
    );
    assert.deepEqual(await kept().runs.store.list(), []);
    picking('Bring Back a Deleted Run…');
    batches().choosing([about], answers);
    await batches().commands.importResults(undefined);
    const [back] = await kept().list.rows();
    assert.equal(back?.item.contextValue, 'run');
    assert.equal(await look(), 'No verdict');
    assert.equal(await kept().runs.store.isTaken(file.run.id), false);
  });

  it('says why a file brings no run back', async () => {
    const file = await exported(1);
    const about = vscode.Uri.joinPath(batches().folder, 'refunds.run.json');
    for (const [uri, said] of [
      [about, /refunds\.run\.json: The run is here already\./u],
      [await batches().write('other.json', '{}'), /other\.json: This is not a \.run\.json file/u],
      [vscode.Uri.joinPath(batches().folder, 'gone'), /gone can't be read \(ENOENT\)/u],
    ] as const) {
      picking('Bring Back a Deleted Run…');
      batches().choosing([uri]);
      await assert.rejects(batches().commands.importResults(undefined), said);
    }
    assert.equal((await kept().runs.store.list()).length, 1);
    assert.equal(file.index.state, 'waiting');
  });

  it('refuses another run’s results by its name, and tells of another model', async () => {
    const file = await exported(1);
    const other = await kept().create(1, { set: { name: 'other.jsonl' } });
    const [request] = await batches().requests(base);
    const foreign = request?.custom_id.replace(/^\w+/u, other.run.id.slice(-12)) ?? '';
    const rows = [result(foreign, 'No'), result(request?.custom_id ?? '', 'Answer 0', { model: 'gpt-5' })];
    const mixed = await batches().write(
      'mixed.jsonl',
      rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
    const seen = person({ button: 'Show All' });
    batches().choosing([mixed]);
    await batches().commands.importResults({ runId: file.run.id });
    assert.match(
      seen.messages.join(),
      /1 of 2 answered; 1 file\. 1 result is of another run, and was refused: other\.jsonl, .+\. … and 1 more\.$/u,
    );
    assert.equal((await file.result({ prompt: 0, model: 0, repetition: 0 }))?.answeredBy, 'gpt-5');
    assert.equal(other.index.counts(0).complete, 0);
    const report = () => vscode.window.activeTextEditor?.document;
    await until(vscode.window.onDidChangeActiveTextEditor, 'the report', () => report() !== undefined);
    assert.match(report()?.getText() ?? '', /other\.jsonl/u);
  });

  it('says that a file can’t be read, and lets go of the run', async () => {
    const file = await exported(1);
    const gone = vscode.Uri.joinPath(batches().folder, 'gone.jsonl');
    await assert.rejects(imported(file, gone), /gone\.jsonl can't be read \(\w+\)\./u);
    assert.equal(await kept().runs.store.isTaken(file.run.id), false);
  });

  it('reads a file that only VS Code can reach', async () => {
    const files = new MemoryFiles();
    const registered = vscode.workspace.registerFileSystemProvider('memory-files', files);
    try {
      const file = await exported(1);
      const here = await batches().answer(base, right);
      const there = vscode.Uri.parse('memory-files:/out.jsonl');
      files.writeFile(there, await vscode.workspace.fs.readFile(here));
      assert.deepEqual(await imported(file, there), ['refunds.jsonl: 1 of 2 answered; 1 file.']);
    } finally {
      registered.dispose();
    }
  });

  it('takes files that were dropped, those outside the workspace only if the person agrees', async () => {
    const file = await exported(1);
    const uris = [String(await batches().answer(base, right)), 'file://server/share/a.jsonl', 'none'];
    const seen = person({});
    await batches().commands.importResults(ownRow({ runId: file.run.id, uris }));
    assert.deepEqual(
      [seen.messages, file.index.answered],
      [['Import a file from outside the workspace?'], 0],
    );
    const agreed = person({ button: 'Import' });
    await batches().commands.importResults(ownRow({ runId: file.run.id, uris }));
    assert.equal(agreed.messages.at(-1), 'refunds.jsonl: 1 of 2 answered; 1 file.');
  });

  it('keeps what it has read when it is canceled', async () => {
    const file = await exported(300);
    const answers = [await batches().answer(base, right), await batches().answer(lora, right)];
    const { withProgress } = vscode.window;
    const canceled = new vscode.CancellationTokenSource();
    const listening = file.onDidChange(() => canceled.cancel());
    const task: typeof withProgress = (_options, work) => work({ report: () => undefined }, canceled.token);
    Object.assign(vscode.window, { withProgress: task });
    try {
      const [said] = await imported(file, ...answers);
      const counts = /^Canceled\. (\d+) of 600 are answered; import the files again for the rest\.$/u.exec(
        said ?? '',
      );
      assert.ok(Number(counts?.[1]) > 0 && Number(counts?.[1]) < 600, said);
    } finally {
      Object.assign(vscode.window, { withProgress });
      listening.dispose();
    }
    assert.equal(file.index.state, 'waiting');
    assert.equal(await kept().runs.store.isTaken(file.run.id), false);
    assert.deepEqual(await imported(file, ...answers), ['refunds.jsonl: 600 of 600 answered; 2 files.']);
  });

  it('leaves a run alone that another window has, that is asked for, or that a newer version wrote to', async () => {
    const locks: { dispose(): void }[] = [];
    const other = openKeptRuns(world(), locks);
    try {
      const file = await exported(1);
      const answers = await batches().answer(base, right);
      const held = await other.runs.open(file.run.id);
      assert.ok(held && (await held.claim()));
      assert.deepEqual(await imported(file, answers), [
        'Nothing was imported. This run is open in another window. Import the results there.',
      ]);
      await held.release();
      const gate = Promise.withResolvers<string>();
      kept().answer = () => gate.promise;
      const ended = kept().runs.ask(file);
      assert.match(
        (await imported(file, answers)).join(),
        /^Nothing was imported\. Requests are being sent\./u,
      );
      gate.resolve('Answer 0');
      await ended;
      file.isNewer = true;
      assert.match((await imported(file, answers)).join(), /^Nothing was imported\. A newer version /u);
    } finally {
      other.list.dispose();
      other.view.dispose();
      await other.runs.closeAll();
      other.runs.dispose();
      for (const one of locks) one.dispose();
    }
  });

  it('asks which run it is without a row, and cancels like any dialog', async () => {
    const file = await exported(1);
    const answers = await batches().answer(base, right);
    const picks = picking('refunds.jsonl');
    person({});
    batches().choosing([answers]);
    await batches().commands.importResults(undefined);
    assert.equal(picks[0]?.title, 'Import Results');
    assert.deepEqual(kept().opened, [file.run.id]);
    batches().choosing(undefined);
    await batches().commands.importResults({ runId: file.run.id });
    assert.deepEqual(kept().opened, [file.run.id]);
  });
});
