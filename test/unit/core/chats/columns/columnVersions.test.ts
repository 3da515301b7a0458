import assert from 'node:assert/strict';
import { comparableQuestion, questionsOf } from '../../../../../src/core/chats/columns/questions.ts';
import { voteOn } from '../../../../../src/core/chats/columns/votes.ts';
import { askOf } from '../../../../../src/core/chats/tree/columns.ts';
import type { Comparison } from '../../../../../src/core/chats/tree/comparison.ts';
import { useFolder } from '../../fixtures.ts';
import { CompareBench } from './compareBench.ts';

describe('What a comparison’s columns show', () => {
  const folder = useFolder();
  let bench: CompareBench;
  beforeEach(async () => {
    bench = new CompareBench(folder());
    await bench.exchangeAll('one');
  });
  const question = (text: string) =>
    [...bench.session.conversation.turns.values()].find((turn) => turn.role === 'user' && turn.text === text)
      ?.id ?? '';
  const shown = () => bench.compare.comparison.columns.map(({ model }) => bench.shown(model).at(-1));
  const third = { connectionId: 'acme', model: 'third' };

  /** Does what asks one column, which answers with `text`. */
  async function answerOne(model: string, text: string, act: () => Promise<void>): Promise<void> {
    const { of, done } = await bench.start(act, 1);
    of(model).say(text).finish();
    await done;
  }

  it('loses a deleted question in all columns, and has it back in all, whatever was changed meanwhile', async () => {
    await bench.exchangeAll('two');
    const gone = await bench.session.deleteTurn(question('two'));
    assert.deepEqual(shown(), ['base: one', 'tone: one']);
    assert.deepEqual(
      questionsOf(bench.session.conversation).map(({ turn }) => turn.text),
      ['one'],
    );
    await bench.compare.setOneAtATime(true);
    assert.ok(gone && (await bench.session.restoreTurns(gone)));
    assert.deepEqual(shown(), ['base: two', 'tone: two']);
    assert.equal(bench.compare.comparison.isOneAtATime, true);
    assert.deepEqual((await bench.stored()).comparison, bench.compare.comparison);
  });

  it('comes back only where nobody has gone on', async () => {
    const gone = await bench.session.deleteTurn(bench.answer('tone')?.id ?? '');
    await answerOne('tone', 'anew', () => bench.compare.askMissing());
    assert.ok(gone && (await bench.session.restoreTurns(gone)));
    assert.deepEqual(shown(), ['base: one', 'anew']);
  });

  it('stays a column’s own after an answer is deleted that is another one’s context', async () => {
    await bench.exchangeAll('two');
    await answerOne('third', 'third: two', () => bench.compare.addColumn(third));
    assert.deepEqual(bench.shown('third'), ['one', 'base: one', 'two', 'third: two']);
    const first = bench.compare.path(bench.compare.comparison.columns[0] as never)[1];
    await answerOne('base', 'base again', () =>
      bench.session.regenerate(first?.id ?? '', bench.compare.askedFor(first?.id ?? '')),
    );
    assert.deepEqual(bench.shown('third'), ['one', 'base: one', 'two', 'third: two'], 'it keeps its context');
    await bench.session.deleteTurn(first?.id ?? '');
    assert.deepEqual([bench.shown('base'), bench.shown('third')], [['one', 'base again'], ['one']]);
  });

  it('of an added column comes back with an earlier version of the first question', async () => {
    await bench.exchangeAll('two');
    await answerOne('third', 'third: two', () => bench.compare.addColumn(third));
    const { of, done } = await bench.start(() => bench.compare.edit(question('one'), 'ONE'), 3);
    for (const model of ['base', 'tone', 'third']) of(model).say(`${model}: ONE`).finish();
    await done;
    assert.deepEqual(shown(), ['base: ONE', 'tone: ONE', 'third: ONE']);
    await bench.compare.select(question('one'));
    assert.deepEqual(shown(), ['base: two', 'tone: two', 'third: two']);
  });

  it('has the last question too once a model is back that was not asked it', async () => {
    bench.gone.add('tone');
    await bench.exchangeAll('two', ['base']);
    bench.gone.delete('tone');
    await answerOne('tone', 'tone: two', () => bench.compare.askMissing());
    assert.deepEqual(bench.shown('tone'), ['one', 'tone: one', 'two', 'tone: two']);
    assert.equal(comparableQuestion(bench.session.conversation)?.turn.text, 'two');
    const asks = [...bench.session.conversation.turns.values()].flatMap((turn) =>
      turn.role === 'user' && turn.text === 'two' ? [askOf(turn)] : [],
    );
    assert.deepEqual([asks.length, new Set(asks).size], [2, 1]);
  });

  it('is found again in a closed column, which opens if there is room', async () => {
    await answerOne('third', 'third: one', () => bench.compare.addColumn(third));
    const hit = bench.answer('third')?.id ?? '';
    await bench.compare.closeColumn(bench.id('third'));
    await bench.compare.find(hit);
    assert.deepEqual(shown(), ['base: one', 'tone: one', 'third: one']);
  });

  it('is found in a version that is out of sight', async () => {
    await bench.exchangeAll('two');
    const { of, done } = await bench.start(() => bench.compare.edit(question('one'), 'ONE'));
    for (const model of ['base', 'tone']) of(model).say(`${model}: ONE`).finish();
    await done;
    await bench.compare.find(question('two'));
    assert.equal(bench.shown('base').at(-1), 'base: two');
  });

  it('is asked again before it is compared once a column’s model has changed', async () => {
    await bench.compare.vote(bench.id('tone'));
    await bench.compare.setModel(bench.id('tone'), third);
    const [vote] = bench.compare.comparison.votes;
    assert.deepEqual(
      vote?.among.map(({ model }) => model),
      ['base', 'tone'],
    );
    await bench.compare.vote('tie');
    const [again] = bench.compare.comparison.votes;
    assert.deepEqual(
      again?.among.map(({ model }) => model),
      ['base', 'tone'],
      'the models that had answered',
    );
  });

  it('has a vote as long as it shows the answers that were judged', async () => {
    await bench.compare.vote(bench.id('tone'));
    const now = () => {
      const asked = comparableQuestion(bench.session.conversation);
      return asked && voteOn(asked, bench.compare.comparison.votes)?.best;
    };
    assert.equal(now(), bench.id('tone'));
    const judged = bench.answer('tone')?.id ?? '';
    await answerOne('tone', 'other', () => bench.session.regenerate(judged, bench.compare.askedFor(judged)));
    assert.equal(now(), undefined);
    await bench.compare.select(judged);
    assert.equal(now(), bench.id('tone'));
  });

  it('can’t be judged before each column has answered the question with which all end', async () => {
    await answerOne('third', 'third: one', () => bench.compare.addColumn(third));
    await bench.compare.closeColumn(bench.id('third'));
    await bench.exchangeAll('two');
    assert.equal(comparableQuestion(bench.session.conversation)?.turn.text, 'two');
    await bench.session.deleteTurn(bench.answer('tone')?.id ?? '');
    assert.equal(comparableQuestion(bench.session.conversation), undefined);
  });
});

