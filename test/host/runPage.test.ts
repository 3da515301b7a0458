import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { batchIdOf, customIdOf } from '../../src/core/promptSets/batch/customId.ts';
import { importBatch } from '../../src/core/promptSets/batch/importBatch.ts';
import { Checker } from '../../src/core/promptSets/checker.ts';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import type { RunToHost } from '../../src/protocol/run.ts';
import { copyRequest } from '../../src/ui/promptSets/page/openedRow.ts';
import { canaryKey } from '../e2e/canary.ts';
import { holdRequests, onChat } from '../service/faults/hold.ts';
import { turnsIn } from '../unit/core/fixtures.ts';
import { output, result } from '../unit/core/promptSets/batch/outputs.ts';
import { useChats } from './support/chats.ts';
import { shownComputation } from './support/computation.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { asking, useRunPages } from './support/runPages.ts';
import { nextEvent, until } from './support/waiting.ts';
import { connect, load, otherUrl, useWorld } from './support/world.ts';

const lora = 'support-tone-v7';
const words = 'amber birch cedar delta ember fjord grape hazel ivory jade kelp lilac'.split(' ');
const all: RunToHost = { type: 'list', show: 'all', find: '' };

describe('A run’s page', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pages = useRunPages(world, chats);
  const person = usePerson();

  beforeEach(() => load(world()));

  /** The base answers nonsense, the LoRA what is asked for, but for the first prompt. */
  function betterLora(): void {
    world().service.fail({ on: onChat, kind: 'answer', text: 'No idea.', model: 'llama-3-8b' });
    world().service.fail({ on: onChat, kind: 'answer', text: 'amber', model: lora });
  }

  async function ran(prompts = words.map(() => asking('amber'))): Promise<RunFile> {
    const file = await pages().create(prompts);
    assert.equal(await pages().runs.ask(file), 'complete');
    return file;
  }

  it('has a title with its models, and with its service where there are several', async () => {
    const [staging] = await connect(
      world(),
      { id: 'staging', name: 'Staging', url: world().service.url },
      { id: 'production', name: 'Production', url: otherUrl(world().service) },
    );
    const models = [
      { connectionId: staging.id, name: 'llama-3-8b' },
      { connectionId: staging.id, name: lora },
    ];
    const file = await pages().create([asking('amber')], { models });
    const page = await pages().show(file.run.id);
    const { panel } = page.recorded;
    assert.match(panel.title, /^support-tone-v7 · refunds\.jsonl · \w+ \d+, .+ · Staging$/u);
    await connect(world(), { id: 'staging', name: 'Only', url: world().service.url });
    assert.match(panel.title, /^support-tone-v7 · refunds\.jsonl · \w+ \d+, [^·]+$/u);
  });

  it('says what a run found: first the verdict, then the figures of each model', async () => {
    betterLora();
    const page = await pages().show((await ran()).run.id);
    const state = await page.computed();
    assert.deepEqual(
      [state.title, state.models.map(({ name }) => name), state.prompts, state.missing],
      ['refunds.jsonl', ['llama-3-8b', lora], 12, 0],
    );
    const { connection } = world();
    assert.match(state.facts, / · 12 prompts × 2 models · temperature 0, max tokens 1,024$/);
    assert.ok(state.facts.includes(` · ${connection.name} · `), state.facts);
    const [verdict] = state.verdicts;
    assert.match(
      verdict?.text ?? '',
      /^support-tone-v7 passes 100 points more than llama-3-8b \(95% interval: /,
    );
    assert.deepEqual(
      [verdict?.kind, verdict?.test],
      ['better', 'Exact McNemar test: p < 0.001. 0 of 12 pass or fail with both.'],
    );
    assert.deepEqual(
      state.summary.map(({ cells }) => cells[0]?.text),
      ['0% (0 to 24)', '100% (76 to 100)'],
    );
    assert.deepEqual([state.notices, state.progress, state.alert], [[], undefined, undefined]);
    assert.deepEqual([state.canRate, state.canRunBaseAgain], [true, true]);
  });

  it('lists prompts, gives the rows that are asked for, and opens one', async () => {
    betterLora();
    const page = await pages().show(
      (await ran([asking('amber'), asking('birch', { id: 'second' }), asking('amber')])).run.id,
    );
    await page.computed();
    const { version, count } = await page.answer({ type: 'list', show: 'better', find: '' }, 'list');
    assert.equal(count, 2);
    const { rows, from } = await page.rows({ version, from: 1, to: 9 });
    assert.equal(from, 1);
    assert.deepEqual(rows, [
      {
        ...{ prompt: 2, label: '3', question: 'What is in quotes? "amber"' },
        marks: [
          { is: 'failed', answer: 'No idea.', text: 'equals “amber”' },
          { is: 'passed', answer: 'amber', text: 'equals “amber”' },
        ],
      },
    ]);
    const found = await page.answer({ type: 'list', show: 'all', find: 'BIRCH idea' }, 'list');
    assert.deepEqual([found.version, found.count], [version + 1, 1]);
    const detail = await page.detail(1);
    assert.deepEqual([detail.label, detail.expected, detail.answers.length], ['second', 'birch', 2]);
    assert.deepEqual(detail.answers[1]?.checks, [{ is: 'failed', text: 'equals “birch”' }]);
    assert.match(detail.answers[0]?.figures ?? '', / to first token.* · stop$/);
    const near = await page.rows({ version: found.version, from: 0, to: 1, near: 1 });
    assert.equal(near.rows[0]?.prompt, 1);
  });

  it('follows a run while it goes on, and says how many are missing once it is stopped', async () => {
    const { service } = world();
    const file = await pages().create(words.map((word) => asking(word)));
    const page = await pages().show(file.run.id);
    const before = await page.computed();
    assert.deepEqual(
      [before.missing, before.notices],
      [24, ['Nothing was asked yet. Choose Run Missing to start.']],
    );
    const list = await page.answer(all, 'list');
    const release = holdRequests(service, onChat, 6);
    page.say({ type: 'runMissing' });
    const running = await page.reaches('answers', ({ progress }) => (progress?.done ?? 0) > 0);
    assert.match(running.progress?.text ?? '', /^\d+ of 24/);
    assert.deepEqual([running.progress?.canStop, running.missing, running.canRunBaseAgain], [true, 0, false]);
    const told = await nextEvent(page.recorded.onDidPost, 'a row changes', ({ type }) => type === 'list');
    assert.deepEqual([told.type === 'list' && told.version, list.version], [1, 1]);
    const { rows } = await page.rows({ version: list.version, from: 0, to: 12 });
    assert.ok(rows.some(({ marks }) => marks[0]?.is !== 'missing'));
    page.say({ type: 'stop' });
    const stopped = await page.reaches('it has stopped', ({ progress }) => progress === undefined);
    assert.ok(stopped.missing > 0);
    assert.match(stopped.notices[0] ?? '', /^Stopped at \d+ of 24\. Choose Run Missing to go on\.$/);
    // What it found so far is not final, and the page and the view say so in the same words.
    assert.match(stopped.verdicts[0]?.text ?? '', /^Stopped at \d+ of 24: nothing can be said yet\./);
    assert.ok(stopped.verdicts.every(({ test, interval }) => !test && !interval));
    release();
    page.say({ type: 'runMissing' });
    const done = await page.reaches('it is complete', ({ missing, progress }) => missing === 0 && !progress);
    // Nothing is said of it that was computed before its end.
    assert.match(done.verdicts[0]?.text ?? '', /^No clear difference: .*: 0 better, 0 worse, 12 equal\.$/);
    assert.deepEqual(done.notices, []);
    const opened = await page.detail(0);
    assert.ok(opened.answers.every(({ alert }) => alert === undefined));
  });

  it('can be closed while the run goes on, and is there again afterwards', async () => {
    const { runs, panels, show } = pages();
    const file = await pages().create(words.map((word) => asking(word)));
    const page = await show(file.run.id);
    await page.computed();
    const end = nextEvent(runs.onDidEnd, 'the run has ended');
    page.say({ type: 'runMissing' });
    await page.reaches('it runs', ({ progress }) => progress !== undefined);
    page.recorded.panel.dispose();
    assert.equal((await end).end, 'complete');
    const kept = { runId: file.run.id, list: { show: 'all', find: '' }, top: 0 };
    const tab = vscode.window.createWebviewPanel('hostedModels.run', 'Run', vscode.ViewColumn.One);
    await panels.deserializeWebviewPanel(tab, kept);
    const restored = pages().page(1);
    restored.say({ type: 'ready' });
    assert.equal((await restored.computed()).progress, undefined);
    // A second tab of the same run is none.
    const second = vscode.window.createWebviewPanel('hostedModels.run', 'Run', vscode.ViewColumn.One);
    const isGone = nextEvent(second.onDidDispose, 'the second tab is closed');
    await panels.deserializeWebviewPanel(second, kept);
    await isGone;
  });

  it('can be closed while it is still being read, and opened again', async () => {
    const { runs, panels } = pages();
    const file = await ran([asking('amber')]);
    runs.close(file.run.id);
    const kept = { runId: file.run.id, list: { show: 'all', find: '' }, top: 0 };
    const tab = vscode.window.createWebviewPanel('hostedModels.run', 'Run', vscode.ViewColumn.One);
    const restored = panels.deserializeWebviewPanel(tab, kept);
    tab.dispose();
    await restored;
    assert.equal(runs.opened(file.run.id), undefined);
    const page = await pages().show(file.run.id);
    assert.equal((await page.computed()).prompts, 1);
  });

  it('is one for each run, and says of one why it can’t be opened', async () => {
    const file = await ran([asking('amber')]);
    await pages().show(file.run.id);
    await pages().panels.show(file.run.id);
    assert.throws(() => pages().page(1));
    assert.equal(pages().panels.activeId, file.run.id);
    const { messages } = person({});
    await pages().panels.show('6f1c1f0e-93a5-4c39-8f6a-0d4b2f6a7f10');
    const broken = await ran([asking('amber')]);
    pages().runs.close(broken.run.id);
    await writeFile(path.join(pages().runs.store.folder, broken.run.id, 'run.json'), '{');
    await pages().panels.show(broken.run.id);
    assert.deepEqual(messages, ['This run was deleted.', 'This run could not be read. See the log.']);
    const { panel } = pages().page(0).recorded;
    const isClosed = nextEvent(panel.onDidDispose, 'it is closed');
    assert.equal(await pages().runs.delete(file.run.id), true);
    await isClosed;
  });

  it('watches a run that another window asks for, and can’t stop it', async () => {
    const mine = pages();
    const other = mine.openWindow();
    const file = await mine.create(words.map((word) => asking(word)));
    const release = holdRequests(world().service, onChat, 6);
    void mine.runs.ask(file);
    const page = await mine.show(file.run.id, other);
    const watched = await page.reaches('it is watched', ({ progress }) => progress !== undefined);
    assert.deepEqual(watched.notices, ['Another window runs this. It is followed here.']);
    assert.deepEqual([watched.progress?.canStop, watched.missing], [false, 0]);
    await page.reaches('answers come', ({ progress }) => (progress?.done ?? 0) > 0);
    await mine.runs.stop(file.run.id);
    const left = await page.reaches('it is free', ({ missing }) => missing > 0);
    assert.match(left.notices[0] ?? '', /^Stopped at /);
    release();
    page.say({ type: 'runMissing' });
    await page.reaches('it is complete', ({ missing, notices }) => missing === 0 && notices.length === 0);
  });

  it('has the base against itself as one more column', async () => {
    const page = await pages().show((await ran()).run.id);
    await page.computed();
    const seen = person({ button: 'Send' });
    page.say({ type: 'runBaseAgain' });
    const state = await page.reaches(
      'it is judged',
      ({ verdicts, progress }) => verdicts.length === 2 && !progress,
    );
    assert.match(seen.details.join(), /^13 requests to \S+ \(1 to warm up\)$/u);
    assert.deepEqual(state.models.at(-1), { name: 'llama-3-8b', isBase: false, isNoiseFloor: true });
    assert.match(state.verdicts[1]?.text ?? '', /^llama-3-8b against itself: /);
    assert.match(state.facts, / 12 prompts × 2 models /);
    assert.equal(state.canRunBaseAgain, false);
    const { version } = await page.answer(all, 'list');
    const { rows } = await page.rows({ version, from: 0, to: 1 });
    assert.equal(rows[0]?.marks.length, 3);
  });

  it('says before anything is sent that a connection has no API key, until it has one', async () => {
    const { service, keys, catalogs } = world();
    const [keyless] = await connect(world(), { id: 'keyless', name: 'Keyless', url: otherUrl(service) });
    await catalogs.loader(keyless).refresh();
    const models = ['llama-3-8b', lora].map((name) => ({ connectionId: 'keyless', name }));
    const file = await pages().create([asking('amber')], { models });
    const page = await pages().show(file.run.id);
    const state = await page.computed();
    assert.ok(
      state.notices.includes(
        "There is no API key for Keyless, so support-tone-v7 can't be asked. Set the key in the Models view.",
      ),
    );
    assert.equal(state.missing, 0);
    await keys.setApiKey(keyless, canaryKey);
    await catalogs.keyChanged(keyless);
    await page.reaches('it can be asked', ({ missing }) => missing === 2);
    page.say({ type: 'runMissing' });
    await page.reaches('it is complete', ({ missing, progress }) => missing === 0 && !progress);
  });

  it('says that the disk is full, until the run goes on', async () => {
    const file = await pages().create([asking('amber'), asking('birch')]);
    const page = await pages().show(file.run.id);
    await page.computed();
    pages().disk.isFull = true;
    page.say({ type: 'runMissing' });
    const { alert, missing } = await page.reaches('an alert', (state) => state.alert !== undefined);
    assert.equal(
      alert,
      "The run stopped: its answers can't be written to this disk. Free up disk space, then choose Run Missing.",
    );
    assert.equal(missing, 4);
    pages().disk.isFull = false;
    page.say({ type: 'runMissing' });
    await page.reaches(
      'it is complete',
      (state) => state.missing === 0 && state.alert === undefined && !state.progress,
    );
  });

  it('says that results are gone, where they were', async () => {
    const file = await ran([asking('amber')]);
    const page = await pages().show(file.run.id);
    await page.computed();
    await vscode.workspace.fs.delete(vscode.Uri.file(path.join(world().folder, 'runs', file.run.id)), {
      recursive: true,
    });
    const { version } = await page.answer(all, 'list');
    page.say({ type: 'rows', version, from: 0, to: 1 });
    const { alert } = await page.reaches('an alert', ({ alert }) => alert !== undefined);
    assert.equal(alert, 'The results of this run are gone: another window or program deleted them.');
  });

  it('waits for the results of another engine, whose times nobody measured', async () => {
    const file = await pages().create([asking('amber'), asking('birch')]);
    const folder = 'file:///out';
    assert.ok(await file.claim());
    await file.add({
      is: 'exported',
      folder,
      files: [['a.jsonl'], ['b.jsonl']],
      wireNames: [],
      at: Date.now(),
    });
    const page = await pages().show(file.run.id);
    const before = await page.computed();
    assert.deepEqual([before.isWaiting, before.missing], [true, 4]);
    assert.deepEqual(before.notices, ['Waiting for results. Choose Import Results… once there are some.']);

    const customId = customIdOf(batchIdOf(file.run), { prompt: 0, model: 1, repetition: 0 });
    const checking = { checker: new Checker(), log: world().log, mayReplace: async () => true };
    const answers = output('b.jsonl.out', result(customId, 'amber', { model: 'gpt-5' }));
    await importBatch(file, [answers], checking, new AbortController().signal);
    await file.release();
    const after = await page.reaches(
      'the answer is counted',
      ({ summary }) => summary[1]?.cells[1]?.text !== '',
    );
    assert.deepEqual(
      after.summary.map(({ cells }) => cells[1]),
      [{ text: '' }, { text: 'not measured' }],
    );
    assert.deepEqual(after.notices, [
      'Waiting for results, 1 of 4. Choose Import Results… once there are more.',
    ]);
    const asked = person({});
    for (const type of ['runMissing', 'runBaseAgain'] as const) page.say({ type });
    await page.detail(0);
    assert.deepEqual(asked.messages, Array(2).fill('Send requests for “refunds.jsonl”?'));
    assert.equal(pages().runs.asking(file.run.id), undefined);
    const detail = await page.detail(0);
    assert.deepEqual(
      detail.answers.map(({ figures, alert }) => [figures, alert]),
      [
        ['', 'Not answered yet. Choose Run Missing to ask from here.'],
        ['answered by gpt-5 · time to first token not measured · 3 tokens · stop', undefined],
      ],
    );
  });

  it('reads what a newer version wrote, and adds nothing', async () => {
    const file = await ran([asking('amber')]);
    const results = path.join(world().folder, 'runs', file.run.id, 'results.jsonl');
    await writeFile(results, '{"v":2,"is":"rated"}\n', { flag: 'a' });
    const other = pages().openWindow();
    const page = await pages().show(file.run.id, other);
    const state = await page.computed();
    assert.match(state.notices[0] ?? '', /^A newer version of Hosted Models wrote to this run/);
    assert.deepEqual([state.missing, state.canRunBaseAgain], [0, false]);
  });
});

