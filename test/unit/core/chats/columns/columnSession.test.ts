import assert from 'node:assert/strict';
import { questionsOf } from '../../../../../src/core/chats/columns/questions.ts';
import { votableAnswers } from '../../../../../src/core/chats/columns/votes.ts';
import { askOf } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { failed } from '../../fixtures.ts';
import { compared, useBench } from '../chatScript.ts';

const busy = () => failed('rateLimited', { status: 429 });

describe('The columns of a chat', () => {
  const bench = useBench(compared);
  const users = () => [...bench.session.conversation.turns.values()].filter((turn) => turn.role === 'user');

  it('share their first question, have a turn each of the next ones, tied by one id, and their own context', async () => {
    await bench.exchangeAll('one');
    assert.equal(users().length, 1);
    await bench.exchangeAll('two');
    assert.equal(users().length, 3);
    const [, second, copy] = users();
    assert.ok(second && copy);
    assert.equal(askOf(second), askOf(copy));
    assert.notEqual(second.parent, copy.parent);
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
    const votable = () => questionsOf(bench.session.conversation).flatMap(votableAnswers).length;
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
    const revisions = [...(await bench.stored()).turns.values()].flatMap((turn) =>
      turn.role === 'assistant' ? [[turn.text, turn.deployment?.hubRevision]] : [],
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
