import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { batchIdOf } from '../../../../../src/core/promptSets/batch/customId.ts';
import { exportJudging } from '../../../../../src/core/promptSets/batch/exportJudging.ts';
import { type BatchOutput, importBatch } from '../../../../../src/core/promptSets/batch/importBatch.ts';
import type { JudgePlan } from '../../../../../src/core/promptSets/judge/judgeRequests.ts';
import { runJudgeVerdicts } from '../../../../../src/core/promptSets/judge/runJudgeVerdicts.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { silent, useFolder } from '../../fixtures.ts';
import { judgeAll, judgePlan, judgeService } from '../judge/judgedRun.ts';
import { answeredRun, answerLine, textsOf } from '../rate/ratedRun.ts';
import { checkExpected, openRuns } from '../run/runBench.ts';
import { failure, output, result } from './outputs.ts';

interface Line {
  custom_id: string;
  body: { model: string; messages: { content: string }[] };
}

const { signal } = new AbortController();

/** What is asked, without the marks, which are random. */
const unmarked = (text: string) => text.replaceAll(text.slice(0, 16), '|');

describe('A judge’s batch', () => {
  const folder = useFolder();
  let window: ReturnType<typeof openRuns>;
  let file: RunFile;
  beforeEach(async () => {
    window = openRuns(folder());
    file = await answeredRun(window.store, [...textsOf(12), ['same', 'same'], ['alone', undefined]]);
  });
  afterEach(async () => {
    await file.release();
    window.locks.dispose();
  });

  async function exported(plan: Partial<JudgePlan> = {}) {
    const texts = new Map<string, string>();
    const open = async (name: string) => ({
      write: async (text: string) => void texts.set(name, (texts.get(name) ?? '') + text),
      close: async () => undefined,
    });
    const { begun, files, requests } = await exportJudging(file, { ...judgePlan, ...plan }, open, { signal });
    await file.add(begun);
    assert.deepEqual(files.flat(), [...texts.keys()]);
    const lines: Line[] = [...texts.values()]
      .flatMap((text) => text.trim().split('\n'))
      .map((line) => JSON.parse(line));
    assert.equal(lines.length, requests);
    return { lines, files };
  }
  const take = (...outputs: BatchOutput[]) =>
    importBatch(file, outputs, { checker: { check: checkExpected }, log: silent }, signal);
  const asked = ({ body }: Line) => unmarked(body.messages[0]?.content ?? '');
  const preferred = (text: string) => `Reasons.\n${/\|Aother/u.test(text) ? 'A' : 'B'}`;
  const answers = (lines: readonly Line[], textOf = preferred) =>
    lines.map((line) => result(line.custom_id, textOf(asked(line)), { model: 'qwen-72b' }));
  const kept = async () =>
    (await readFile(join(window.store.folder, file.run.id, 'results.jsonl'), 'utf8')).split('\n').length;
  const verdicts = async () =>
    (await runJudgeVerdicts(file)).map(({ judging: { seed: _seed, ...judging }, ...rest }) => ({
      ...rest,
      judging,
    }));

  it('asks what asking would, and its results give the verdict that asking gives', async () => {
    const { lines, files } = await exported();
    assert.deepEqual(files, [['refunds.judge.2-qwen-72b.jsonl']]);
    const ids = lines.map(({ custom_id }) => custom_id);
    assert.equal(new Set(ids).size, 24);
    for (const id of ids) assert.match(id, /^[\x21-\x7e]{1,64}$/u);
    const { added, judged, others } = await take(output('out.jsonl', ...answers(lines).reverse()));
    assert.deepEqual([added, judged, others.size], [24, { added: 24, failed: 0, outdated: 0 }, 0]);
    const byBatch = await verdicts();
    const seen: object[] = [];
    const service = judgeService(({ request }) => {
      const { stream: _stream, ...body } = { stream: true, ...request };
      seen.push(body);
      return preferred(unmarked(String(request.messages[0]?.content)));
    });
    await judgeAll(file, service);
    assert.deepEqual(await verdicts(), byBatch);
    assert.equal(byBatch[0]?.verdict.better, 12);
    assert.deepEqual(byBatch[0]?.longer, { longer: 12, of: 12 });
    const texts = (all: object[]) =>
      all.map((one) => unmarked((one as Line['body']).messages[0]?.content ?? '')).sort();
    assert.deepEqual(texts(lines.map(({ body }) => body)), texts(seen));
    const { messages: _one, ...sent } = seen[0] as Line['body'];
    const { messages: _two, ...written } = lines[0]?.body ?? { messages: [] };
    assert.deepEqual(
      [sent, written],
      [
        { model: 'qwen-72b', temperature: 0, maxTokens: 2048 },
        { model: 'qwen-72b', temperature: 0, max_tokens: 2048 },
      ],
    );
  });

  it('changes nothing when it is imported again, and of two answers keeps the first', async () => {
    const { lines } = await exported();
    const once = output('a.jsonl', ...answers(lines), ...answers(lines, () => 'TIE'));
    await take(once);
    const [before, found] = [await kept(), await verdicts()];
    const { added, known } = await take(once);
    assert.deepEqual([added, known, await kept()], [0, 48, before]);
    assert.deepEqual([await verdicts(), found[0]?.verdict.better], [found, 12]);
  });

  it('is written again for what is missing alone', async () => {
    const { lines } = await exported();
    const [seed, failed] = [file.index.judgments.of(1)?.seed, lines.slice(0, 3)];
    const rows = [...failed.map(({ custom_id }) => failure(custom_id)), ...answers(lines.slice(3))];
    const { judged, failed: ofRun } = await take(output('a.jsonl', ...rows));
    assert.deepEqual([judged, ofRun], [{ added: 21, failed: 3, outdated: 0 }, 0]);
    const again = await exported();
    assert.deepEqual(
      again.lines.map(({ custom_id }) => custom_id),
      failed.map(({ custom_id }) => custom_id),
    );
    const retried = again.lines.flatMap((line) => [failure(line.custom_id), ...answers([line])]);
    assert.equal((await take(output('b.jsonl', ...retried))).judged.failed, 0);
    assert.equal(file.index.judgments.of(1)?.seed, seed);
    assert.equal((await verdicts())[0]?.verdict.better, 12);
  });

  it('gives no judgment where an answer is cut off or ends in anything else', async () => {
    const { lines } = await exported();
    const rows = lines.map(({ custom_id: id }, at) =>
      at < 2
        ? result(id, 'A', { choices: [{ message: { content: 'A' }, finish_reason: 'length' }] })
        : result(id, ['A or B', '__proto__', '\u0000A\nA\u0000', '', 'A\n\u202eA'][at % 5] ?? ''),
    );
    await take(output('a.jsonl', ...rows));
    const [verdict] = await verdicts();
    assert.deepEqual([verdict?.judged, verdict?.none, verdict?.verdict.kind], [12, 12, 'none']);
  });

  it('leaves out what another judge said, or of answers that were replaced since', async () => {
    const first = await exported({ template: `Which? ${judgePlan.template}` });
    const { lines } = await exported();
    const prompt = Number(lines[0]?.custom_id.split('-')[3]);
    await file.add(answerLine(prompt, 1, 'other, once more'));
    const rows = [...answers(first.lines), ...answers(lines)];
    const { judged } = await take(output('a.jsonl', ...rows));
    assert.deepEqual(judged, { added: 22, failed: 0, outdated: 26 });
    assert.deepEqual(file.index.judgments.said(1, prompt), {});
  });

  it('is told from a run’s own answers, from other runs’ and from made-up ids', async () => {
    const { lines } = await exported();
    const own = batchIdOf(file.run);
    const seed = file.index.judgments.of(1)?.seed.toString(16);
    const { judged, others, added } = await take(
      output(
        'mixed.jsonl',
        result(`${own}-1-13-0`, 'alone no more'),
        ...answers(lines.slice(0, 1)),
        result(lines[1]?.custom_id.replace(own, 'ffffffffffff') ?? '', 'A'),
        result(`${own}-judge1-${seed}-999999999-base-0`, 'A'),
        result(`${own}-judge9-${seed}-0-base-0`, 'A'),
        result(`${own}-judge1-${seed}-0-both-0`, 'A'),
      ),
    );
    assert.deepEqual(judged, { added: 1, failed: 0, outdated: 2 });
    assert.deepEqual(
      [...others],
      [
        ['ffffffffffff', 1],
        ['', 1],
      ],
    );
    assert.deepEqual([added, file.index.answered], [2, 28]);
  });
});
