import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { baseAgainJob } from '../../src/core/promptSets/ask/askJob.ts';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import { deleteAllLocalData } from '../../src/ui/localData.ts';
import { ListedRuns } from '../../src/ui/promptSets/view/listedRuns.ts';
import { RunsView } from '../../src/ui/promptSets/view/runsView.ts';
import { HandledView } from './support/handledView.ts';
import { openKeptRuns, runPath, useKeptRuns } from './support/keptRuns.ts';
import { Memory } from './support/memory.ts';
import { openFeatures } from './support/openFeatures.ts';
import { usePerson } from './support/person.ts';
import { useSaving } from './support/standIns.ts';
import { nextEvent, until } from './support/waiting.ts';
import { openWindow, useWorld } from './support/world.ts';

describe('The Runs view', () => {
  const world = useWorld();
  const kept = useKeptRuns(world);
  const person = usePerson();
  const other: { dispose(): void }[] = [];
  afterEach(() => {
    for (const one of other.splice(0)) one.dispose();
  });

  /** Another window on the same runs. */
  function otherWindow() {
    const window = openKeptRuns(world(), other);
    other.push(window.list, window.view, window.runs);
    return window;
  }

  const shown = async () =>
    (await kept().list.rows()).map(({ item }) => {
      const { label, description, iconPath, contextValue } = item;
      // The time is another each day.
      const words = String(description).split(' · ').slice(1).join(' · ');
      return [label, words, iconPath instanceof vscode.ThemeIcon && iconPath.id, contextValue];
    });
  const tooltips = async () => (await kept().list.rows()).map(({ item }) => String(item.tooltip).split('\n'));

  it('says what came of each run, the newest first', async () => {
    const { complete } = kept();
    const right = (isRight: boolean, prompt: number) => (isRight ? `Answer ${prompt}` : 'No idea');
    kept().answer = (model, prompt) => right(model === 'support-tone-v7' || prompt < 10, prompt);
    await complete(20, { set: { name: 'better.jsonl' } });
    kept().answer = (model, prompt) => right(model !== 'support-tone-v7' || prompt < 10, prompt);
    await complete(20, { set: { name: 'worse.jsonl' } });
    kept().answer = (model, prompt) => right(model !== 'support-tone-v7' || prompt > 0, prompt);
    await complete(20, { set: { name: 'close.jsonl' } });
    await complete(2, { set: { name: 'few.jsonl' } });
    const [one] = kept().runs.askedIds;
    assert.equal(one, undefined);
    // Its row says the same once the base was asked again.
    const better = (await kept().runs.store.list()).find(({ set }) => set.name === 'better.jsonl');
    const file = (await kept().runs.open(better?.id ?? '')) ?? assert.fail('It is gone.');
    assert.equal(await kept().runs.ask(file, baseAgainJob), 'complete');
    kept().runs.close(file.run.id);
    assert.deepEqual((await shown()).toSorted(), [
      ['support-tone-v7', 'better · Better', 'arrow-up', 'run'],
      ['support-tone-v7', 'close · No clear difference', 'question', 'run'],
      ['support-tone-v7', 'few · No verdict', 'circle-slash', 'run'],
      ['support-tone-v7', 'worse · Worse', 'arrow-down', 'run'],
    ]);
    const times = (await kept().runs.store.list()).map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().toReversed());
  });

  it('is not drawn again when it comes in sight, but when there is another run', async () => {
    const { runs, complete } = kept();
    await complete(2);
    const didShow = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
    const didDraw = new vscode.EventEmitter<void>();
    let drawn = 0;
    const refresh = (rows?: unknown) => {
      // Single rows are drawn whenever a run goes on.
      if (rows) return;
      drawn += 1;
      didDraw.fire();
    };
    const tree = { visible: true, onDidChangeVisibility: didShow.event };
    const didList = new vscode.EventEmitter<void>();
    const view = { tree, refresh, look: async () => undefined, setShown: async () => didList.fire() };
    const { connections, log } = world();
    const list = new ListedRuns({ runs, connections, log }, view);
    other.push(list);
    didShow.fire({ visible: true });
    // VS Code asks for the rows of a view that comes in sight.
    await list.rows();
    await list.rows();
    assert.equal(drawn, 0);
    const more = until(didDraw.event, 'it is drawn', () => drawn > 0);
    await complete(2);
    await more;
    // VS Code has not asked for the rows yet.
    await complete(2);
    await nextEvent(didList.event, 'the runs are listed');
    await setImmediate();
    assert.equal(drawn, 1);
    await list.rows();
    const again = until(didDraw.event, 'it is drawn', () => drawn > 1);
    await complete(2);
    await again;
  });

  it('says how far a run is that is asked for, here or in another window', async () => {
    const gate = Promise.withResolvers<string>();
    kept().answer = (model, prompt) =>
      model === 'llama-3-8b' && prompt === 5 ? gate.promise : `Answer ${prompt}`;
    const { runs, create } = kept();
    const file = await create(10);
    const ended = runs.ask(file);
    await until(
      file.onDidChange,
      '19 answers are there',
      () => file.index.counts(0).complete + file.index.counts(1).complete === 19,
    );
    assert.deepEqual(await shown(), [['support-tone-v7', 'refunds · 19 of 20', 'sync~spin', 'run.asked']]);
    const watching = otherWindow();
    const [row] = await watching.list.rows();
    assert.match(String(row?.item.description), / · refunds · 19 of 20 in another window$/u);
    assert.deepEqual(row?.item.iconPath, new vscode.ThemeIcon('sync'));

    const stopped = runs.stop(file.run.id);
    gate.reject(new Error('The request was aborted.'));
    await Promise.all([stopped, ended]);
    kept().answer = (_model, prompt) => `Answer ${prompt}`;
    assert.deepEqual(await shown(), [
      [
        'support-tone-v7',
        'refunds · Stopped at 19 of 20: nothing can be said yet',
        'stop-circle',
        'run.missing',
      ],
    ]);
    const [own] = await kept().list.rows();
    await kept().commands.runMissing(own);
    await nextEvent(runs.onDidEnd, 'what was missing is there');
    assert.match(String((await shown())[0]), /refunds · No verdict/u);
    runs.close(file.run.id);
  });

  it('says how far a run is once its index has what is on the disk, of which the size tells sooner', async () => {
    const { runs, create } = kept();
    const file = await create(10);
    const { store } = runs;
    const { resultsSize } = store;
    const size = (await store.resultsSize(file.run.id)) + 1_000_000;
    store.resultsSize = async () => size;
    try {
      assert.match(String((await shown())[0]), /Not started/u);
      await runs.ask(file);
      assert.match(String((await shown())[0]), /refunds · (?!Not started)/u);
    } finally {
      store.resultsSize = resultsSize;
      runs.close(file.run.id);
    }
  });

  it('says where a run was interrupted, that one failed, and that one can’t be read or is newer', async () => {
    const { create, complete, runs } = kept();
    const interrupted = await create(2, { set: { name: 'interrupted.jsonl' } });
    await interrupted.add({ is: 'begun', at: 1, underWay: [] });
    const notStarted = await create(2, { set: { name: 'new.jsonl' } });
    for (const { run } of [interrupted, notStarted]) runs.close(run.id);
    await Promise.all([interrupted.release(), notStarted.release()]);
    kept().answer = () => Promise.reject(new TypeError('Not even sent.'));
    await complete(2, { set: { name: 'failed.jsonl' } });
    kept().answer = (_model, prompt) => `Answer ${prompt}`;
    const unreadable = await complete(2, { set: { name: 'unreadable.jsonl' } });
    const results = runPath(kept(), unreadable, 'results.jsonl');
    await rm(results);
    await mkdir(results);
    const newer = path.join(runs.store.folder, crypto.randomUUID());
    await mkdir(newer);
    await writeFile(
      path.join(newer, 'run.json'),
      JSON.stringify({ v: 2, createdAt: 5, set: { name: 'newer.jsonl' } }),
    );

    assert.deepEqual((await shown()).toSorted(), [
      ['newer.jsonl', '', 'lock', 'run.closed'],
      ['support-tone-v7', 'failed · Failed', 'error', 'run.missing'],
      ['support-tone-v7', 'inter…pted · Interrupted at 0 of 4', 'warning', 'run.missing'],
      ['support-tone-v7', 'new · Not started', 'circle-outline', 'run.missing'],
      ['unreadable.jsonl', '', 'error', 'run.closed'],
    ]);
    const lines = (await tooltips()).flat();
    assert.ok(
      lines.includes('A newer version of Hosted Models made this run. Update the extension to open it.'),
    );
    assert.ok(lines.includes('This run could not be read. See the log.'));
  });

  it('names the models with their connections, and what is missing', async () => {
    const { connection } = world();
    const models = [
      { connectionId: connection.id, name: 'llama-3-8b' },
      { connectionId: connection.id, name: 'support-tone-v7' },
      { connectionId: 'gone', name: 'support‮-tone-v8' },
      { connectionId: connection.id, name: 'llama-3-8b', isNoiseFloor: true },
    ];
    kept().answer = (model, prompt) =>
      model === 'support-tone-v7' && prompt < 8 ? 'No idea' : `Answer ${prompt}`;
    await kept().complete(12, { models, repetitions: 2 });
    const [[label, ...look] = []] = await shown();
    assert.match(String(label), /^support.*….*tone-v8$/u);
    assert.deepEqual(look, ['refunds · 1 worse', 'arrow-down', 'run']);
    const [row] = await kept().list.rows();
    assert.match(
      row?.item.accessibilityInformation?.label ?? '',
      /^support-tone-v7, support-tone-v8 vs llama-3-8b, .+, refunds\.jsonl, 1 worse$/u,
    );
    const [lines = []] = await tooltips();
    assert.deepEqual(lines.slice(0, 2), ['refunds.jsonl', '1 worse']);
    assert.match(lines[2] ?? '', /^llama-3-8b · .+ · base$/u);
    assert.match(lines[3] ?? '', /^support-tone-v7 · .+ · Worse$/u);
    assert.match(lines[4] ?? '', /^support-tone-v8 · .+ · No verdict$/u);
    assert.match(lines[5] ?? '', /^llama-3-8b · .+ · the base once more$/u);
    assert.equal(lines[6], '12 prompts · 2 repetitions');
  });

  it('is hidden until there is a run, and once the last one is deleted', async () => {
    const { memory } = world();
    const { runs, create } = kept();
    await kept().list.rows();
    assert.equal(memory.get('hasRuns', false), false);
    const file = await create(1);
    await kept().list.rows();
    assert.equal(memory.get('hasRuns', false), true);
    runs.close(file.run.id);
    await file.release();
    await runs.delete(file.run.id);
    await kept().list.rows();
    assert.equal(memory.get('hasRuns', false), false);
  });

  it('is shown as long as runs are on disk, also in a window with a new memory', async () => {
    const memory = new Memory();
    const window = openWindow({ ...world(), memory });
    other.push(window.catalogs, window.connections);
    const { shown } = openFeatures(window, other);
    const isShown = () => memory.get<boolean>('hasRuns') === true;
    assert.equal(isShown(), false);
    // Of another window.
    await mkdir(path.join(window.stored('runs'), crypto.randomUUID()), { recursive: true });
    shown.show(true);
    await until(memory.onDidUpdate, 'the window has found a run', isShown);
    const next = new Memory();
    openFeatures(openWindow({ ...world(), memory: next }), other);
    await until(
      next.onDidUpdate,
      'the window has found a run as it began',
      () => next.get<boolean>('hasRuns') === true,
    );
  });

  it('shows what was found by the look that began last, whichever ends first', async () => {
    const { memory } = world();
    const looks: PromiseWithResolvers<boolean>[] = [];
    const shown = new HandledView(false);
    const hasRuns = () => {
      const look = Promise.withResolvers<boolean>();
      looks.push(look);
      return look.promise;
    };
    const view = shown.holding(() => new RunsView(memory, { hasRuns, rows: async () => [] }));
    other.push(view);
    const looked = [view.look(), view.look()];
    looks[1]?.resolve(true);
    await looked[1];
    looks[0]?.resolve(false);
    await looked[0];
    assert.equal(memory.get('hasRuns', false), true);
    const last = view.look();
    await view.setShown(false);
    looks[2]?.resolve(true);
    await last;
    assert.equal(memory.get('hasRuns', false), false);
  });

  it('keeps the row of a run, whatever it says, so that VS Code knows it', async () => {
    const { create, list, runs } = kept();
    const file = await create(2);
    const [before] = await list.rows();
    const first = before?.item.description;
    await runs.ask(file);
    const [after] = await list.rows();
    assert.equal(before, after);
    assert.notEqual(first, after?.item.description);
    runs.close(file.run.id);
  });

  it('opens a run, and nothing for what is no row', async () => {
    const file = await kept().complete(1);
    await kept().commands.openRun({ runId: file.run.id });
    for (const argument of [undefined, {}, { runId: '../..' }]) await kept().commands.openRun(argument);
    assert.deepEqual(kept().opened, [file.run.id]);
  });

  it('opens the row that a click has selected, also while all rows are drawn anew, when VS Code knows none', async () => {
    const { list, complete } = kept();
    await complete(1);
    const shown = new HandledView();
    const view = shown.holding(
      () => new RunsView(world().memory, { hasRuns: async () => true, rows: () => list.rows() }),
    );
    other.push(view);
    assert.equal(await view.selectedRow(), undefined);
    view.refresh();
    shown.visible = false;
    assert.equal(await view.selectedRow(), undefined);
    shown.visible = true;
    const selected = view.selectedRow();
    // VS Code asks.
    const [row] = await view.getChildren();
    assert.ok(row);
    Object.assign(shown, { selection: [row] });
    assert.equal(await selected, row);
    assert.equal(await view.selectedRow(), row);
  });

  describe('Delete', () => {
    it('asks first, since answers are lost for good, and then deletes the run with all its files', async () => {
      const [one, two] = [await kept().complete(2), await kept().complete(1)];
      const rows = await kept().list.rows();
      const seen = person({});
      await kept().commands.deleteRun({ runId: one.run.id }, undefined);
      assert.deepEqual(seen.messages, ['Delete the run of “refunds.jsonl”?']);
      const { name } = world().connection;
      const lines = seen.details.join().split('\n');
      assert.match(lines[0] ?? '', /^support-tone-v7 vs llama-3-8b · \w+ \d+, \d+:\d+/u);
      assert.ok(lines[0]?.endsWith(` · ${name}`), lines[0]);
      assert.equal(lines.at(-1), "Its 4 answers can't be brought back.");
      // VS Code adds Cancel.
      assert.deepEqual(seen.buttons, [['Keep Run', 'Delete Run']]);
      assert.equal((await kept().runs.store.list()).length, 2);

      const again = person({ button: 'Delete Runs' });
      await kept().commands.deleteRun(rows[0], rows);
      assert.deepEqual(again.messages, ['Delete 2 runs?']);
      assert.match(
        again.details.join(),
        /^support-tone-v7 vs .+\nsupport-tone-v7 vs .+\n\nTheir 6 answers can't be brought back\.$/u,
      );
      assert.deepEqual(await kept().runs.store.list(), []);
      await assert.rejects(readFile(runPath(kept(), two, 'results.jsonl')), { code: 'ENOENT' });
    });

    it('asks nothing for a run without answers', async () => {
      const file = await kept().create(1);
      kept().runs.close(file.run.id);
      await file.release();
      const seen = person({});
      await kept().commands.deleteRun({ runId: file.run.id }, undefined);
      assert.deepEqual(seen.messages, []);
      assert.deepEqual(await kept().runs.store.list(), []);
    });

    it('stops a run that is asked for, once the person agrees', async () => {
      const gate = Promise.withResolvers<string>();
      kept().answer = () => gate.promise;
      const { runs, create } = kept();
      const file = await create(1);
      const ended = runs.ask(file);
      const seen = person({ button: 'Delete Run' });
      const deleted = kept().commands.deleteRun({ runId: file.run.id }, undefined);
      gate.resolve('Answer 0');
      await deleted;
      assert.match(seen.details.join(), /\n\nRequests are being sent; they are stopped first\./u);
      assert.equal(await ended, 'stopped');
      assert.deepEqual(await runs.store.list(), []);
    });

    it('by another window is told once something is chosen for the run, even if it is still open here', async () => {
      const { run } = await kept().complete(1);
      const open = await kept().complete(1);
      await kept().runs.open(open.run.id);
      const other = otherWindow();
      for (const { id } of [run, open.run]) assert.equal(await other.runs.delete(id), true);
      const seen = person({});
      for (const { id } of [run, open.run]) await kept().commands.runMissing({ runId: id });
      assert.deepEqual(seen.messages, ['This run was deleted.', 'This run was deleted.']);
    });

    it('leaves a run alone that another window asks for, which loses nothing', async () => {
      const gate = Promise.withResolvers<string>();
      const asking = otherWindow();
      asking.answer = (_model, prompt) => (prompt === 1 ? gate.promise : `Answer ${prompt}`);
      const file = await asking.create(2);
      const ended = asking.runs.ask(file);
      const seen = person({ button: 'Delete Run' });
      await kept().commands.deleteRun({ runId: file.run.id }, undefined);
      assert.deepEqual(seen.messages, [
        'The run of “refunds.jsonl” is open in another window. Stop it there, then delete it.',
      ]);
      await kept().commands.runMissing({ runId: file.run.id });
      gate.resolve('Answer 1');
      assert.equal(await ended, 'complete');
      const again = await kept().runs.store.open(file.run.id);
      assert.deepEqual([again?.index.counts(0).complete, again?.index.counts(1).complete], [2, 2]);
      assert.equal(again?.index.facts({ prompt: 1, model: 1, repetition: 0 }).attempt, 1);
    });
  });

  it('loses all runs with all local data, once their requests are stopped', async () => {
    const { folder, keys } = world();
    const gate = Promise.withResolvers<string>();
    kept().answer = (_model, prompt) => (prompt === 1 ? gate.promise : `Answer ${prompt}`);
    const { runs, create, complete } = kept();
    await complete(1);
    const file = await create(2);
    const ended = runs.ask(file);
    person({ button: 'Delete All Local Data' });
    const deleted = deleteAllLocalData(vscode.Uri.file(folder), keys, {
      release: () => runs.closeAll(),
      forget: () => undefined,
      showNone: () => kept().view.setShown(false),
    });
    gate.reject(new Error('The request was aborted.'));
    await deleted;
    assert.equal(await ended, 'stopped');
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(await kept().list.rows(), []);
  });

  describe('Check Again', () => {
    const write = async (...expected: string[]) => {
      const uri = vscode.Uri.file(path.join(world().folder, 'refunds.jsonl'));
      const lines = expected.map((one, at) => JSON.stringify({ prompt: `Question ${at}?`, expected: one }));
      await writeFile(uri.fsPath, lines.join('\n'));
      return { name: 'refunds.jsonl', uri: uri.toString() };
    };
    const passed = async ({ run }: RunFile) => {
      const file = await kept().runs.store.open(run.id);
      return [0, 1].map((prompt) => file?.index.facts({ prompt, model: 1, repetition: 0 }).check);
    };

    it('checks the answers by what the set’s checks are now, and asks no model', async () => {
      const file = await kept().complete(2, { set: await write('Answer 0', 'Answer 1') });
      assert.deepEqual(await passed(file), ['passed', 'passed']);
      kept().answer = () => assert.fail('A model was asked.');
      await write('Answer 0', 'Answer 7', 'Answer 2');
      const seen = person({});
      await kept().commands.checkRunAgain({ runId: file.run.id });
      assert.deepEqual(seen.messages, [
        'The answers to 1 prompt were checked by its new checks. 1 prompt of the set was not asked in this run.',
      ]);
      assert.deepEqual(await passed(file), ['passed', 'failed']);
      const again = person({});
      await kept().commands.checkRunAgain({ runId: file.run.id });
      assert.match(again.messages.join(), /^The checks are the same as before\./u);
      assert.equal(await kept().runs.store.isTaken(file.run.id), false);
    });

    it('says why it can’t: the set is gone, requests are being sent, or another window has the run', async () => {
      const gone = await kept().complete(1);
      const other = otherWindow();
      const elsewhere = await other.create(1, { set: await write('Answer 0') });
      const seen = person({});
      for (const { run } of [gone, elsewhere]) await kept().commands.checkRunAgain({ runId: run.id });
      const gate = Promise.withResolvers<string>();
      kept().answer = () => gate.promise;
      const asked = await kept().create(1, { set: await write('Answer 0') });
      const ended = kept().runs.ask(asked);
      await kept().commands.checkRunAgain({ runId: asked.run.id });
      gate.resolve('Answer 0');
      await ended;
      assert.deepEqual(seen.messages, [
        'The answers were not checked again. refunds.jsonl was moved or deleted.',
        'The answers were not checked again. This run is open in another window. Choose Check Again there.',
        'The answers were not checked again. Requests are being sent. Stop the run, or wait for its end.',
      ]);
    });
  });

  describe('Show Prompt Set', () => {
    const saving = useSaving();

    it('opens the file of the set', async () => {
      const uri = vscode.Uri.file(path.join(world().folder, 'refunds.jsonl'));
      await writeFile(uri.fsPath, '{"prompt": "Why?"}\n');
      const file = await kept().complete(1, { set: { name: 'refunds.jsonl', uri: uri.toString() } });
      await kept().commands.showRunSet({ runId: file.run.id });
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
      await kept().commands.runAgain({ runId: file.run.id });
      assert.deepEqual(kept().opened, [uri.toString()]);
    });

    it('says that the file is gone, and saves the prompts that the run has kept', async () => {
      const uri = vscode.Uri.file(path.join(world().folder, 'gone.jsonl'));
      const target = path.join(world().folder, 'saved.jsonl');
      saving(vscode.Uri.file(target));
      const file = await kept().complete(2, { set: { name: 'gone.jsonl', uri: uri.toString() } });
      const seen = person({ button: 'Save Prompts…' });
      await kept().commands.showRunSet({ runId: file.run.id });
      assert.deepEqual(seen.messages, [
        'gone.jsonl was moved or deleted. The run has kept its prompts, which can be saved as a set.',
        `The prompts were saved to ${target}.`,
      ]);
      const [first = ''] = (await readFile(target, 'utf8')).split('\n');
      assert.deepEqual(JSON.parse(first), {
        id: '1',
        messages: [{ role: 'user', content: 'Question 0?' }],
        expected: 'Answer 0',
      });
      seen.messages.length = 0;
      await kept().commands.runAgain({ runId: file.run.id });
      assert.match(seen.messages[0] ?? '', /^gone\.jsonl was moved or deleted\./u);
    });
  });
});
