import assert from 'node:assert/strict';
import { canBeAskedLater, rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import { failed } from '../../fixtures.ts';
import { Bench, compared, useBench } from '../chatScript.ts';

describe('A question sent without the earlier turns', () => {
  const bench = useBench(compared);
  const whole = [
    ['one', 'base: one', 'tone: one'],
    ['two', 'base: two', 'tone: two'],
    ['three', 'base: three', 'tone: three'],
  ];
  /** "two" is sent alone, and "three" follows it. */
  beforeEach(async () => {
    await bench.exchangeAll('one');
    await bench.session.set({ isWithoutEarlier: true });
    await bench.exchangeAll('two');
    await bench.session.set({ isWithoutEarlier: false });
    await bench.exchangeAll('three');
    assert.deepEqual(bench.table, whole);
  });
  /** What is shown now, here and for the next window. */
  async function assertTable(expected: string[][]): Promise<void> {
    assert.deepEqual(bench.table, expected);
    assert.deepEqual((await bench.reopened()).table, expected);
  }

  it('begins the context of its answers and of those below it', async () => {
    const { questions } = await bench.stored();
    assert.equal(questions.get(bench.question('two'))?.below, bench.question('one'));
    assert.deepEqual(bench.contents('tone').slice(1), [['two'], ['two', 'tone: two', 'three']]);
    assert.deepEqual(bench.contents('base').slice(1), [['two'], ['two', 'base: two', 'three']]);
  });

  it('is asked so in a chat with one model too, and as the first question', async () => {
    const chat = new Bench(bench.folder, compared(['base'], { id: crypto.randomUUID() }));
    await chat.session.set({ isWithoutEarlier: true });
    await chat.exchangeAll('one');
    await chat.exchangeAll('two');
    assert.deepEqual(chat.contents('base'), [['one'], ['two']]);
    assert.deepEqual(chat.table, [
      ['one', 'base: one'],
      ['two', 'base: two'],
    ]);
  });

  it('stays where it is when an earlier answer is asked for again, and each column keeps what it shows', async () => {
    await bench.regenerate('tone: one');
    const changed = [['one', 'base: one', 'tone: one again'], ...whole.slice(1)];
    await assertTable(changed);
    await bench.session.select(bench.answer('tone: one'));
    await assertTable(whole);
    await bench.session.select(bench.answer('tone: one again'));
    await assertTable(changed);
    await bench.exchangeAll('four');
    await assertTable([...changed, ['four', 'base: four', 'tone: four']]);
    assert.deepEqual(bench.contents('tone').at(-1), ['two', 'tone: two', 'three', 'tone: three', 'four']);
  });

  it('has its own versions of an answer', async () => {
    await bench.regenerate('base: two');
    await assertTable([
      ['one', 'base: one', 'tone: one'],
      ['two', 'base: two again', 'tone: two'],
      ['three', 'on 1 of 2', 'tone: three'],
    ]);
    assert.deepEqual(bench.contents('base').at(-1), ['two']);
    await bench.session.select(bench.answer('base: three'));
    await assertTable(whole);
  });

  it('follows only the version of the question before it that it was sent after', async () => {
    const first = bench.question('one');
    await bench.answerAll(() => bench.session.edit(first, 'ONE'), 'ONE');
    await assertTable([['ONE', 'base: ONE', 'tone: ONE']]);
    await bench.session.select(first);
    await assertTable(whole);
  });

  it('stays when an answer before it is deleted in one column', async () => {
    const gone = await bench.session.deleteTurn(bench.answer('tone: one'));
    await assertTable([['one', 'base: one', '-'], ...whole.slice(1)]);
    assert.ok(gone && (await bench.session.restoreTurns(gone)));
    await assertTable(whole);
  });

  it('goes with the question before it, in all columns, and comes back with it', async () => {
    await bench.regenerate('tone: one');
    await bench.session.select(bench.answer('tone: one'));
    const before = bench.session.conversation.columns;
    const gone = await bench.session.deleteTurn(bench.question('one'));
    await assertTable([]);
    assert.ok(gone && (await bench.session.restoreTurns(gone)));
    await assertTable(whole);
    assert.deepEqual(bench.session.conversation.columns, before);
  });

  it('can be asked later of a model that was added, also if it is not the last one', async () => {
    const third = { connectionId: 'acme', name: 'third' };
    await bench.answerBy('third', 'third: three', () => bench.session.addColumn(third));
    assert.deepEqual(bench.contents('third').at(-1), ['two', 'base: two', 'three']);
    await bench.session.set({ isWithoutEarlier: true });
    await bench.exchangeAll('four');
    await bench.answerBy('third', 'late', () => bench.session.ask(bench.id('third'), bench.question('two')));
    assert.deepEqual(bench.contents('third').at(-1), ['two']);
    assert.deepEqual(bench.table.at(-1), ['four', 'base: four', 'tone: four', 'third: four']);
    assert.deepEqual(
      bench.table.map((row) => row.at(-1)),
      ['-', 'late', 'on 1 of 2', 'third: four'],
    );
  });

  it('is one that a model can be asked later, as is the last one', () => {
    const rows = rowsOf(bench.session.conversation);
    const askable = rows
      .filter((row) => canBeAskedLater(row, rows.at(-1)))
      .map(({ question }) => question.text);
    assert.deepEqual(askable, ['two', 'three']);
  });

  it('asked without its pictures in one column is shown in each as that was asked it', async () => {
    await bench.session.set({ isWithoutEarlier: true });
    const picture = { name: 'a.png', image: 'data:image/png;base64,AAAA' };
    await bench.answers(() => bench.session.send('See', [picture]), {
      base: (call) => call.fail(failed('badRequest', { status: 400 })),
      tone: 'seen',
    });
    await bench.answerBy('base', 'read', () => bench.session.askWithoutPictures(bench.last('base').id));
    const seen = [...whole, ['See', 'read', 'seen']];
    await assertTable(seen);
    const first = bench.question('three');
    await bench.answerAll(() => bench.session.edit(first, 'THREE'), 'THREE');
    await bench.session.select(first);
    await assertTable(seen);
    await bench.exchangeAll('last');
    await assertTable([...seen, ['last', 'base: last', 'tone: last']]);
  });
});
