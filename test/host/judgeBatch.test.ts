import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RunJudges } from '../../src/ui/promptSets/judge/runJudges.ts';
import { useBatches } from './support/batches.ts';
import { useChats } from './support/chats.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { asking, useRunPages } from './support/runPages.ts';
import { load, useWorld } from './support/world.ts';

const onChat = 'POST /api/v1/chat/completions';
const [models, judge] = [['llama-3-8b', 'support-tone-v7'], 'sql-assistant'];

describe('Export for Batch… of a judge', () => {
  const world = useWorld();
  const chats = useChats(world);
  const pages = useRunPages(world, chats);
  const opened: string[] = [];
  const batches = useBatches(world, () => ({ runs: pages().runs, opened }));
  const person = usePerson();
  const picking = usePicking();
  let judges: RunJudges;

  beforeEach(async () => {
    await load(world());
    judges = new RunJudges({
      ...world(),
      runs: pages().runs,
      openRun: (id) => opened.push(id),
      exportJudging: (file, plan) => batches().commands.exportJudging(file, plan),
    });
  });
  afterEach(() => judges.dispose());

  async function ran() {
    for (const name of models)
      world().service.fail({ on: onChat, kind: 'answer', text: `I am ${name}.`, model: name });
    const connectionId = world().connection.id;
    const prompts = Array.from({ length: 12 }, (_, at) => asking(`word${at}`));
    const file = await pages().create(prompts, { models: models.map((name) => ({ connectionId, name })) });
    assert.equal(await pages().runs.ask(file), 'complete');
    world().service.clearRequests();
    return file;
  }

  it('writes what it would be asked and sends nothing; what came of that is imported', async () => {
    const file = await ran();
    const seen = person({ button: 'Copy Command…' });
    batches().choosing([batches().folder]);
    const copied = picking(judge, 'Export for Batch…', 'cURL (bash)');
    await judges.judge(file, undefined);
    assert.match(
      seen.messages[0] ?? '',
      /^24 requests were written to .+: refunds\.judge\.2-sql-assistant\.jsonl\.$/u,
    );
    assert.equal(copied[2]?.title, 'Copy Command');
    assert.match(await vscode.env.clipboard.readText(), /for name in refunds\.judge\.2-sql-assistant; do/u);
    const results = await batches().answer('refunds.judge.2-sql-assistant.jsonl', () => 'Reasons.\nTIE');
    for (const more of ['A judge gave 24 answers.', 'All of it was here already.']) {
      const said = person({});
      batches().choosing([results]);
      await batches().commands.importResults({ runId: file.run.id });
      assert.deepEqual(said.messages, [`refunds.jsonl: 24 of 24 answered; 1 file. ${more}`]);
    }
    const page = await pages().show(file.run.id);
    const state = await page.reaches('both verdicts', ({ verdicts }) => verdicts.length === 2);
    assert.match(state.verdicts[1]?.text ?? '', /^Judged by sql-assistant: no clear preference\./u);
    assert.deepEqual([world().service.requests.length, file.index.state], [0, 'complete']);
  });

  it('writes nothing and begins nothing when the person cancels', async () => {
    const file = await ran();
    batches().choosing(undefined);
    picking(judge, 'Export for Batch…');
    await judges.judge(file, undefined);
    assert.deepEqual([await batches().files(), file.index.judgments.of(1)], [[], undefined]);
  });
});
