import assert from 'node:assert/strict';
import { drawOrder, letterAt, orderOf } from '../../../../../src/core/chats/columns/blind.ts';
import { columnNames } from '../../../../../src/core/chats/columns/columnNames.ts';
import { rowsOf } from '../../../../../src/core/chats/columns/rows.ts';
import { settingsOf } from '../../../../../src/core/chats/tree/column.ts';
import { hidesModels, isHidden, isSentAlone } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { column, failed, turnsIn } from '../../fixtures.ts';
import { compared, useBench } from '../chatScript.ts';

describe('The order of a blind question', () => {
  const columns = ['A', 'B', 'C', 'D'].map((name) => column(name));

  it('is each possible one, none of them favored', () => {
    // Each of the 24 orders is expected 200 times. By Chernoff's bounds, a fair draw leaves 100 to 320 in fewer than one of
    // 10^9 runs of this test.
    const counts = new Map<string, number>();
    for (let round = 0; round < 4800; round++) {
      const order = drawOrder(columns).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    assert.equal(counts.size, 24);
    for (const [order, count] of counts) assert.ok(count >= 100 && count <= 320, `${order}: ${count}`);
  });

  it('has a letter for each column, and puts one that was not drawn behind the others', () => {
    assert.deepEqual([0, 1, 2, 3, 4].map(letterAt), ['A', 'B', 'C', 'D', '']);
    const names = (order?: string[]) =>
      orderOf(columns, order ? { blind: { order } } : {}).map(({ name }) => name);
    assert.deepEqual(names(['c-C', 'gone', 'c-A']), ['C', 'A', 'B', 'D']);
    assert.deepEqual(names(), ['A', 'B', 'C', 'D']);
    assert.deepEqual(drawOrder([]), []);
  });
});

describe('A blind question', () => {
  const bench = useBench(compared);
  beforeEach(async () => {
    await bench.exchangeAll('seen');
    await bench.session.setBlind(true);
  });
  const rows = () => rowsOf(bench.session.conversation);
  const hidden = () => rows().flatMap(({ question }) => (isHidden(question) ? [question.text] : []));
  const ids = () => bench.session.conversation.columns.map(({ id }) => id);
  const state = () => JSON.stringify([bench.session.conversation, bench.table, bench.service.calls.length]);

  it('is one of any number, each with an order of its own that is on the disk before anybody is asked', async () => {
    const orders = new Set<string>();
    // All of 40 are the same once in 10^11 runs.
    for (let at = 0; at < 40 && orders.size < 2; at++) {
      const { of, done } = await bench.start(() => bench.session.send(`blind ${at}`));
      const question = (await bench.stored()).questions.get(bench.question(`blind ${at}`));
      assert.ok(question?.blind && isSentAlone(question));
      assert.deepEqual(question.blind.order.toSorted(), ids().toSorted());
      orders.add(question.blind.order.join());
      for (const model of ['base', 'tone']) of(model).finish();
      await done;
    }
    assert.equal(orders.size, 2);
    assert.ok(hidden().length > 1);
  });

  it('is the next one only, sent without the earlier turns, which would tell who answered', async () => {
    assert.deepEqual([hidden(), hidesModels(bench.session.conversation)], [[], false]);
    await bench.exchangeAll('first');
    await bench.exchangeAll('second');
    for (const model of ['base', 'tone'])
      assert.deepEqual(bench.contents(model), [['seen'], ['first'], ['second']]);
    assert.deepEqual(hidden(), ['first', 'second']);
  });

  it('is revealed by its vote, which is blind and final, and no other one is', async () => {
    await bench.exchangeAll('first');
    await bench.exchangeAll('second');
    await bench.session.vote(bench.question('first'), bench.id('tone'));
    await bench.session.vote(bench.question('first'), undefined);
    assert.deepEqual(hidden(), ['second']);
    const [vote, ...more] = bench.session.conversation.votes;
    assert.deepEqual([vote?.best, vote?.isBlind, more.length], [bench.id('tone'), true, 0]);
    const stored = await bench.reopened();
    assert.deepEqual(stored.session.conversation.votes, bench.session.conversation.votes);
    assert.deepEqual(turnsIn(stored.session.conversation), turnsIn(bench.session.conversation));
    await bench.session.vote(bench.question('seen'), bench.id('tone'));
    assert.equal(bench.session.conversation.votes.at(-1)?.isBlind, undefined);
  });

  it('is revealed when the tick is taken away, as all others are, and can’t be voted on then', async () => {
    await bench.exchangeAll('first');
    await bench.exchangeAll('second');
    await bench.session.setBlind(false);
    assert.deepEqual(hidden(), []);
    await bench.session.vote(bench.question('first'), bench.id('tone'));
    assert.deepEqual(bench.session.conversation.votes, []);
    assert.deepEqual(turnsIn(await bench.stored()), turnsIn(bench.session.conversation));
    await bench.exchangeAll('third');
    assert.deepEqual(bench.contents('tone').at(-1), ['second', 'tone: second', 'third']);
  });

  it('is asked of all or of nobody: who gives no answer would be known', async () => {
    bench.service.gone.add('base');
    await bench.session.send('blind');
    assert.deepEqual([bench.service.calls.length, rows().length], [2, 1]);
  });

  it('has shared settings, and a column its own ones again afterwards', async () => {
    const own = { systemPrompt: 'Be kind.' };
    await bench.session.setBlind(false);
    bench.session.setSettings(own, bench.id('tone'));
    const settings = () =>
      bench.session.conversation.columns.map((one) => settingsOf(bench.session.conversation, one));
    await bench.session.setBlind(true);
    assert.deepEqual(settings(), [{}, {}]);
    await bench.exchangeAll('blind');
    assert.deepEqual(bench.contents('tone').at(-1), ['blind']);
    await bench.session.setBlind(false);
    assert.deepEqual(settings(), [{}, own]);
  });

  it('lets nobody change what would tell the models, until it is revealed', async () => {
    await bench.exchangeAll('blind');
    const asked = bench.question('blind');
    const before = state();
    await bench.session.regenerate(bench.last('base').id);
    await bench.session.edit(asked, 'other');
    await bench.session.addColumn({ connectionId: 'acme', name: 'third' });
    await bench.session.closeColumn(bench.id('base'));
    await bench.session.setModel(bench.id('base'), { connectionId: 'acme', name: 'third' });
    await bench.session.shareSettings(bench.id('base'));
    assert.equal(state(), before);
    assert.equal(bench.session.canAddColumn, false);
    await bench.session.deleteTurn(bench.last('base').id);
    await bench.session.ask(bench.id('base'), asked);
    assert.equal(bench.service.calls.length, 4);
    await bench.session.setBlind(false);
    await bench.answerBy('base', 'late', () => bench.session.ask(bench.id('base'), asked));
    assert.deepEqual(bench.table.at(-1), ['blind', 'late', 'tone: blind']);
  });

  it('can be retried where it failed, and stays hidden', async () => {
    await bench.answers(() => bench.session.send('blind'), {
      base: (call) => call.fail(failed('server')),
      tone: 'fine',
    });
    await bench.answerBy('base', 'now', () => bench.session.retry(bench.last('base').id));
    assert.deepEqual([bench.table.at(-1), hidden()], [['blind', 'now', 'fine'], ['blind']]);
  });

  it('needs two columns', async () => {
    await bench.session.closeColumn(bench.id('base'));
    assert.ok(!bench.session.conversation.isBlind);
    await bench.session.setBlind(true);
    assert.ok(!bench.session.conversation.isBlind);
  });
});

describe('The names of columns', () => {
  const names = (...models: string[]) => [
    ...columnNames(models.map((name, at) => column(name, { id: `c${at}` }))).values(),
  ];

  it('are those of their models, the later of one model with its number', () => {
    assert.deepEqual(names('base', 'tone'), ['base', 'tone']);
    assert.deepEqual(names('tone', 'base', 'tone', 'tone'), ['tone', 'base', 'tone (2)', 'tone (3)']);
  });

  it('differ even if the models differ only in what can’t be seen', () => {
    assert.deepEqual(names('tone', 'to\u200bne'), ['tone', 'tone (2)']);
  });
});
