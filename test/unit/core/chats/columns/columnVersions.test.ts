import assert from 'node:assert/strict';
import { laterVersion } from '../../../../../src/core/chats/columns/columnVersions.ts';
import { rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import type { Turn } from '../../../../../src/core/chats/tree/conversation.ts';
import { alone, newAnswer, newQuestion } from '../../fixtures.ts';
import { chatOf, compared, useBench } from '../chatScript.ts';

describe('Another version after which the chat goes on', () => {
  const at = (turns: Turn[], answer: string) => {
    const conversation = chatOf(turns);
    const shown = conversation.answers.get(answer);
    return shown && laterVersion(conversation, shown);
  };
  const first = [newQuestion('u1'), newAnswer('a1', 'u1')];
  const second = [newQuestion('u2', 'a1'), newAnswer('a2', 'u2')];
  const again = newAnswer('b1', 'u1');
  const reworded = [{ ...newQuestion('v1'), versionOf: 'u1' }, newAnswer('w1', 'v1')];

  it('is the answer that was regenerated, or the newest of several', () => {
    assert.deepEqual(at([...first, ...second, again], 'b1'), { turn: 'a1', index: 1, count: 2 });
    const third = [newQuestion('u3', 'b1'), newAnswer('c1', 'u1')];
    assert.deepEqual(at([...first, ...second, again, ...third], 'c1'), { turn: 'b1', index: 2, count: 3 });
  });

  it('is the question that was reworded', () => {
    assert.deepEqual(at([...first, ...second, ...reworded], 'w1'), { turn: 'u1', index: 1, count: 2 });
  });

  it('is none if no version goes on, or only by a question that was sent alone', () => {
    assert.equal(at([...first, again], 'b1'), undefined);
    assert.equal(at([...first, ...reworded], 'w1'), undefined);
    assert.equal(at([...first, alone('u2', 'u1'), again], 'b1'), undefined);
  });
});

describe('The versions that columns show', () => {
  const bench = useBench(compared);
  const both = [
    ['one', 'base: one', 'tone: one'],
    ['two', 'base: two', 'tone: two'],
  ];
  beforeEach(async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
  });
  async function reword(id: string, text: string, models = ['base', 'tone']): Promise<void> {
    const { of, done } = await bench.start(() => bench.session.edit(id, text), models.length);
    for (const model of models) of(model).say(`${model}: ${text}`).finish();
    await done;
  }
  /** Where a column has its answer to a question that it shows elsewhere. */
  const elsewhere = (text: string, model: string) => {
    const row = rowsOf(bench.session.conversation).find(({ question }) => question.text === text);
    return row?.cells.get(bench.id(model))?.elsewhere;
  };

  it('differ below an answer that one column was asked again: it has answered there, on another version', async () => {
    await bench.regenerate('base: one');
    assert.deepEqual(bench.table, [
      ['one', 'base: one again', 'tone: one'],
      ['two', 'on 1 of 2', 'tone: two'],
    ]);
    assert.deepEqual(elsewhere('two', 'base'), { turn: bench.answer('base: two'), index: 1, count: 2 });
    await bench.session.select(bench.answer('base: two'));
    assert.deepEqual(bench.table, both);
    assert.deepEqual((await bench.stored()).columns, bench.session.conversation.columns);
  });

  it('say on which of several an answer stands, also below the third one', async () => {
    await bench.regenerate('base: one');
    await bench.exchangeAll('three');
    await bench.regenerate('base: one');
    assert.deepEqual(bench.table.slice(1), [
      ['two', 'on 1 of 3', 'tone: two'],
      ['three', 'on 2 of 3', 'tone: three'],
    ]);
    await bench.session.select(bench.answer('base: three'));
    assert.deepEqual(bench.table, [
      ['one', 'base: one again', 'tone: one'],
      ['two', 'on 1 of 3', 'tone: two'],
      ['three', 'base: three', 'tone: three'],
    ]);
  });

  it('are the same in all columns again once the first question is another one', async () => {
    await bench.regenerate('base: one');
    await reword(bench.question('one'), 'ONE');
    assert.deepEqual(bench.table, [['ONE', 'base: ONE', 'tone: ONE']]);
    await bench.session.select(bench.question('one'));
    assert.deepEqual(bench.table[0], ['one', 'base: one again', 'tone: one']);
  });

  it('are reworded where a column shows the question, and there only', async () => {
    await bench.regenerate('base: one');
    await reword(bench.question('two'), 'TWO', ['tone']);
    assert.deepEqual(bench.table, [
      ['one', 'base: one again', 'tone: one'],
      ['TWO', '-', 'tone: TWO'],
    ]);
  });

  it('lose a deleted question in all columns, and have it back in all, whatever was changed meanwhile', async () => {
    const gone = await bench.session.deleteTurn(bench.question('two'));
    assert.deepEqual(bench.table, both.slice(0, 1));
    await bench.session.set({ isOneAtATime: true });
    assert.ok(gone && (await bench.session.restoreTurns(gone)));
    assert.deepEqual(bench.table, both);
    assert.equal(bench.session.conversation.isOneAtATime, true);
    const stored = await bench.stored();
    assert.deepEqual([stored.columns, stored.isOneAtATime], [bench.session.conversation.columns, true]);
  });

  it('come back only where nobody has gone on', async () => {
    const gone = await bench.session.deleteTurn(bench.answer('tone: two'));
    assert.deepEqual(bench.table.at(-1), ['two', 'base: two', '-']);
    await bench.answerBy('tone', 'anew', () => bench.session.ask(bench.id('tone'), bench.question('two')));
    assert.ok(gone && (await bench.session.restoreTurns(gone)));
    assert.deepEqual(bench.table.at(-1), ['two', 'base: two', 'anew']);
  });

  it('are asked again after what is left, where what they were asked after is deleted', async () => {
    await bench.session.deleteTurn(bench.answer('tone: one'));
    assert.deepEqual(bench.table, [
      ['one', 'base: one', '-'],
      ['two', 'base: two', '-'],
    ]);
    await bench.answerBy('tone', 'anew', () => bench.session.ask(bench.id('tone'), bench.question('two')));
    assert.deepEqual(bench.contents('tone').at(-1), ['one\n\ntwo']);
    assert.deepEqual(bench.path('tone'), ['one', 'two', 'anew']);
  });

  it('are found again wherever a turn stands, and nothing is written for a mere look', async () => {
    await reword(bench.question('one'), 'ONE');
    const before = await bench.store.text(bench.session.conversation.id);
    bench.session.look(bench.answer('tone: two'));
    assert.deepEqual(bench.path('tone'), ['one', 'tone: one', 'two', 'tone: two']);
    bench.session.look(bench.answer('base: two'));
    bench.session.look('nowhere');
    assert.deepEqual(bench.table, both);
    assert.equal(await bench.store.text(bench.session.conversation.id), before);
  });

  it('don’t change while anything streams', async () => {
    await bench.regenerate('base: one');
    const { of, done } = await bench.start(() => bench.session.send('three'));
    bench.session.look(bench.answer('base: one'));
    assert.deepEqual(bench.table.at(0), ['one', 'base: one again', 'tone: one']);
    for (const model of ['base', 'tone']) of(model).say(`${model}: three`).finish();
    await done;
    assert.deepEqual(bench.table.at(0), ['one', 'base: one again', 'tone: one']);
  });
});
