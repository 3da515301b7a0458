import assert from 'node:assert/strict';
import { runCsv, runJsonLines } from '../../../../../src/core/promptSets/report/exportedRun.ts';
import { intervalBar } from '../../../../../src/core/promptSets/report/intervalBar.ts';
import type { RowFilter } from '../../../../../src/core/promptSets/report/rowFilter.ts';
import { readRunRow, runRows } from '../../../../../src/core/promptSets/report/runRows.ts';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { leastTurnOf } from '../../../cpuTime.ts';
import { useFolder } from '../../fixtures.ts';
import { askService, openRuns, plan, prompts, runAll } from '../run/runBench.ts';
import { type Answer, no, runOf, yes } from './scoredRun.ts';

const failed: Answer = { state: 'failed', text: '' };
const slow = (ttftMs: number): Answer => ({ ...yes, figures: { durationMs: 1, ttftMs } });

describe('The rows of a run', () => {
  const verdictThread = new VerdictThread();
  const scored = runOf([
    [yes, yes],
    [no, yes],
    [slow(900), slow(20)],
    [yes, no],
    [failed, yes],
    [slow(30), slow(950)],
    [undefined, undefined],
  ]);

  for (const [filter, expected] of [
    ['all', [3, 1, 0, 2, 4, 5, 6]],
    ['differs', [3, 1, 4]],
    ['worse', [3]],
    ['better', [1]],
    ['equal', [0, 2, 5]],
    ['lost', [4, 6]],
    ['failed', [4]],
    ['slowest', [5, 2, 0, 1, 3, 4, 6]],
  ] as [RowFilter, number[]][]) {
    it(`that "${filter}" shows are ${expected}, worse first`, async () => {
      assert.deepEqual(await runRows(scored, filter), expected);
    });
  }

  for (const [filter, model, expected] of [
    ['passed', 0, [3, 0, 2, 5]],
    ['passed', 1, [1, 0, 2, 4, 5]],
    ['failed', 0, [4]],
    ['failed', 1, []],
    ['slowest', 1, [5, 2, 0, 1, 3, 4, 6]],
    ['differs', 1, [3, 1, 4]],
  ] as [RowFilter, number, number[]][]) {
    it(`that "${filter}" shows of model ${model} are ${expected}`, async () => {
      assert.deepEqual(await runRows(scored, filter, undefined, model), expected);
    });
  }

  it('are told by how an answer ended, and by having no text', async () => {
    const ended = runOf([
      [yes, { state: 'limit', text: 'Dear' }],
      [{ state: 'cut', text: '' }, yes],
    ]);
    assert.deepEqual(await runRows(ended, 'cut'), [0, 1]);
    assert.deepEqual(await runRows(ended, 'cut', undefined, 1), [0]);
    assert.deepEqual(await runRows(ended, 'empty'), [1]);
  });

  it('are told by repeated answers that pass always, or now and then', async () => {
    const repeated = runOf([
      [yes, yes, no, no],
      [yes, no, yes, yes],
      [no, no, yes, no],
      [no, failed, no, no],
    ]);
    assert.deepEqual(await runRows(repeated, 'flaky'), [1, 2]);
    assert.deepEqual(await runRows(repeated, 'flaky', undefined, 1), [1, 2]);
    assert.deepEqual(await runRows(repeated, 'allPassed', undefined, 0), [0]);
    assert.deepEqual(await runRows(repeated, 'allPassed', undefined, 1), [1]);
    const models = [...plan.models, { connectionId: 'acme', name: 'llama-3-8b', isNoiseFloor: true }];
    assert.deepEqual(await runRows(runOf([[yes, yes, no, no, yes, no]], { models }), 'flaky'), []);
  });

  it('are not ordered by the base against itself, unless that is asked for', async () => {
    const models = [...plan.models, { connectionId: 'acme', name: 'llama-3-8b', isNoiseFloor: true }];
    const three = runOf(
      [
        [yes, yes, no],
        [yes, no, yes],
      ],
      { models },
    );
    assert.deepEqual(await runRows(three, 'worse'), [1]);
    assert.deepEqual(await runRows(three, 'worse', undefined, 2), [0]);
  });

  it('of a group are all as their group scored, where a verdict counts them by groups', async () => {
    const grouped = runOf(
      [
        [yes, no],
        [no, yes],
        [no, yes],
        [yes, yes],
      ],
      { groups: ['one', 'one', 'one', 'two'] },
    );
    assert.deepEqual(await runRows(grouped, 'better', undefined, 1), [0, 1, 2]);
    assert.deepEqual(await runRows(grouped, 'worse', undefined, 1), []);
    assert.deepEqual(await runRows(grouped, 'equal', undefined, 1), [3]);
    assert.deepEqual(await runRows(grouped, 'worse'), [0]);
  });

  it('are as many as a verdict counts, also of repeated prompts of which one answer is not known', async () => {
    const repeated = runOf([
      [yes, failed, no, yes],
      [no, no, yes, failed],
      [failed, yes, yes, failed],
    ]);
    const [found] = await runVerdicts(repeated, verdictThread);
    const counts = found && [found.verdict.better, found.verdict.worse, found.verdict.equal];
    const filters = ['better', 'worse', 'equal'] as const;
    const listed = await Promise.all(filters.map((one) => runRows(repeated, one, undefined, 1)));
    assert.deepEqual(
      listed.map(({ length }) => length),
      counts,
    );
    assert.deepEqual(listed, [[1], [0], []]);
  });

  it('are those that the person or a judge prefers, of ratings that are finished and of judgments in both orders', async () => {
    const { run, index, add } = runOf([
      [yes, no],
      [no, yes],
      [yes, yes],
      [no, no],
    ]);
    const round = { other: 1, seed: 7, at: 1 };
    const rows = async (filter: RowFilter) => (await runRows({ run, index }, filter)).sort();
    add({ is: 'ratingBegun', ...round });
    for (const [prompt, choice] of (['base', 'other', 'tie', 'skipped'] as const).entries())
      add({ is: 'rated', ...round, prompt, left: 'base', choice });
    assert.deepEqual(await rows('ratedBase'), []);
    add({ is: 'ratingEnded', ...round });
    const rated = ['ratedBase', 'ratedOther', 'ratedTie'] as const;
    assert.deepEqual(await Promise.all(rated.map(rows)), [[0], [1], [2]]);
    assert.deepEqual(await runRows({ run, index }, 'ratedBase', undefined, 1), [0]);

    add({ is: 'judgeBegun', ...round, judge: { connectionId: 'acme', name: 'qwen-72b' }, template: '' });
    const judged = (prompt: number, first: 'base' | 'other', said?: 'A' | 'B') =>
      add({ is: 'judged', ...round, prompt, first, ...(said && { said }), text: '' });
    judged(0, 'base', 'B');
    judged(0, 'other', 'A');
    judged(1, 'base', 'A');
    judged(1, 'other', 'B');
    // It contradicts itself, gives none, and was asked once.
    judged(2, 'base', 'A');
    judged(2, 'other', 'A');
    judged(3, 'base');
    judged(3, 'other', 'A');
    const said = ['judgedBase', 'judgedOther', 'judgedTie'] as const;
    assert.deepEqual(await Promise.all(said.map(rows)), [[1], [0], [2]]);
  });

  it('don’t count a failed request as an empty answer', async () => {
    assert.deepEqual(
      await runRows(
        runOf([
          [failed, yes],
          [{ ...yes, text: ' ' }, yes],
        ]),
        'empty',
      ),
      [1],
    );
  });

  it('block nothing, however many there are', async () => {
    const many = runOf(Array.from({ length: 30_000 }, (_, at) => [slow(at), at % 3 === 0 ? no : yes]));
    for (const filter of ['all', 'slowest'] as const) {
      let rows: number[] = [];
      const longest = await leastTurnOf(async () => {
        rows = await runRows(many, filter);
      }, 50);
      assert.equal(rows.length, 30_000);
      assert.ok(longest < 50, `${longest} ms`);
    }
  }).timeout(30_000);

  it('with repeated prompts are ordered by how much worse they got', async () => {
    const repeated = runOf([
      [yes, yes, yes, no],
      [yes, yes, no, no],
    ]);
    assert.deepEqual(await runRows(repeated, 'differs'), [1, 0]);
  });
});