describe('An opened prompt of a run', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pages = useRunPages(world, chats);
  const picking = usePicking();
  beforeEach(() => load(world()));

  async function opened() {
    world().service.fail({ on: onChat, kind: 'answer', text: 'No *idea*.', model: 'llama-3-8b' });
    const file = await pages().create([asking('amber')]);
    await pages().runs.ask(file);
    const page = await pages().show(file.run.id);
    await page.computed();
    return { file, page };
  }

  it('opens as a chat with both answers', async () => {
    const { page, file } = await opened();
    page.say({ type: 'openAsChat', prompt: 0 });
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'the chat',
      () => chats().panels.conversations.length === 1,
    );
    const [chat] = chats().panels.conversations;
    assert.deepEqual(
      chat?.columns.map(({ name }) => name),
      ['llama-3-8b', lora],
    );
    const texts = [...turnsIn(chat).values()].map(({ text }) => text);
    assert.equal(texts[0], 'What is in quotes? "amber"');
    assert.equal(texts[1], 'No *idea*.');
    assert.equal(texts[2], (await file.result({ prompt: 0, model: 1, repetition: 0 }))?.text);
  });

  it('opens in VS Code’s diff editor', async () => {
    const { page } = await opened();
    const isDiff = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    page.say({ type: 'openDiff', prompt: 0, model: 1, repetition: 0 });
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'the diff',
      () => isDiff() instanceof vscode.TabInputTextDiff,
    );
    const input = isDiff();
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(pages().documents.provideTextDocumentContent(input.original), 'No *idea*.');
  });

  it('gives its request as code, in the language that is chosen', async () => {
    const { file } = await opened();
    picking('Python (openai)');
    await copyRequest(file, { prompt: 0, model: 1 }, { ...world() });
    const code = await vscode.env.clipboard.readText();
    for (const part of [lora, 'What is in quotes?', 'max_tokens', 'HOSTED_MODELS_API_KEY'])
      assert.ok(code.includes(part), code);
  });

  it('stands under a verdict whose formulas open as a preview', async () => {
    const { file, page } = await opened();
    page.say({ type: 'howComputed' });
    assert.match(await shownComputation(file.run.id), /Newcombe/);
  });
});
