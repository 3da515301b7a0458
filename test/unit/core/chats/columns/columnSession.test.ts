import assert from 'node:assert/strict';
import { rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import { votableAnswers } from '../../../../../src/core/chats/columns/votes.ts';
import { ChatSession } from '../../../../../src/core/chats/session/chatSession.ts';
import { isAnswer } from '../../../../../src/core/chats/tree/conversation.ts';
import { TakenError } from '../../../../../src/core/files/ownedFile.ts';
import { failed, silent, turnsIn } from '../../fixtures.ts';
import { compared, ScriptedService, shownIn, tableOf, useBench } from '../chatScript.ts';

const busy = () => failed('rateLimited', { status: 429 });

describe('The columns of a chat', () => {
  const bench = useBench(compared);

  it('share their questions, and have each its own context', async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
    assert.equal(bench.session.conversation.questions.size, 2);
    assert.deepEqual(bench.contents('base'), [['one'], ['one', 'base: one', 'two']]);
    assert.deepEqual(bench.contents('tone'), [['one'], ['one', 'tone: one', 'two']]);
    assert.deepEqual(bench.table, [
      ['one', 'base: one', 'tone: one'],
      ['two', 'base: two', 'tone: two'],
    ]);
  });

  it('can be stopped one by one, or all at once', async () => {
    const { of, done } = await bench.start(() => bench.session.send('one'));
    of('base').say('half');
    await bench.next('append');
    bench.session.stop(bench.last('base').id);
    await bench.next('ended');
    of('tone').say('whole').finish();
    await done;
    assert.deepEqual([bench.last('base').state, bench.last('tone').state], ['stopped', 'complete']);
    const all = await bench.start(() => bench.session.send('two'));
    bench.session.stop();
    await all.done;
    assert.deepEqual([bench.last('base').state, bench.last('tone').state], ['stopped', 'stopped']);
  });

  it('fail alone and are retried alone, while another one still streams', async () => {
    const { of, done } = await bench.start(() => bench.session.send('one'));
    of('base').fail(busy());
    await bench.next('ended');
    const { id } = bench.last('base');
    await bench.answerBy('base', 'now', () => bench.session.retry(id));
    assert.equal(bench.last('base').id, id);
    const votable = () => rowsOf(bench.session.conversation).flatMap(votableAnswers).length;
    assert.equal(votable(), 0);
    of('tone').say('whole').finish();
    await done;
    assert.equal(votable(), 2);
  });

  it('leave a question out of their next request that only they have no answer to', async () => {
    await bench.answers(() => bench.session.send('one'), {
      base: (call) => call.fail(busy()),
      tone: 'whole',
    });
    await bench.exchangeAll('two');
    assert.deepEqual(bench.contents('base').at(-1), ['two']);
    assert.deepEqual(bench.contents('tone').at(-1), ['one', 'whole', 'two']);
  });

  it('all get a reworded question, and each its own new answer', async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
    const reword = async (id: string, text: string) => {
      await bench.answerAll(() => bench.session.edit(id, text), text);
    };
    const [first, second] = [bench.question('one'), bench.question('two')];
    await reword(second, 'too');
    assert.deepEqual(bench.table, [
      ['one', 'base: one', 'tone: one'],
      ['too', 'base: too', 'tone: too'],
    ]);
    await bench.session.select(second);
    assert.deepEqual(bench.table.at(-1), ['two', 'base: two', 'tone: two'], 'the version of all columns');
    await reword(first, 'ONE');
    assert.deepEqual(bench.table, [['ONE', 'base: ONE', 'tone: ONE']]);
    await bench.session.select(first);
    assert.deepEqual(bench.table.at(-1), ['too', 'base: too', 'tone: too']);
  });

  it('skip a model that is gone: it was not asked', async () => {
    bench.service.gone.add('base');
    await bench.exchangeAll('one', ['tone']);
    assert.equal(bench.service.calls.length, 1);
    assert.deepEqual(bench.table, [['one', '-', 'tone: one']]);
    assert.deepEqual((await bench.stored()).columns, bench.session.conversation.columns);
    bench.service.gone.add('tone');
    await bench.session.send('two');
    assert.equal(bench.service.calls.length, 1);
  });

  it('have the shared settings or their own', async () => {
    bench.session.setSettings({ temperature: 0 });
    bench.session.setSettings({ systemPrompt: 'Be kind.' }, bench.id('tone'));
    await bench.exchangeAll('one');
    const of = (model: string) => bench.service.calls.find(({ request }) => request.model === model)?.request;
    assert.deepEqual([of('base')?.temperature, of('base')?.messages.length], [0, 1]);
    assert.equal(of('tone')?.temperature, undefined);
    assert.equal(of('tone')?.messages[0]?.content, 'Be kind.');
    await bench.session.shareSettings(bench.id('tone'));
    assert.deepEqual((await bench.stored()).columns, bench.session.conversation.columns);
    assert.ok(bench.session.conversation.columns.every(({ settings }) => settings === undefined));
  });

  it('ask another model from their next question on, and name who answered before', async () => {
    await bench.exchangeAll('one');
    await bench.session.setModel(bench.id('tone'), { connectionId: 'acme', name: 'third', isUnlisted: true });
    const [, third] = bench.session.conversation.columns;
    assert.deepEqual([third?.id, third?.name, third?.isUnlisted], ['c-tone', 'third', true]);
    assert.equal(bench.last('third').name, 'tone');
    await bench.exchangeAll('two');
    assert.deepEqual(bench.table, [
      ['one', 'base: one', 'tone: one'],
      ['two', 'base: two', 'third: two'],
    ]);
    await bench.session.setModel('c-tone', { connectionId: 'acme', name: 'tone' });
    assert.equal(bench.session.column('c-tone')?.isUnlisted, undefined);
  });

  it('keep for every answer the deployment that was listed when it was asked for', async () => {
    bench.service.deployments.set('tone', { baseModelName: 'base', hubRevision: '4f2c9ab' });
    await bench.exchangeAll('one');
    bench.service.deployments.set('tone', { baseModelName: 'base', hubRevision: '77ab001' });
    await bench.exchangeAll('two');
    const revisions = [...turnsIn(await bench.stored()).values()].flatMap((turn) =>
      isAnswer(turn) ? [[turn.text, turn.deployment?.hubRevision]] : [],
    );
    assert.deepEqual(
      new Map(revisions as [string, string][]),
      new Map<string, string | undefined>([
        ['base: one', undefined],
        ['tone: one', '4f2c9ab'],
        ['base: two', undefined],
        ['tone: two', '77ab001'],
      ]),
    );
  });
});