async function piecesOf(text: AsyncIterable<string>): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of text) pieces.push(piece);
  return pieces;
}

describe('A run', () => {
  const folder = useFolder();
  let file: RunFile;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const { store, locks } = openRuns(folder());
    file = await store.create(plan, prompts(2));
    const answering = askService(async function* ({ model, messages }) {
      yield { type: 'text', text: model === 'llama-3-8b' ? '=cmd()' : `Answer ${messages.length - 1}` };
      yield { type: 'finish', reason: 'stop', complete: true };
    });
    await runAll(file, answering);
    close = async () => {
      await file.release();
      locks.dispose();
    };
  });
  afterEach(() => close());

  it('gives a row with all that its answers say', async () => {
    const { asked, cells } = await readRunRow(file, 0);
    assert.equal(asked?.expected, 'Answer 0');
    assert.deepEqual(
      cells.map(({ model, check, result, checks }) => [model, check, result?.text, checks?.[0]?.reason]),
      [
        [0, 'failed', '=cmd()', 'another'],
        [1, 'passed', 'Answer 0', 'equal'],
      ],
    );
  });

  it('can be exported as CSV without formulas', async () => {
    const lines = (await piecesOf(runCsv(file))).join('').split('\r\n');
    assert.equal(lines.length, 6);
    assert.ok(
      lines[0]?.startsWith(
        '\uFEFFprompt,id,group,tags,question,expected,model,repetition,state,passed,answer,',
      ),
    );
    assert.ok(
      lines[1]?.startsWith("1,1,,,Question 0?,Answer 0,llama-3-8b,1,complete,false,'=cmd(),"),
      lines[1],
    );
    assert.ok(
      lines[2]?.startsWith('1,1,,,Question 0?,Answer 0,support-tone-v7,1,complete,true,Answer 0,'),
      lines[2],
    );
  });

  it('can be exported as JSON lines', async () => {
    const [head, first, ...rest] = (await piecesOf(runJsonLines(file))).map((line) => JSON.parse(line));
    assert.deepEqual(head.run, file.run);
    assert.equal(rest.length, 1);
    assert.equal(first.prompt.expected, 'Answer 0');
    assert.deepEqual(
      first.answers.map(({ model, text, check }: { model: string; text: string; check: string }) => [
        model,
        text,
        check,
      ]),
      [
        ['llama-3-8b', '=cmd()', 'failed'],
        ['support-tone-v7', 'Answer 0', 'passed'],
      ],
    );
  });
});

describe('The bar of a verdict', () => {
  it('has the interval around 0, to scale, and a title that is text', () => {
    const svg = intervalBar({ difference: 0.1, low: 0, high: 0.2 }, 'a < b & c');
    assert.ok(svg.includes('<title>a &lt; b &amp; c</title>'));
    // From the middle to the end of the axis, with the point half way.
    assert.ok(svg.includes('x1="240" x2="448"') && svg.includes('cx="344"'), svg);
    assert.deepEqual(
      [...svg.matchAll(/>([^<]+)<\/text>/gu)].map(([, text]) => text),
      ['−20', '0', '+20'],
    );
  });
});
