import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import { pickEarlierRun } from '../../src/ui/promptSets/view/pickEarlierRun.ts';
import { useChats } from './support/chats.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { asking, useRunPages } from './support/runPages.ts';
import { within } from './support/waiting.ts';
import { load, useWorld } from './support/world.ts';

const onChat = 'POST /api/v1/chat/completions';
const words = Array.from({ length: 12 }, (_, at) => `word ${at}`);

describe('A run beside an earlier one', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pages = useRunPages(world, chats);
  const person = usePerson();
  const picking = usePicking();

  beforeEach(() => load(world()));

  /** Runs the same prompts on the base and its LoRA, which both answer this. */
  async function ran(text: string): Promise<RunFile> {
    world().service.clearFaults();
    world().service.fail({ on: onChat, kind: 'answer', text });
    const prompts = words.map((word) => ({
      ...asking('amber'),
      messages: [{ role: 'user' as const, content: word }],
    }));
    const file = await pages().create(prompts);
    assert.equal(await pages().runs.ask(file), 'complete');
    return file;
  }

  it('says on its page what got better, lists those prompts, and shows what was answered then', async () => {
    const [earlier, now] = [await ran('No idea.'), await ran('amber')];
    const page = await pages().show(now.run.id);
    const alone = await page.computed();
    assert.equal(alone.isCompared, undefined);
    await pages().panels.compare(now.run.id, earlier.run.id);
    const state = await page.reaches('the runs are compared', ({ isCompared }) => isCompared === true);
    const said = state.verdicts.slice(alone.verdicts.length).map(({ text }) => text);
    assert.match(said[0] ?? '', /^llama-3-8b passes 100 points more than before \(95 % interval: /u);
    assert.match(said[1] ?? '', /^support-tone-v7 passes 100 points more than before/u);
    assert.match(
      state.notices.at(-1) ?? '',
      /^Compared with the run of .+: 12 of 12 prompts are in both\.$/u,
    );

    const { count } = await page.answer({ type: 'list', show: 'betterThanBefore', find: '' }, 'list');
    assert.equal(count, 12);
    const none = await page.answer({ type: 'list', show: 'worseThanBefore', find: '' }, 'list');
    assert.equal(none.count, 0);
    const { detail } = await page.answer({ type: 'detail', prompt: 3 }, 'detail');
    assert.deepEqual(
      detail.answers.map(({ text, before }) => [text, before]),
      Array(2).fill(['amber', { is: 'failed', text: 'No idea.' }]),
    );
  });

  it('is compared again after a reload, and alone once the earlier run is deleted', async () => {
    const [earlier, now] = [await ran('No idea.'), await ran('amber')];
    await pages().show(now.run.id);
    await pages().panels.compare(now.run.id, earlier.run.id);
    const kept = {
      runId: now.run.id,
      earlierId: earlier.run.id,
      list: { show: 'worseThanBefore', find: '' },
    };
    const reload = async (at: number) => {
      pages()
        .page(at - 1)
        .recorded.panel.dispose();
      const tab = vscode.window.createWebviewPanel('hostedModels.run', 'Run', vscode.ViewColumn.One);
      await pages().panels.deserializeWebviewPanel(tab, kept);
      const page = pages().page(at);
      page.say({ type: 'ready' });
      return page;
    };
    const page = await reload(1);
    await page.reaches('the runs are compared', ({ isCompared }) => isCompared === true);
    // The page keeps what the first state says, so that must name the other run.
    assert.equal(page.all('state')[0]?.state.earlierId, earlier.run.id);
    pages().runs.close(earlier.run.id);
    await pages().runs.delete(earlier.run.id);
    const alone = await (await reload(2)).computed();
    assert.deepEqual([alone.earlierId, alone.isCompared], [undefined, undefined]);
  });

  it('says that nothing has changed if all answers are the same', async () => {
    const [earlier, now] = [await ran('amber'), await ran('amber')];
    const page = await pages().show(now.run.id);
    await pages().panels.compare(now.run.id, earlier.run.id);
    const state = await page.reaches('the runs are compared', ({ isCompared }) => isCompared === true);
    assert.equal(state.verdicts.at(-1)?.text, 'support-tone-v7 gave the same answers as before.');
  });

  it('is asked for by its button, as exports are by theirs: each runs the extension’s own command', async () => {
    const page = await pages().show((await ran('amber')).run.id);
    await page.computed();
    // The extension under test has runs of its own, and this one isn't among them.
    const unknown = 'This run was deleted.';
    for (const type of ['compareRuns', 'exportRun'] as const) {
      const { promise, resolve } = Promise.withResolvers<string>();
      const seen = person({ onMessage: resolve });
      page.say({ type });
      assert.equal(await within(promise, 'a message'), unknown);
      assert.deepEqual(seen.messages, [unknown]);
    }
  });

  it('is chosen among the others that asked the same models', async () => {
    const [earlier, now] = [await ran('amber'), await ran('amber')];
    const other = await pages().create([asking('amber')], {
      models: [{ connectionId: world().connection.id, name: 'mistral' }],
    });
    const picks = picking('refunds.jsonl');
    assert.equal(await pickEarlierRun(now.run, pages()), earlier.run.id);
    assert.deepEqual(picks[0]?.labels, ['refunds.jsonl']);
    const seen = person({});
    assert.equal(await pickEarlierRun(other.run, pages()), undefined);
    assert.deepEqual(seen.messages, [
      'No other run has any of these models. Run a prompt set with one of them first.',
    ]);
  });
});
