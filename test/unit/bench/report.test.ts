import assert from 'node:assert/strict';
import { judgeGoals } from '../../bench/goals.ts';
import { medianFigure } from '../../bench/harness/figures.ts';
import { describeMachine } from '../../bench/machine.ts';
import { buildReport, formatEnd, formatOutcome } from '../../bench/report.ts';
import { chatPieces, describeText, writeChat } from '../../bench/server/chatBytes.ts';

const outcome = {
  measurement: { name: 'stream', title: 'Stream decoding' },
  seconds: 12.4,
  figures: [medianFigure('ours', 'ms', [12, 11, 13])],
};

describe('The report of the bench', () => {
  it('has every figure with its rounds, the goals and the machine, and survives JSON', () => {
    const goals = judgeGoals(new Map([['stream', outcome.figures]]), [
      { measurement: 'stream', figure: 'ours', most: 12 },
    ]);
    const machine = describeMachine();
    const report = buildReport(machine, [outcome], goals);
    const { at, ...rest } = report;
    assert.ok(!Number.isNaN(Date.parse(at)));
    assert.deepEqual(JSON.parse(JSON.stringify(rest)), {
      machine,
      measurements: [
        {
          name: 'stream',
          title: 'Stream decoding',
          seconds: 12.4,
          figures: [{ name: 'ours', unit: 'ms', value: 12, rounds: [12, 11, 13] }],
        },
      ],
      goals: [{ measurement: 'stream', figure: 'ours', most: 12, value: 12, isMet: true }],
    });
    assert.match(formatEnd(report), /met +stream: ours is 12\.00, at most 12/);
  });

  it('shows a person each figure with the span of its rounds', () => {
    assert.equal(
      formatOutcome(outcome),
      'Stream decoding  [stream, 12 s]\n  ours       12.0 ms  (11.0 to 13.0)',
    );
  });

  it('names the machine and the version of each peer', () => {
    const { cores, node, packages } = describeMachine();
    assert.ok(cores > 0);
    assert.equal(node, process.version);
    assert.deepEqual(
      Object.keys(packages).filter((name) => !/^\d+\./.test(packages[name] ?? '')),
      [],
    );
  });
});

describe('The chat that the bench sends', () => {
  for (const script of ['english', 'mixed'] as const) {
    it(`has the text that every contender has to receive, in ${script}`, () => {
      const data = writeChat(200, script).toString('utf8').split('\n\n').filter(Boolean);
      const chunks = data.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)));
      const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
      assert.deepEqual(describeText(text), describeText([...chatPieces(200, script)].join('')));
      assert.equal(chunks.at(-1).usage.completion_tokens, 200);
      assert.equal(/[^\0-\x7f]/.test(text), script === 'mixed');
      assert.equal(data.at(-1), 'data: [DONE]');
    });
  }
});
