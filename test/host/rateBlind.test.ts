import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import type { RatingState, RunToHost } from '../../src/protocol/run.ts';
import { useChats } from './support/chats.ts';
import { shownComputation } from './support/computation.ts';
import { usePicking } from './support/picking.ts';
import { asking, type ShownRun, useRunPages } from './support/runPages.ts';
import { useStandIns } from './support/standIns.ts';
import { until, within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const onChat = 'POST /api/v1/chat/completions';
const lora = 'support-tone-v7';

describe('Rate Blind', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pages = useRunPages(world, chats);
  const replace = useStandIns(vscode.window);
  const picking = usePicking();

  beforeEach(() => load(world()));

  async function ran(count: number, models = [lora]): Promise<RunFile> {
    for (const name of ['llama-3-8b', ...models])
      world().service.fail({
        on: onChat,
        kind: 'answer',
        text: name === lora ? 'Dear you.' : name,
        model: name,
      });
    const connectionId = world().connection.id;
    const plan = { models: ['llama-3-8b', ...models].map((name) => ({ connectionId, name })) };
    const prompts = Array.from({ length: count }, (_, at) => asking(`word${at}`));
    const file = await pages().create(prompts, plan);
    assert.equal(await pages().runs.ask(file), 'complete');
    return file;
  }

  const rate = async (page: ShownRun, message: RunToHost): Promise<RatingState> =>
    (await page.answer(message, 'rating')).rating;

  it('shows pairs without their names until it is finished, and then its verdict beside the other', async () => {
    const file = await ran(12);
    const page = await pages().show(file.run.id);
    await page.computed();
    const before = page.recorded.posted.length;
    let rating = await rate(page, { type: 'rateBlind' });
    assert.deepEqual([rating.progress, rating.of, rating.title], ['0 of 12 rated', 12, 'refunds.jsonl']);
    for (let { pair } = rating; pair; { pair } = rating) {
      const choice = pair.left === 'Dear you.' ? 'left' : 'right';
      // What a page asks late, and what changes meanwhile, is not answered.
      page.say({ type: 'list', show: 'all', find: '' });
      assert.equal(await page.recorded.ask({ type: 'detail', prompt: pair.prompt }), undefined);
      rating = await rate(page, { type: 'rate', prompt: pair.prompt, choice });
    }
    const told = page.recorded.posted.slice(before);
    assert.deepEqual([...new Set(told.map(({ type }) => type))], ['rating']);
    assert.ok(!JSON.stringify(told).includes(lora));

    page.say({ type: 'finishRating' });
    const state = await page.reaches('both verdicts', ({ verdicts }) => verdicts.length === 2);
    assert.deepEqual(
      [state.verdicts[1]?.kind, state.verdicts[1]?.text, state.verdicts[1]?.test],
      [
        'better',
        'Rated blind: support-tone-v7 is preferred 12 to 0: in 100% (95% interval: 76 to 100).',
        'Sign test: p < 0.001.',
      ],
    );
    page.say({ type: 'howComputed' });
    assert.match(
      await shownComputation(file.run.id),
      /## support\\-tone\\-v7 beside llama\\-3\\-8b, rated blind/,
    );
  });

  it('goes on after it was left, or its tab was closed', async () => {
    const file = await ran(4);
    const page = await pages().show(file.run.id);
    await page.computed();
    const first = await rate(page, { type: 'rateBlind' });
    const second = await rate(page, { type: 'rate', prompt: first.pair?.prompt ?? 0, choice: 'tie' });
    const states = page.all('state').length;
    page.say({ type: 'leaveRating' });
    await until(page.recorded.onDidPost, 'the run', () => page.all('state').length > states);
    const again = await rate(page, { type: 'rateBlind' });
    assert.deepEqual([again.progress, again.pair], ['1 of 4 rated', second.pair]);
    page.recorded.panel.dispose();
    const opened = await pages().show(file.run.id);
    await opened.computed();
    assert.deepEqual((await rate(opened, { type: 'rateBlind' })).pair, second.pair);
  });

  it('is shown again by a tab that comes back into sight', async () => {
    const file = await ran(2);
    const page = await pages().show(file.run.id);
    await page.computed();
    const shown = await rate(page, { type: 'rateBlind' });
    assert.deepEqual(await rate(page, { type: 'ready' }), shown);
  });

  it('asks which model, if there are several', async () => {
    const file = await ran(2, [lora, 'sql-assistant']);
    const page = await pages().show(file.run.id);
    await page.computed();
    const seen = picking('sql-assistant');
    const rating = await rate(page, { type: 'rateBlind' });
    assert.deepEqual(
      [seen[0]?.title, seen[0]?.labels],
      ['Rate Blind: Which Model, Beside llama-3-8b?', [lora, 'sql-assistant']],
    );
    assert.deepEqual([rating.pair?.left, rating.pair?.right].toSorted(), ['llama-3-8b', 'sql-assistant']);
  });

  it('is left to the window that has the run', async () => {
    const file = await ran(2);
    const page = await pages().show(file.run.id);
    await page.computed();
    await rate(page, { type: 'rateBlind' });
    const other = pages().openWindow();
    const there = await pages().show(file.run.id, other);
    await there.computed();
    const said = Promise.withResolvers<string>();
    replace({ showWarningMessage: async (text: string) => said.resolve(text) });
    there.say({ type: 'rateBlind' });
    assert.equal(
      await within(said.promise, 'the sentence'),
      'This run is open in another window. Rate its answers there, or close it there first.',
    );
    assert.deepEqual(there.all('rating'), []);
  });
});
