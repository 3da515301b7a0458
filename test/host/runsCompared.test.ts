import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import type { RunPlan } from '../../src/core/promptSets/run/runStore.ts';
import type { ComparedWith, RunState } from '../../src/protocol/run.ts';
import { reportOf } from '../../src/ui/promptSets/transfer/exportRun.ts';
import { pickEarlierRun } from '../../src/ui/promptSets/view/pickEarlierRun.ts';
import { useChats } from './support/chats.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { asking, useRunPages } from './support/runPages.ts';
import { until } from './support/waiting.ts';
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
  async function ran(text: string, plan?: Partial<RunPlan>): Promise<RunFile> {
    world().service.clearFaults();
    world().service.fail({ on: onChat, kind: 'answer', text });
    const prompts = words.map((word) => ({
      ...asking('amber'),
      messages: [{ role: 'user' as const, content: word }],
    }));
    const file = await pages().create(prompts, plan);
    assert.equal(await pages().runs.ask(file), 'complete');
    return file;
  }

  const same = ({ run }: RunFile): ComparedWith => ({
    runId: run.id,
    pairs: [
      { model: 0, before: 0 },
      { model: 1, before: 1 },
    ],
  });
  const isCompared = ({ comparison }: RunState) => comparison !== undefined;
  const modelsOf = (...names: string[]) =>
    names.map((name) => ({ connectionId: world().connection.id, name }));
  const pick = ({ run }: RunFile) => pickEarlierRun(run, { ...world(), ...pages() });

  it('says on its page what got better, lists those prompts, and shows what was answered then', async () => {
    const [earlier, now] = [await ran('No idea.'), await ran('amber')];
    const page = await pages().show(now.run.id);
    const alone = await page.computed();
    assert.equal(alone.comparison, undefined);
    await pages().panels.compare(now.run.id, same(earlier));
    const { verdicts, comparison } = await page.reaches('the runs are compared', isCompared);
    assert.deepEqual(verdicts, alone.verdicts);
    const said = comparison?.verdicts.map(({ text }) => text) ?? [];
    assert.match(said[0] ?? '', /^llama-3-8b passes 100 points more than before \(95% interval: /u);
    assert.match(said[1] ?? '', /^support-tone-v7 passes 100 points more than before/u);
    assert.match(comparison?.title ?? '', /^Compared with the run of .+ \d/u);
    assert.deepEqual(comparison?.facts, [{ name: 'Prompts', texts: ['12 of 12 in both runs'] }]);

    const { count } = await page.answer({ type: 'list', show: 'betterThanBefore', find: '' }, 'list');
    assert.equal(count, 12);
    const none = await page.answer({ type: 'list', show: 'worseThanBefore', find: '' }, 'list');
    assert.equal(none.count, 0);
    const detail = await page.detail(3);
    assert.deepEqual(
      detail.answers.map(({ text, before }) => [text, before]),
      Array(2).fill(['amber', { is: 'failed', text: 'No idea.' }]),
    );
  });

  it('is compared again after a reload, and alone once the earlier run is deleted', async () => {
    const [earlier, now] = [await ran('No idea.'), await ran('amber')];
    await pages().show(now.run.id);
    await pages().panels.compare(now.run.id, same(earlier));
    const kept = {
      runId: now.run.id,
      earlier: { runId: earlier.run.id, pairs: [{ model: 1, before: 1 }] },
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
    const { comparison } = await page.reaches('the runs are compared', isCompared);
    assert.deepEqual(
      comparison?.verdicts.map(({ model }) => model),
      [1],
    );
    // The page keeps what the first state says, so that must name the other run.
    assert.deepEqual(page.all('state')[0]?.state.earlier, kept.earlier);
    pages().runs.close(earlier.run.id);
    await pages().runs.delete(earlier.run.id);
    const alone = await (await reload(2)).computed();
    assert.deepEqual([alone.earlier, alone.comparison], [undefined, undefined]);
  });

  it('is alone on its open page once the earlier run is deleted, and shows its rows all the same', async () => {
    const [earlier, now] = [await ran('No idea.'), await ran('amber')];
    const page = await pages().show(now.run.id);
    await pages().panels.compare(now.run.id, same(earlier));
    await page.reaches('the runs are compared', isCompared);
    await pages().runs.delete(earlier.run.id);
    const alone = await page.reaches('the comparison goes', (state) => !isCompared(state));
    assert.deepEqual([alone.earlier, alone.alert], [undefined, undefined]);
    const { answers } = await page.detail(3);
    assert.deepEqual(
      answers.map(({ text, before }) => [text, before]),
      Array(2).fill(['amber', undefined]),
    );
  });

  it('is compared anew while the earlier run gets its answers', async () => {
    const now = await ran('amber');
    const earlier = await pages().create(
      words.map((word) => ({ ...asking('amber'), messages: [{ role: 'user' as const, content: word }] })),
    );
    const page = await pages().show(now.run.id);
    await pages().panels.compare(now.run.id, same(earlier));
    const early = await page.reaches('the runs are compared', isCompared);
    assert.match(early.comparison?.verdicts[0]?.text ?? '', /has 0 of 24 answers/u);
    assert.equal(await pages().runs.ask(earlier), 'complete');
    await page.reaches('the answers of the earlier run count', ({ comparison }) =>
      /same answers/u.test(comparison?.verdicts[0]?.text ?? ''),
    );
  });

  it('is compared with all versions of its adapter, by deployment, and says since when a prompt fails', async () => {
    const by = (lora: string) => ({ models: modelsOf('llama-3-8b', lora) });
    // The oldest version is run last but one.
    const v6 = await ran('No idea.', by('support-tone-v6'));
    const v5 = await ran('amber', by('support-tone-v5'));
    const now = await ran('No idea.', by('support-tone-v7'));
    const picks = picking('All Versions of the Adapter');
    const chosen = await pick(now);
    assert.equal(picks[0]?.labels[0], 'All Versions of the Adapter');
    assert.deepEqual(chosen, {
      runId: v6.run.id,
      pairs: [{ model: 1, before: 1 }],
      versions: [v5.run.id],
    });
    const page = await pages().show(now.run.id);
    await pages().panels.compare(now.run.id, chosen ?? same(v6));
    const { comparison, earlier } = await page.reaches('the runs are compared', isCompared);
    assert.deepEqual(earlier, chosen);
    const { rows = [], headings } = comparison?.versions ?? {};
    assert.deepEqual(headings, ['version', 'passed', 'beside its base', 'beside the one before']);
    assert.deepEqual(
      rows.map(({ name, cells: [passed, , before] }) => [name.split(',')[0], passed?.split(' ')[0], before]),
      [
        ['support-tone-v5', '100%', ''],
        ['support-tone-v6', '0%', 'Worse: -100 (-100 to -66)'],
        ['support-tone-v7', '0%', 'No verdict'],
      ],
    );
    const [, own] = (await page.detail(3)).answers;
    assert.match(own?.since ?? '', /^Failed since support-tone-v6, .+\.$/u);
    const report = await reportOf(now, { ...world(), ...pages() }, comparison);
    assert.match(
      report,
      /\| version \| passed \| beside its base \| beside the one before \|\n.+\n\| support-tone-v5, /u,
    );
    const kept = { runId: now.run.id, earlier: chosen, list: { show: 'all', find: '' } };
    pages().page(0).recorded.panel.dispose();
    const tab = vscode.window.createWebviewPanel('hostedModels.run', 'Run', vscode.ViewColumn.One);
    await pages().panels.deserializeWebviewPanel(tab, kept);
    pages().page(1).say({ type: 'ready' });
    const again = await pages().page(1).reaches('the versions are compared again', isCompared);
    assert.deepEqual(again.comparison?.versions, comparison?.versions);
  });

  it('is compared with the versions in the order that was chosen, whatever an answer tells of another since', async () => {
    const by = (lora: string) => ({ models: modelsOf('llama-3-8b', lora) });
    const [v5, v7] = [
      await ran('No idea.', by('support-tone-v5')),
      await ran('amber', by('support-tone-v7')),
    ];
    // Deployed between them.
    const now = await ran('No idea.', by('support-tone-v6'));
    const page = await pages().show(now.run.id);
    await pages().panels.compare(now.run.id, {
      ...{ runId: v7.run.id, pairs: [{ model: 1, before: 1 }] },
      versions: [v5.run.id],
    });
    const { comparison } = await page.reaches('the runs are compared', isCompared);
    const names = comparison?.versions?.rows.map(({ name }) => name.split(',')[0]);
    assert.deepEqual(names, ['support-tone-v5', 'support-tone-v7', 'support-tone-v6']);
    assert.match(
      comparison?.verdicts[0]?.text ?? '',
      /^support-tone-v6 passes 100 points less than support-tone-v7/u,
    );
    const [, own] = (await page.detail(3)).answers;
    assert.deepEqual(own?.before, { is: 'passed', text: 'amber', name: 'support-tone-v7' });
  });

  it('has no earlier version beside other adapters of the set, and says so', async () => {
    const by = (base: string, lora: string) => ({ models: modelsOf(base, lora) });
    await ran('No idea.', by('qwen2.5-7b', 'sql-assistant'));
    await ran('amber', by('mistral-7b-instruct', 'invoice-extraction-legacy'));
    const now = await ran('No idea.', by('llama-3-8b', 'support-tone-v7'));
    picking('All Versions of the Adapter');
    const seen = person({});
    assert.equal(await pick(now), undefined);
    assert.match(
      seen.messages[0] ?? '',
      /^No other run of this set asked an earlier version of its adapter/u,
    );
  });

  it('is compared with a run whose adapter has another name, says what differs, and is taken away again', async () => {
    const settings = { temperature: 0, systemPrompt: 'Be kind.' };
    const earlier = await ran('No idea.', { settings });
    const models = modelsOf('llama-3-8b', 'commit-messages');
    const now = await ran('amber', { models, settings: { temperature: 0.7, systemPrompt: 'Be brief.' } });
    const page = await pages().show(now.run.id);
    const alone = await page.computed();
    const picks = picking('refunds.jsonl', 'support-tone-v7');
    const chosen = await pick(now);
    assert.deepEqual(
      picks.map(({ labels }) => labels),
      [['refunds.jsonl'], ['support-tone-v7', "Don't Compare"]],
    );
    assert.deepEqual(picks[1]?.active, ['support-tone-v7']);
    assert.deepEqual(chosen, same(earlier));
    await pages().panels.compare(now.run.id, same(earlier));
    const { comparison } = await page.reaches('the runs are compared', isCompared);
    assert.deepEqual(comparison?.facts, [
      { name: 'Prompts', texts: ['12 of 12 in both runs'] },
      { name: 'Models', texts: ['commit-messages is compared with support-tone-v7'] },
      {
        name: 'Base model',
        texts: ['commit-messages: llama-3-8b → mistralai/Mixtral-8x7B-Instruct-v0.1'],
      },
      { name: 'Settings', texts: ['temperature 0 → 0.7'] },
      { name: 'System prompt', texts: ['changed'], hasDiff: true },
    ]);
    const text = comparison?.verdicts[1]?.text ?? '';
    assert.match(text, /^commit-messages passes 100 points more than support-tone-v7 \(95% interval: /u);
    const detail = await page.detail(3);
    assert.deepEqual(
      detail.answers.map(({ before }) => before?.name),
      [undefined, 'support-tone-v7'],
    );

    const report = await reportOf(now, { ...world(), ...pages() }, pages().panels.comparisonOf(now.run.id));
    assert.match(report, /^## Compared with the run of .+\n\n- Prompts: 12 of 12 in both runs\n/mu);
    assert.match(
      report,
      /^- System prompt: changed\n\n(.+\n\n)*?\*\*commit-messages passes 100 points more than /mu,
    );

    page.say({ type: 'diffSystemPrompt' });
    const tab = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'the diff',
      () => tab() instanceof vscode.TabInputTextDiff,
    );
    const diff = tab();
    assert.ok(diff instanceof vscode.TabInputTextDiff);
    const [left, right] = [diff.original, diff.modified];
    const texts = [left, right].map((uri) => pages().documents.provideTextDocumentContent(uri));
    assert.deepEqual(texts, ['Be kind.', 'Be brief.']);

    await pages().show(now.run.id);
    page.say({ type: 'ready' });
    await page.reaches('the runs are compared again', isCompared);
    page.say({ type: 'removeComparison' });
    const after = await page.reaches('the run is alone', (state) => !isCompared(state));
    assert.deepEqual(after, alone);
  });

  it('is compared with none if the person cancels, or wants no model compared', async () => {
    await ran('amber', { models: modelsOf('mistral', 'support-tone-v7') });
    const now = await ran('amber', { models: modelsOf('llama-3-8b', 'commit-messages') });
    // The second is asked for what the first has left.
    const picks = picking('refunds.jsonl', 'mistral', "Don't Compare");
    assert.deepEqual((await pick(now))?.pairs, [{ model: 0, before: 0 }]);
    assert.deepEqual(
      picks.map(({ labels }) => labels.filter((label) => label !== "Don't Compare")),
      [['refunds.jsonl'], ['mistral', 'support-tone-v7'], ['support-tone-v7']],
    );
    picking('refunds.jsonl', 'mistral');
    assert.equal(await pick(now), undefined);
    picking('refunds.jsonl', "Don't Compare", "Don't Compare");
    assert.equal(await pick(now), undefined);
  });

  it('is chosen among those of the same set, and others that asked the same models', async () => {
    const set = { name: 'invoices.jsonl' };
    const [now, earlier] = [await ran('amber'), await ran('amber', { set })];
    const other = await ran('amber', { set: { name: 'mails.jsonl' }, models: modelsOf('mistral') });
    const picks = picking('invoices.jsonl');
    assert.deepEqual(await pick(now), same(earlier));
    assert.deepEqual(picks[0]?.labels, ['invoices.jsonl']);
    const seen = person({});
    assert.equal(await pick(other), undefined);
    assert.deepEqual(seen.messages, [
      'No other run has this prompt set or any of these models. Run the set once more first.',
    ]);
  });
});