describe('A blind comparison', () => {
  const folder = useFolder();
  let bench: CompareBench;
  beforeEach(() => {
    bench = new CompareBench(folder());
  });

  it('ignores a column’s own settings, and gives them back', async () => {
    const own = { systemPrompt: 'Be kind.' };
    await bench.compare.setSettings(bench.id('tone'), own);
    await bench.compare.setBlind(true);
    const settings = () => bench.compare.comparison.columns.map((column) => bench.compare.settingsOf(column));
    assert.deepEqual(settings(), [{}, {}]);
    await bench.compare.setBlind(false);
    assert.deepEqual(settings(), [{}, own]);
  });

  it('has had its question even if that was deleted, and keeps its models', async () => {
    await bench.compare.setBlind(true);
    await bench.exchangeAll('one');
    await bench.compare.setBlind(false);
    const { comparison } = bench.compare;
    await bench.compare.setModel(bench.id('tone'), { connectionId: 'acme', model: 'other' });
    assert.deepEqual(bench.compare.comparison, comparison);
    const [first] = bench.session.conversation.turns.keys();
    await bench.session.deleteTurn(first ?? '');
    await bench.compare.send('two');
    await bench.compare.setBlind(true);
    assert.equal(bench.service.calls.length, 2);
    assert.equal(bench.compare.comparison.blind satisfies Comparison['blind'], 'revealed');
  });
});
