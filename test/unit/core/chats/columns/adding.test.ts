import assert from 'node:assert/strict';
import { isUnused, newConversation } from '../../../../../src/core/chats/columns/columnSet.ts';
import { newQuestion } from '../../fixtures.ts';
import { Bench, compared, useBench } from '../chatScript.ts';

const model = (name: string) => ({ connectionId: 'acme', name });

describe('An added model', () => {
  const bench = useBench(compared);
  beforeEach(async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
  });
  const add = (name: string) => bench.session.addColumn(model(name));
  const addAnswering = (name: string, text: string) => bench.answerBy(name, text, () => add(name));
  const models = () => bench.session.conversation.columns.map(({ name }) => name);

  it('answers the last question at once, with the first column’s turns as context', async () => {
    await addAnswering('third', 'third: two');
    assert.deepEqual(bench.contents('third'), [['one', 'base: one', 'two']]);
    assert.deepEqual(bench.table, [
      ['one', 'base: one', 'tone: one', '-'],
      ['two', 'base: two', 'tone: two', 'third: two'],
    ]);
    assert.deepEqual(bench.path('third'), ['one', 'base: one', 'two', 'third: two']);
    assert.deepEqual((await bench.stored()).columns, bench.session.conversation.columns);
    await bench.exchangeAll('three');
    assert.deepEqual(bench.contents('third').at(-1), ['one', 'base: one', 'two', 'third: two', 'three']);
  });

  it('keeps that context whatever the first column shows later', async () => {
    await addAnswering('third', 'third: two');
    const first = bench.answer('base: one');
    await bench.answerBy('base', 'anew', () => bench.session.regenerate(first));
    assert.deepEqual(bench.path('third'), ['one', 'base: one', 'two', 'third: two']);
    await bench.session.deleteTurn(first);
    assert.deepEqual([bench.path('base'), bench.path('third')], [['one', 'anew'], ['one']]);
  });

  it('begins with nothing in a chat without turns, which asks nobody', async () => {
    const empty = new Bench(bench.folder, compared(['base'], { id: crypto.randomUUID() }));
    await empty.session.addColumn({ ...model('tone'), isUnlisted: true });
    const [, added] = empty.session.conversation.columns;
    assert.deepEqual([added?.name, added?.isUnlisted, added?.last], ['tone', true, undefined]);
    assert.equal(empty.service.calls.length, 0);
    await empty.exchangeAll('one');
    assert.deepEqual(empty.table, [['one', 'base: one', 'tone: one']]);
  });

  it('stands with the last question, unasked, if it is gone', async () => {
    bench.service.gone.add('third');
    await add('third');
    assert.deepEqual(bench.table.at(-1), ['two', 'base: two', 'tone: two', '-']);
    bench.service.gone.clear();
    await bench.answerBy('third', 'now', () => bench.session.ask(bench.id('third'), bench.question('two')));
    assert.deepEqual(bench.table.at(-1), ['two', 'base: two', 'tone: two', 'now']);
  });

  it('is one of at most four, and none while anything streams', async () => {
    const { of, done } = await bench.start(() => bench.session.send('three'));
    assert.equal(bench.session.canAddColumn, false);
    await add('third');
    for (const name of models()) of(name).finish();
    await done;
    for (const name of ['third', 'fourth']) await addAnswering(name, name);
    assert.equal(bench.session.canAddColumn, false);
    await add('fifth');
    assert.deepEqual(models(), ['base', 'tone', 'third', 'fourth']);
  });

  it('is not asked again what it shows an answer to, or has answered below another version', async () => {
    const calls = () => bench.service.calls.length;
    const before = calls();
    await bench.session.ask(bench.id('tone'), bench.question('two'));
    await bench.regenerate('tone: one');
    assert.deepEqual(bench.table.at(-1), ['two', 'base: two', 'on 1 of 2']);
    await bench.session.ask(bench.id('tone'), bench.question('two'));
    assert.equal(calls(), before + 1);
  });
});

describe('A closed column', () => {
  const bench = useBench(compared);
  beforeEach(async () => {
    await bench.exchangeAll('one');
  });
  const close = (name: string) => bench.session.closeColumn(bench.id(name));
  const models = () => bench.session.conversation.columns.map(({ name }) => name);

  it('leaves a chat if it was the last but one; the last one stays', async () => {
    await close('base');
    await close('tone');
    assert.deepEqual(models(), ['tone']);
    assert.deepEqual(bench.table, [['one', 'tone: one']]);
    const stored = await bench.stored();
    assert.deepEqual([stored.columns.length, stored.closed?.length], [1, 1]);
    await bench.exchangeAll('two');
    assert.deepEqual(bench.contents('tone').at(-1), ['one', 'tone: one', 'two']);
    assert.equal(bench.service.calls.length, 3);
  });

  it('comes back with its own path when its model is added again, and nobody is asked', async () => {
    const [base] = bench.session.conversation.columns;
    await close('base');
    await bench.session.addColumn(model('base'));
    assert.deepEqual(models(), ['tone', 'base']);
    assert.deepEqual(bench.session.column('c-base'), base);
    assert.deepEqual([bench.table, bench.service.calls.length], [[['one', 'tone: one', 'base: one']], 2]);
  });

  it('is asked the last question below its own path if it has none of it', async () => {
    await close('tone');
    await bench.exchangeAll('two');
    await bench.answerBy('tone', 'tone: two', () => bench.session.addColumn(model('tone')));
    assert.deepEqual(bench.path('tone'), ['one', 'tone: one', 'two', 'tone: two']);
    assert.deepEqual(bench.table, [
      ['one', 'base: one', 'tone: one'],
      ['two', 'base: two', 'tone: two'],
    ]);
  });

  it('stops its answer, and no other one', async () => {
    const { of, done } = await bench.start(() => bench.session.send('two'));
    await close('tone');
    of('base').say('whole').finish();
    await done;
    assert.deepEqual(bench.table.at(-1), ['two', 'whole']);
    await bench.session.addColumn(model('tone'));
    assert.equal(bench.last('tone').state, 'stopped');
  });

  it('opens again to show one of its turns, if there is room', async () => {
    const { id } = bench.last('tone');
    await close('tone');
    await bench.session.select(id);
    assert.deepEqual(models(), ['base', 'tone']);
    await close('tone');
    for (const name of ['b', 'c', 'd'])
      await bench.answerBy(name, name, () => bench.session.addColumn(model(name)));
    await bench.session.select(id);
    assert.deepEqual(models(), ['base', 'b', 'c', 'd']);
  });

  it('follows a deletion of what it shows, and its undo', async () => {
    await close('tone');
    const gone = await bench.session.deleteTurn(bench.question('one'));
    assert.ok(gone);
    assert.equal(bench.session.conversation.closed?.[0]?.last, undefined);
    await bench.session.restoreTurns(gone);
    await bench.session.addColumn(model('tone'));
    assert.deepEqual(bench.table, [['one', 'base: one', 'tone: one']]);
  });
});

describe('An unused chat', () => {
  const chat = newConversation([model('tone'), model('base')], {});

  it('is of just these models, and nothing was said in it, hidden or deleted', () => {
    const isOf = (...names: string[]) => isUnused(chat, names.map(model));
    assert.deepEqual([isOf('tone', 'base'), isOf('base', 'tone'), isOf('tone')], [true, false, false]);
    for (const change of [
      { questions: new Map([['t1', newQuestion('t1')]]) },
      { deleted: new Set(['t1']) },
      { isBlind: true },
    ])
      assert.equal(isUnused({ ...chat, ...change }, chat.columns), false);
  });
});
