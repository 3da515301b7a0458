import assert from 'node:assert/strict';
import { type Row, rowsOf, sameAnswers } from '../../../../../src/core/chats/columns/rows.ts';
import { canWin, votableAnswers, voteOn } from '../../../../../src/core/chats/columns/votes.ts';
import type { Answer } from '../../../../../src/core/chats/tree/conversation.ts';
import type { AnswerState } from '../../../../../src/core/exchange/exchangeFields.ts';
import { failed, newAnswer } from '../../fixtures.ts';
import { Bench, compared, type ScriptedCall, useBench } from '../chatScript.ts';

describe('A vote on answers', () => {
  const bench = useBench(compared);
  const votes = () => bench.session.conversation.votes;
  const last = (): Row => {
    const row = rowsOf(bench.session.conversation).at(-1);
    assert.ok(row);
    return row;
  };
  const vote = (best: string | undefined) =>
    bench.session.vote(last().question.id, best === undefined ? undefined : bench.id(best));
  /** The model that the vote on the last question found best, "tie", or `undefined` without a vote. */
  const shown = () => {
    const found = voteOn(last(), votes());
    const { answers } = bench.session.conversation;
    const winner = found?.among.find((id) => answers.get(id)?.column === found.best);
    return found && (answers.get(winner ?? '')?.name ?? 'tie');
  };

  /** A question whose answers end like this. */
  async function asked(base: (call: ScriptedCall) => unknown, tone: (call: ScriptedCall) => unknown) {
    const { of, done } = await bench.start(() => bench.session.send('one'));
    base(of('base'));
    tone(of('tone'));
    await done;
  }
  const whole = (call: ScriptedCall) => call.say('Fine.').finish();
  const cut = (call: ScriptedCall) => call.say('Fi').fail(failed('network'));
  const empty = (call: ScriptedCall) => call.finish();

  it('names the answers that were judged, and is kept', async () => {
    await bench.exchangeAll('one');
    await vote('tone');
    const [only] = votes();
    const among = [bench.last('base').id, bench.last('tone').id];
    assert.deepEqual({ ...only, at: 0 }, { question: bench.question('one'), best: 'c-tone', among, at: 0 });
    assert.deepEqual((await bench.stored()).votes, votes());
  });

  it('can be changed, and names no column that has no answer', async () => {
    await bench.session.vote('nothing', undefined);
    await bench.exchangeAll('one');
    await bench.session.vote(last().question.id, 'somebody');
    assert.deepEqual(votes(), []);
    await vote('tone');
    await vote(undefined);
    assert.deepEqual([votes().length, shown()], [1, 'tie']);
  });

  it('holds as long as the answers that it names are shown', async () => {
    await bench.exchangeAll('one');
    await vote('tone');
    const judged = bench.last('tone').id;
    await bench.answerBy('tone', 'other', () => bench.session.regenerate(judged));
    assert.equal(shown(), undefined);
    await vote('base');
    assert.deepEqual([votes().length, shown()], [2, 'base']);
    await bench.session.select(judged);
    assert.equal(shown(), 'tone');
  });

  it('holds when another model answers too, until there is a vote on all of them', async () => {
    await bench.exchangeAll('one');
    await vote('tone');
    await bench.answerBy('third', 'mine', () =>
      bench.session.addColumn({ connectionId: 'acme', name: 'third' }),
    );
    assert.equal(shown(), 'tone');
    await vote('third');
    assert.equal(shown(), 'third');
    await bench.session.closeColumn(bench.id('third'));
    assert.equal(shown(), 'tone');
  });

  it('names the models that had answered, also after a column has another one', async () => {
    await bench.exchangeAll('one');
    await bench.session.setModel(bench.id('tone'), { connectionId: 'acme', name: 'third' });
    await vote('base');
    const { answers } = bench.session.conversation;
    assert.deepEqual(
      votes()[0]?.among.map((id) => answers.get(id)?.name),
      ['base', 'tone'],
    );
  });

  it('waits until all answers have ended', async () => {
    await bench.exchangeAll('one');
    const { of, done } = await bench.start(() => bench.session.regenerate(bench.last('tone').id), 1);
    await vote('base');
    assert.deepEqual(votes(), []);
    of('tone').say('other').finish();
    await done;
    await vote('base');
    assert.equal(votes().length, 1);
  });

  it('is not there for one answer alone', async () => {
    bench.service.gone.add('tone');
    await bench.exchangeAll('one', ['base']);
    await vote('base');
    assert.deepEqual([votes(), votableAnswers(last())], [[], []]);
  });

  for (const [what, end] of [
    ['failed', (call: ScriptedCall) => call.fail(failed('server'))],
    ['was cut', cut],
    ['is empty', empty],
  ] as const) {
    it(`can be lost by an answer that ${what}, but not won or tied`, async () => {
      await asked(whole, end);
      await vote('tone');
      await vote(undefined);
      assert.deepEqual(votes(), []);
      await vote('base');
      assert.equal(shown(), 'base');
    });
  }

  it('can be won by what the model ended itself, or its token limit', () => {
    const other = newAnswer('a2', 'u1');
    const wins = (state: AnswerState) => {
      const answer = { ...newAnswer('a1', 'u1'), state };
      return [canWin([answer, other], answer), canWin([answer, other], undefined)];
    };
    for (const state of ['complete', 'limit'] as const) assert.deepEqual(wins(state), [true, true], state);
    for (const state of ['cut', 'stopped', 'failed'] as const)
      assert.deepEqual(wins(state), [false, false], state);
  });

  it('can’t be cast in a chat that is read only', async () => {
    await bench.exchangeAll('one');
    const closed = new Bench(bench.folder, await bench.stored(), 'elsewhere');
    await closed.session.vote(last().question.id, 'c-tone');
    assert.deepEqual(closed.session.conversation.votes, []);
  });
});

describe('The same answers', () => {
  const answer = (text: string, more: Partial<Answer> = {}) => ({
    ...newAnswer('a', 'u', text),
    ...more,
  });
  const groups = (...answers: Answer[]) =>
    sameAnswers(answers.map((one, at) => ({ ...one, id: `c${at}` }))).map((group) =>
      group.map(({ id }) => id),
    );

  it('are groups of columns, whatever white space is around the text', () => {
    assert.deepEqual(groups(answer('Yes.'), answer(' Yes.\n')), [['c0', 'c1']]);
    assert.deepEqual(groups(answer('Yes.'), answer('No.'), answer('Yes.'), answer('No.')), [
      ['c0', 'c2'],
      ['c1', 'c3'],
    ]);
    assert.deepEqual(groups(answer('Yes.'), answer('Yes. '), answer('No.'), answer('Yes.')), [
      ['c0', 'c1', 'c3'],
    ]);
  });

  it('are none if they differ, even in one letter', () => {
    assert.deepEqual(groups(answer('Yes.'), answer('yes.')), []);
    assert.deepEqual(groups(answer('Yes.')), []);
  });

  it('are none that are empty, missing or still on their way', () => {
    assert.deepEqual(groups(answer(''), answer(' ')), []);
    assert.deepEqual(groups(), []);
    assert.deepEqual(
      groups(answer('Yes.', { state: 'streaming' }), answer('Yes.', { state: 'streaming' })),
      [],
    );
  });
});
