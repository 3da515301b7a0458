import assert from 'node:assert/strict';
import { ServiceError } from '../../../../../src/api/serviceError.ts';
import { comparableQuestion, gapOf, questionsOf } from '../../../../../src/core/chats/columns/questions.ts';
import { askOf } from '../../../../../src/core/chats/tree/columns.ts';
import { useFolder } from '../../fixtures.ts';
import { CompareBench } from './compareBench.ts';

const busy = () =>
  new ServiceError('rateLimited', 'Busy.', { endpoint: 'POST /api/v1/chat/completions', status: 429 });

describe('The columns of a comparison', () => {
  const folder = useFolder();
  let bench: CompareBench;
  beforeEach(() => {
    bench = new CompareBench(folder());
  });
  const users = () => [...bench.session.conversation.turns.values()].filter((turn) => turn.role === 'user');
  const contents = (model: string) =>
    bench.service.calls
      .filter(({ request }) => request.model === model)
      .map(({ request }) => request.messages.map(({ content }) => content));

  it('share their first question, and have a turn each of the next ones, tied by one id', async () => {
    await bench.exchangeAll('one');
    assert.equal(users().length, 1);
    await bench.exchangeAll('two');
    assert.equal(users().length, 3);
    const [, second, copy] = users();
    assert.ok(second && copy);
    assert.equal(askOf(second), askOf(copy));
    assert.notEqual(second.parent, copy.parent);
    assert.deepEqual(bench.shown('tone'), ['one', 'tone: one', 'two', 'tone: two']);
    assert.deepEqual(
      questionsOf(bench.session.conversation).map(({ turn }) => turn.text),
      ['one', 'two'],
    );
  });

  it('are asked each with its own answers alone', async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
    assert.deepEqual(contents('base'), [['one'], ['one', 'base: one', 'two']]);
    assert.deepEqual(contents('tone'), [['one'], ['one', 'tone: one', 'two']]);
  });

  it('are all on the disk before any of them is asked', async () => {
    const stored: number[] = [];
    bench.service.onCall = () => undefined;
    const { of, done } = await bench.start(() => bench.compare.send('one'));
    stored.push((await bench.stored()).turns.size);
    of('base').finish();
    of('tone').finish();
    await done;
    assert.deepEqual(stored, [3]);
  });

  it('stream together and end in any order, and only those that overlapped say so', async () => {
    const { of, done } = await bench.start(() => bench.compare.send('one'));
    of('tone').say('first').finish();
    await bench.next('ended');
    of('base').say('second').finish();
    await done;
    assert.deepEqual(
      [bench.answer('base')?.figures?.isTogether, bench.answer('tone')?.figures?.isTogether],
      [true, true],
    );
    const again = await bench.start(
      () =>
        bench.session.regenerate(
          bench.answer('base')?.id ?? '',
          bench.compare.askedFor(bench.answer('base')?.id ?? ''),
        ),
      1,
    );
    again.of('base').say('alone').finish();
    await again.done;
    assert.equal(bench.answer('base')?.text, 'alone');
    assert.equal(bench.answer('base')?.figures?.isTogether, undefined);
  });

  it('are asked one after the other if that is wanted; what is stopped in line is never asked', async () => {
    await bench.compare.setOneAtATime(true);
    const first = await bench.start(() => bench.compare.send('one'), 1);
    assert.equal(bench.service.calls.length, 1);
    const column = bench.compare.column(bench.id('tone'));
    assert.ok(column && bench.session.isInLine(bench.compare.streamingIn(column) ?? ''));
    first.of('base').say('done').finish();
    const call = await bench.service.nextCall();
    assert.equal(call.request.model, 'tone');
    call.say('done').finish();
    await first.done;
    const second = await bench.start(() => bench.compare.send('two'), 1);
    bench.compare.stop(bench.id('tone'));
    second.of('base').say('done').finish();
    await second.done;
    assert.equal(bench.service.calls.length, 3);
    assert.equal(bench.answer('tone')?.state, 'stopped');
    assert.equal(bench.answer('base')?.figures?.isTogether, undefined);
  });

  it('can be stopped alone', async () => {
    const { of, done } = await bench.start(() => bench.compare.send('one'));
    of('base').say('half');
    await bench.next('append');
    bench.compare.stop(bench.id('base'));
    await bench.next('ended');
    of('tone').say('whole').finish();
    await done;
    assert.deepEqual([bench.answer('base')?.state, bench.answer('tone')?.state], ['stopped', 'complete']);
  });

  it('fail alone and are retried alone, while another one still streams', async () => {
    const { of, done } = await bench.start(() => bench.compare.send('one'));
    of('base').fail(busy());
    await bench.next('ended');
    const failed = bench.answer('base')?.id ?? '';
    assert.equal(
      gapOf(questionsOf(bench.session.conversation), bench.compare.comparison.columns[0] as never),
      undefined,
    );
    const retry = await bench.start(() => bench.session.retry(failed, bench.compare.askedFor(failed)), 1);
    retry.of('base').say('now').finish();
    await retry.done;
    assert.equal(bench.answer('base')?.id, failed);
    assert.equal(comparableQuestion(bench.session.conversation), undefined);
    of('tone').say('whole').finish();
    await done;
    assert.equal(comparableQuestion(bench.session.conversation)?.turn.text, 'one');
  });

  it('say which one lacks an answer that another one has', async () => {
    const { of, done } = await bench.start(() => bench.compare.send('one'));
    of('base').fail(busy());
    of('tone').say('whole').finish();
    await done;
    const gaps = () =>
      bench.compare.comparison.columns.map((one) => gapOf(questionsOf(bench.session.conversation), one));
    assert.deepEqual(gaps(), ['last', undefined]);
    await bench.exchangeAll('two');
    assert.deepEqual(gaps(), ['earlier', undefined]);
    assert.deepEqual(contents('base').at(-1), ['two'], 'a question without an answer is left out');
  });

  it('all get a reworded question, and each its own new answer', async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
    const second = users().find(({ text }) => text === 'two');
    const { of, done } = await bench.start(() => bench.compare.edit(second?.id ?? '', 'too'));
    of('base').say('b').finish();
    of('tone').say('t').finish();
    await done;
    assert.deepEqual(bench.shown('base'), ['one', 'base: one', 'too', 'b']);
    assert.deepEqual(bench.shown('tone'), ['one', 'tone: one', 'too', 't']);
    await bench.compare.select(second?.id ?? '');
    assert.deepEqual(
      bench.shown('tone'),
      ['one', 'tone: one', 'two', 'tone: two'],
      'the version of all columns',
    );
    const [first] = users();
    const anew = await bench.start(() => bench.compare.edit(first?.id ?? '', 'ONE'));
    anew.of('base').say('b1').finish();
    anew.of('tone').say('t1').finish();
    await anew.done;
    assert.deepEqual(bench.shown('base'), ['ONE', 'b1']);
    await bench.compare.select(first?.id ?? '');
    assert.deepEqual(bench.shown('tone'), ['one', 'tone: one', 'too', 't']);
  });

  it('show another answer of their own', async () => {
    await bench.exchangeAll('one');
    const { id } = bench.answer('tone') ?? { id: '' };
    const { of, done } = await bench.start(() => bench.session.regenerate(id, bench.compare.askedFor(id)), 1);
    of('tone').say('other').finish();
    await done;
    assert.deepEqual(bench.shown('tone'), ['one', 'other']);
    assert.deepEqual(bench.shown('base'), ['one', 'base: one']);
    await bench.compare.select(id);
    assert.deepEqual(bench.shown('tone'), ['one', 'tone: one']);
  });

  it('lose a deleted turn, and have it back as it was', async () => {
    await bench.exchangeAll('one');
    const gone = await bench.session.deleteTurn(bench.answer('tone')?.id ?? '');
    assert.ok(gone);
    assert.deepEqual(bench.shown('tone'), ['one']);
    assert.deepEqual(bench.shown('base'), ['one', 'base: one']);
    assert.equal(await bench.session.restoreTurns(gone), true);
    assert.deepEqual(bench.shown('tone'), ['one', 'tone: one']);
    assert.deepEqual((await bench.stored()).comparison, bench.session.conversation.comparison);
  });

  it('are two to four: a new one answers the last question, a closed one comes back', async () => {
    await bench.exchangeAll('one');
    const { of, done } = await bench.start(
      () => bench.compare.addColumn({ connectionId: 'acme', model: 'third' }),
      1,
    );
    of('third').say('mine').finish();
    await done;
    assert.deepEqual(bench.shown('third'), ['one', 'mine']);
    await bench.compare.closeColumn(bench.id('base'));
    assert.deepEqual([bench.session.conversation.model, bench.shown('base')], ['tone', []]);
    await bench.compare.closeColumn(bench.id('third'));
    assert.equal(bench.compare.comparison.columns.length, 2, 'two stay');
    await bench.compare.addColumn({ connectionId: 'acme', model: 'base' });
    assert.deepEqual(bench.shown('base'), ['one', 'base: one']);
    assert.equal(bench.service.calls.length, 3, 'nobody was asked again');
  });

  it('skip a model that is gone', async () => {
    bench.gone.add('base');
    const { of, done } = await bench.start(() => bench.compare.send('one'), 1);
    of('tone').say('whole').finish();
    await done;
    assert.equal(bench.service.calls.length, 1);
    assert.deepEqual(bench.shown('base'), []);
  });

  it('are all asked or none while the names are hidden: who gives no answer would be known', async () => {
    await bench.compare.setBlind(true);
    bench.gone.add('base');
    const sent = bench.compare.send('one');
    assert.equal(bench.session.conversation.turns.size, 0);
    await sent;
    assert.equal(bench.service.calls.length, 0);
  });

  it('have the shared settings or their own', async () => {
    await bench.session.setSettings({ temperature: 0 });
    await bench.compare.setSettings(bench.id('tone'), { systemPrompt: 'Be kind.' });
    await bench.exchangeAll('one');
    const of = (model: string) => bench.service.calls.find(({ request }) => request.model === model)?.request;
    assert.equal(of('base')?.temperature, 0);
    assert.equal(of('tone')?.temperature, undefined);
    assert.equal(of('tone')?.messages[0]?.content, 'Be kind.');
  });

  it('take one vote a question, changed as long as it is not blind', async () => {
    await bench.compare.vote(bench.id('tone'));
    assert.equal(bench.compare.comparison.votes.length, 0, 'nothing was answered');
    await bench.exchangeAll('one');
    await bench.compare.vote('somebody');
    await bench.compare.vote(bench.id('tone'));
    await bench.compare.vote('tie');
    const [vote, ...others] = bench.compare.comparison.votes;
    assert.equal(others.length, 0);
    assert.equal(vote?.best, undefined);
    assert.deepEqual(
      vote?.among.map(({ model }) => model),
      ['base', 'tone'],
    );
    assert.deepEqual((await bench.stored()).comparison?.votes, bench.compare.comparison.votes);
  });

  it('keep a waiting blind vote for good, and hide their names only before a question', async () => {
    await bench.compare.setBlind(true);
    await bench.exchangeAll('one');
    await bench.compare.send('two');
    assert.equal(bench.service.calls.length, 2, 'a blind comparison has one question');
    const best = bench.compare.comparison.columns[0]?.id ?? '';
    await bench.compare.vote(best);
    await bench.compare.vote('tie');
    assert.equal(bench.compare.comparison.blind, 'revealed');
    assert.deepEqual(
      bench.compare.comparison.votes.map((vote) => [vote.best, vote.isBlind]),
      [[best, true]],
    );
    await bench.compare.setBlind(true);
    assert.equal(bench.compare.comparison.blind, 'revealed');
  });
});
