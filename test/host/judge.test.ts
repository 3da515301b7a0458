import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import type { RunState } from '../../src/protocol/run.ts';
import { RunJudges } from '../../src/ui/promptSets/judge/runJudges.ts';
import { reportOf } from '../../src/ui/promptSets/transfer/exportRun.ts';
import { useChats } from './support/chats.ts';
import { shownComputation } from './support/computation.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { asking, useRunPages } from './support/runPages.ts';
import { until } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const onChat = 'POST /api/v1/chat/completions';
const [base, lora, judge] = ['llama-3-8b', 'support-tone-v7', 'sql-assistant'];

describe('Judge With Model…', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pages = useRunPages(world, chats);
  const person = usePerson();
  const picking = usePicking();
  let judges: RunJudges;
  let opened: string[];

  beforeEach(async () => {
    await load(world());
    opened = [];
    judges = new RunJudges({
      ...world(),
      runs: pages().runs,
      openRun: (id) => opened.push(id),
    });
  });
  afterEach(() => judges.dispose());

  async function ran(count: number, models = [base, lora]): Promise<RunFile> {
    for (const name of models)
      world().service.fail({ on: onChat, kind: 'answer', text: `I am ${name}.`, model: name });
    const connectionId = world().connection.id;
    const prompts = Array.from({ length: count }, (_, at) => asking(`word${at}`));
    const plan = { models: models.map((name) => ({ connectionId, name })) };
    const file = await pages().create(prompts, plan);
    assert.equal(await pages().runs.ask(file), 'complete');
    world().service.clearRequests();
    return file;
  }
  const says = (text: string) => world().service.fail({ on: onChat, kind: 'answer', text, model: judge });
  const ended = ({ run }: RunFile) =>
    until(pages().runs.onDidChange, 'the judge has answered', () => !pages().runs.asking(run.id));
  const editor = () => vscode.window.activeTextEditor?.document;
  const bodies = () => world().service.requests.map(({ body }) => JSON.parse(body || '{}'));

  it('says how many requests go to whom, asks, and its verdict stands beside the other', async () => {
    const file = await ran(12);
    says('Reasons.\nTIE');
    const page = await pages().show(file.run.id);
    assert.equal((await page.computed()).canJudge, true);
    const seen = picking(judge, 'Judge');
    await judges.judge(file, undefined);
    assert.equal(seen[1]?.title, `Judge With ${judge}`);
    assert.deepEqual(opened, [file.run.id]);
    await ended(file);
    const asked = bodies();
    assert.equal(asked.length, 24);
    assert.deepEqual([...new Set(asked.map(({ model }) => model))], [judge]);
    const isFinal = ({ verdicts }: RunState) => verdicts.length === 2 && verdicts[1]?.kind !== 'notFinal';
    const state = await page.reaches('both verdicts, of all answers', isFinal);
    assert.deepEqual(
      [state.verdicts[1]?.kind, state.verdicts[1]?.text],
      ['unclear', `Judged by ${judge}: no clear preference. ${lora} and ${base} are tied on all 12 prompts.`],
    );
    assert.match(String(state.verdicts[1]?.test), /Rate all 12 to know whether to trust it/u);
    const progress = page.all('state').flatMap(({ state }) => state.progress?.text ?? []);
    assert.match(progress.find((text) => text.startsWith('Judge')) ?? '', /^Judge: \d+ of 24/u);
    page.say({ type: 'howComputed' });
    const title = `## ${lora} beside ${base}, judged by ${judge}`;
    assert.ok((await shownComputation(file.run.id)).replaceAll('\\', '').includes(title));
    assert.match(await reportOf(file, { ...world(), ...pages() }), /^## Judge\n\n\*\*Judged by/mu);
  });

  it('takes a template that was edited in a document, and keeps it with the run', async () => {
    const file = await ran(1);
    says('B');
    picking(judge, 'Template');
    await judges.judge(file, undefined);
    const document = editor();
    assert.ok(document?.isUntitled);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const { title, arguments: given = [] } = lenses[0]?.command ?? {};
    assert.equal(title, 'Use This Template');
    const change = async (text: string) => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
      await vscode.workspace.applyEdit(edit);
    };

    await change('Which? {{question}} {{first}} {{second}}');
    const seen = person({});
    await judges.judge(file, given[0]);
    assert.deepEqual(seen.messages, [
      'The template lacks {{mark}}. Add it, then choose Use This Template again.',
    ]);
    await change('Which is kinder? {{mark}} {{question}} {{first}} {{second}}');
    const picks = picking('Judge');
    await judges.judge(file, given[0]);
    assert.equal(picks[0]?.descriptions?.[picks[0].labels.indexOf('Template')], 'your own');
    await ended(file);
    assert.match(
      String(bodies()[0]?.messages[0].content),
      /^Which is kinder\? [0-9a-f]{16} What is in quotes/u,
    );
    const again = await pages().runs.store.open(file.run.id);
    assert.match(again?.index.judgments.of(1)?.template ?? '', /^Which is kinder\?/u);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('can be stopped on the page, and goes on', async () => {
    const file = await ran(30);
    const page = await pages().show(file.run.id);
    await page.computed();
    world().service.fail({ on: onChat, kind: 'hang', model: judge });
    picking(judge, 'Judge');
    await judges.judge(file, undefined);
    const state = await page.reaches('it can be stopped', ({ progress }) => progress?.canStop === true);
    assert.deepEqual([state.progress?.of, state.canJudge, state.missing], [60, false, 0]);
    page.say({ type: 'stop' });
    await page.reaches('it has stopped', ({ progress }) => progress === undefined);
    const before = file.index.judgments.of(1)?.seed;
    world().service.clearFaults();
    says('TIE');
    picking(judge, 'Judge');
    await judges.judge(file, undefined);
    await ended(file);
    assert.equal(file.index.judgments.of(1)?.seed, before);
    assert.equal(file.index.judgments.answers(1), 60);
  });

  it('sends nothing if there is nothing to judge, or the person cancels', async () => {
    const alone = await ran(1, [base]);
    const seen = person({});
    await judges.judge(alone, undefined);
    picking();
    const file = await ran(1);
    await judges.judge(file, undefined);
    picking(judge);
    await judges.judge(file, undefined);
    assert.deepEqual(seen.messages, ['A judge compares two models; this run has one.']);
    assert.deepEqual([world().service.requests.length, opened], [0, []]);
  });

  it('is a command of the page, as are the others that it offers', async () => {
    const file = await ran(1);
    const page = await pages().show(file.run.id);
    await page.computed();
    const all = await vscode.commands.getCommands(true);
    const { executeCommand } = vscode.commands;
    const called: string[] = [];
    Object.assign(vscode.commands, {
      executeCommand: async (name: string, { runId }: { runId: string }) => called.push(`${name} ${runId}`),
    });
    for (const type of ['judgeRun', 'compareRuns', 'exportRun'] as const) page.say({ type });
    Object.assign(vscode.commands, { executeCommand });
    const { id } = file.run;
    assert.deepEqual(called, [
      `hostedModels.judgeRun ${id}`,
      `hostedModels.compareRuns ${id}`,
      `hostedModels.exportRun ${id}`,
    ]);
    for (const one of called) assert.ok(all.includes(one.split(' ')[0] ?? ''), one);
  });
});
