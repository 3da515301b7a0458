import assert from 'node:assert/strict';
import { columnAsChat, forkAt, forkOf, recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import { conversationFrom } from '../../../../../src/core/chats/disk/recordedConversation.ts';
import type { Column } from '../../../../../src/core/chats/tree/column.ts';
import { type Conversation, isAnswer } from '../../../../../src/core/chats/tree/conversation.ts';
import { isSentAlone } from '../../../../../src/core/chats/tree/conversationTree.ts';
import { Bench, compared, shownIn, tableOf, useBench } from '../chatScript.ts';

describe('A chat made from another one', () => {
  const bench = useBench(compared);
  beforeEach(async () => {
    await bench.exchangeAll('one');
    await bench.exchangeAll('two');
  });
  const chat = () => bench.session.conversation;
  const column = (name: string): Column => {
    const found = bench.session.column(bench.id(name));
    assert.ok(found);
    return found;
  };
  const texts = (conversation: Conversation | undefined) =>
    conversation && shownIn(conversation).map(({ text }) => text);

  /** That it is a plain chat, and is read from its file as it is. */
  function assertPlain(copy: Conversation): void {
    assert.notEqual(copy.id, chat().id);
    assert.deepEqual([copy.columns.length, copy.closed, copy.votes], [1, undefined, []]);
    const says = ({ createdAt: _createdAt, updatedAt: _updatedAt, ...rest }: Conversation) => rest;
    const read = conversationFrom(copy.id, recordsOf(copy));
    assert.deepEqual(read && says(read), says(copy));
    const asked = [...copy.questions.values()].flatMap(({ after }) => Object.keys(after ?? {}));
    const answered = [...copy.answers.values()].map((answer) => answer.column);
    assert.deepEqual(new Set([...asked, ...answered]), new Set([copy.columns[0].id]));
  }

  it('has all of it as a copy, and another id', () => {
    const copy = forkOf({ ...chat(), pinned: true, deleted: new Set(['x']) });
    assert.notEqual(copy.id, chat().id);
    assert.deepEqual(tableOf(copy), bench.table);
    assert.deepEqual([copy.pinned, copy.deleted, copy.columns], [undefined, undefined, chat().columns]);
  });

  it('has what one column shows up to a turn, with that column’s model and without the others', async () => {
    await bench.session.vote(bench.question('one'), bench.id('tone'));
    const answer = bench.path('tone').indexOf('tone: one');
    const fork = forkAt(chat(), shownIn(chat(), column('tone'))[answer]?.id ?? '');
    assert.ok(fork);
    assertPlain(fork);
    assert.deepEqual([fork.columns[0].name, texts(fork)], ['tone', ['one', 'tone: one']]);
    const ofQuestion = forkAt(chat(), bench.question('two'));
    assert.ok(ofQuestion);
    assertPlain(ofQuestion);
    assert.deepEqual(texts(ofQuestion), ['one', 'base: one', 'two']);
    assert.equal(forkAt(chat(), 'nowhere'), undefined);
  });

  it('has the model and the own settings of a closed column that one of its answers stands in', async () => {
    const { id } = bench.last('tone');
    bench.session.setSettings({ seed: 7 }, bench.id('tone'));
    await bench.session.closeColumn(bench.id('tone'));
    const fork = forkAt(chat(), id);
    assert.deepEqual([fork?.columns[0].name, fork?.settings], ['tone', { seed: 7 }]);
    assert.deepEqual(texts(fork), ['one', 'tone: one', 'two', 'tone: two']);
  });

  it('has a column alone with its model, shared or own settings, and nothing of the other', async () => {
    bench.session.setSettings({ seed: 1 });
    const copy = columnAsChat(chat(), column('tone'));
    assertPlain(copy);
    assert.deepEqual([copy.columns[0].name, copy.settings], ['tone', { seed: 1 }]);
    assert.deepEqual(tableOf(copy), [
      ['one', 'tone: one'],
      ['two', 'tone: two'],
    ]);
    bench.session.setSettings({ seed: 2 }, bench.id('tone'));
    assert.deepEqual(columnAsChat(chat(), column('tone')).settings, { seed: 2 });
  });

  it('says which answers another model gave, such as those before an added column', async () => {
    await bench.answerBy('third', 'third', () =>
      bench.session.addColumn({ connectionId: 'acme', name: 'third' }),
    );
    const copy = columnAsChat(chat(), column('third'));
    assertPlain(copy);
    const answers = shownIn(copy).flatMap((turn) => (isAnswer(turn) ? [[turn.name, turn.isApart]] : []));
    assert.deepEqual(answers, [
      ['base', true],
      ['third', undefined],
    ]);
  });

  it('has a question that was sent alone with its answer only, and what follows it', async () => {
    await bench.session.set({ isWithoutEarlier: true });
    await bench.exchangeAll('alone');
    const copy = columnAsChat(chat(), column('tone'));
    assertPlain(copy);
    assert.deepEqual(texts(copy), ['alone', 'tone: alone']);
    assert.ok(![...copy.questions.values()].some(isSentAlone));
    await bench.session.set({ isWithoutEarlier: false });
    await bench.exchangeAll('more');
    const copied = texts(columnAsChat(chat(), column('base')));
    assert.deepEqual(copied, ['alone', 'base: alone', 'more', 'base: more']);
  });

  it('keeps questions that were sent alone where they are if it is forked at a later turn', async () => {
    await bench.session.set({ isWithoutEarlier: true });
    await bench.exchangeAll('alone');
    await bench.exchangeAll('again');
    const fork = forkAt(chat(), bench.last('tone').id);
    assert.ok(fork);
    assertPlain(fork);
    assert.equal(
      texts(fork)?.join(', '),
      'one, tone: one, two, tone: two, alone, tone: alone, again, tone: again',
    );
    const next = new Bench(bench.folder, fork);
    await next.exchangeAll('then');
    assert.deepEqual(next.contents('tone'), [['again', 'tone: again', 'then']]);
  });

  it('has no mark of a blind question', async () => {
    await bench.session.setBlind(true);
    await bench.exchangeAll('blind');
    await bench.session.setBlind(false);
    const copy = columnAsChat(chat(), column('tone'));
    assertPlain(copy);
    assert.ok([...copy.questions.values()].every(({ blind }) => !blind));
  });
});