describe('The streams of columns', () => {
  const bench = useBench(compared);

  it('end in any order, and only those that overlapped say so', async () => {
    const { of, done } = await bench.start(() => bench.session.send('one'));
    assert.equal(bench.session.streamingAnswers.length, 2);
    of('tone').say('first').finish();
    await bench.next('ended');
    assert.deepEqual(bench.session.streamingAnswers, [bench.last('base').id]);
    of('base').say('second').finish();
    await done;
    assert.equal(bench.session.isBusy, false);
    const together = () => ['base', 'tone'].map((model) => bench.last(model).figures?.isTogether);
    assert.deepEqual(together(), [true, true]);
    await bench.answerBy('base', 'alone', () => bench.session.regenerate(bench.last('base').id));
    assert.deepEqual(together(), [undefined, true]);
  });

  it('come one after the other if that is wanted', async () => {
    await bench.session.set({ isOneAtATime: true });
    const { of, done } = await bench.start(() => bench.session.send('one'), 1);
    assert.equal(bench.session.isQueued(bench.last('tone').id), true);
    assert.equal(bench.session.isQueued(bench.last('base').id), false);
    of('base').say('done').finish();
    const call = await bench.service.nextCall();
    assert.equal(call.request.model, 'tone');
    assert.equal(bench.session.isQueued(bench.last('tone').id), false);
    call.say('done').finish();
    await done;
    assert.deepEqual(
      ['base', 'tone'].map((model) => bench.last(model).figures?.isTogether),
      [undefined, undefined],
    );
  });

  it('that are stopped while they are queued end at once, are never asked, and slow nobody down', async () => {
    await bench.session.set({ isOneAtATime: true });
    const { of, done } = await bench.start(() => bench.session.send('one'), 1);
    const ended = bench.next('ended');
    bench.session.stop(bench.last('tone').id);
    await ended;
    assert.deepEqual([bench.last('tone').state, bench.last('base').state], ['stopped', 'streaming']);
    of('base').say('whole').finish();
    await done;
    assert.equal(bench.last('base').figures?.isTogether, undefined);
    assert.equal(bench.service.calls.length, 1);
  });

  it('were measured while other answers were streaming also if only the first part of a continued answer was', async () => {
    await bench.answers(() => bench.session.send('one'), {
      base: (call) => call.say('half').usage(3, 2).fail(failed('network')),
      tone: 'whole',
    });
    const { id, state } = bench.last('base');
    assert.equal(state, 'cut');
    await bench.answers(() => bench.session.continueAnswer(id), {
      base: (call) => call.say(' and the rest').usage(3, 4).finish(),
    });
    const { figures } = bench.last('base');
    assert.deepEqual([figures?.completionTokens, figures?.isTogether], [6, true]);
  });

  it('of one column are asked for while another one streams, but not twice in one', async () => {
    await bench.exchangeAll('one');
    const [base, tone] = [bench.last('base').id, bench.last('tone').id];
    const first = await bench.start(() => bench.session.regenerate(base), 1);
    await bench.session.regenerate(bench.last('base').id);
    await bench.session.retry(base);
    await bench.answerBy('tone', 'again', () => bench.session.regenerate(tone));
    first.of('base').say('again').finish();
    await first.done;
    assert.deepEqual([bench.table, bench.service.calls.length], [[['one', 'again', 'again']], 4]);
  });

  it('leave nothing behind if another window has taken the chat while two of them are asked', async () => {
    const service = new ScriptedService();
    const refusals: (() => void)[] = [];
    let isTaken = false;
    const append = () => {
      if (!isTaken) return Promise.resolve();
      const { promise, reject } = Promise.withResolvers<void>();
      refusals.push(() => reject(new TakenError()));
      return promise;
    };
    const session = new ChatSession(compared(), { append }, service, silent);
    service.onCall = ({ request, say }) => say(`${request.model} answers`).finish();
    await session.send('one');
    const before = tableOf(session.conversation);
    isTaken = true;
    const again = session.conversation.columns.map((column) =>
      session.regenerate(shownIn(session.conversation, column).at(-1)?.id ?? ''),
    );
    await Promise.resolve();
    for (const refuse of refusals) refuse();
    await Promise.all(again);
    assert.deepEqual(tableOf(session.conversation), before);
    assert.deepEqual([service.calls.length, turnsIn(session.conversation).size], [2, 3]);
    assert.equal(session.readOnly, 'taken');
  });

  it('without pictures answer the same question, which the other columns have with them', async () => {
    const picture = { name: 'a.png', image: 'data:image/png;base64,AAAA' };
    await bench.answers(() => bench.session.send('See', [picture]), {
      base: (call) => call.fail(failed('badRequest', { status: 400 })),
      tone: 'seen',
    });
    const refused = bench.last('base').id;
    await bench.answerBy('base', 'read', () => bench.session.askWithoutPictures(refused));
    assert.deepEqual(bench.contents('base')[1], ['See']);
    assert.deepEqual(bench.table, [['See', 'read', 'seen']]);
    await bench.session.vote(bench.question('See'), bench.id('base'));
    assert.equal(bench.session.conversation.votes.length, 1, 'both have answered it');
    // The next question goes on from either answer, with or without the picture.
    const { id: read } = bench.last('base');
    await bench.exchangeAll('And?');
    assert.deepEqual(bench.contents('base').at(-1), ['See', 'read', 'And?']);
    await bench.answerBy('base', 'read again', () => bench.session.regenerate(read));
    assert.deepEqual(bench.contents('base').at(-1), ['See']);
    await bench.session.select(refused);
    assert.deepEqual(bench.table[0], ['See', '', 'seen']);
  });
});
