import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import type { DeletedTurns } from '../../../../../src/core/chats/session/turnDeletion.ts';
import { ChatSearch } from '../../../../../src/core/chats/transfer/chatSearch.ts';
import { bodyDigest } from '../../../../../src/core/exchange/exchange.ts';
import { picture } from '../../attachments/attachmentFixtures.ts';
import { failed, newAnswer, newQuestion, silent, turnsIn, useFolder } from '../../fixtures.ts';
import { Bench, chatOf, useBench } from '../chatScript.ts';

const llama = { connectionId: 'other', name: 'llama', settings: { systemPrompt: 'Be brief.' } };

describe('An edited turn', () => {
  const bench = useBench();

  it('becomes a sibling with its own answer, no message of the composer, and the first one stays as it was', async () => {
    await bench.exchange('One', 'Two');
    const first = [...bench.session.conversation.questions.keys()][0] ?? '';
    await bench.exchange('Three', 'Four');
    const call = await bench.reply(() => bench.session.edit(first, 'Uno'), 'Dos');
    assert.deepEqual(call.request.messages, [{ role: 'user', content: 'Uno' }]);
    assert.deepEqual(bench.path(), ['Uno', 'Dos']);
    const accepted = bench.changes.findLast(({ type }) => type === 'accepted');
    assert.deepEqual(accepted, { type: 'accepted', text: 'Uno', edited: first });
    assert.deepEqual((await bench.reopened()).path(), ['Uno', 'Dos']);
    await bench.session.select(first);
    assert.deepEqual(bench.path(), ['One', 'Two', 'Three', 'Four']);
  });

  it('is not repeated with the same text: only its answer is new', async () => {
    await bench.exchange('One', 'Two');
    const [id = ''] = turnsIn(bench.session.conversation).keys();
    await bench.reply(() => bench.session.edit(id, 'One'), 'Zwei');
    assert.deepEqual(
      [...turnsIn(bench.session.conversation).values()].map(({ text }) => text),
      ['One', 'Two', 'Zwei'],
    );
    assert.ok(bench.changes.some((change) => change.type === 'accepted' && change.edited === id));
  });

  it('changes nothing for an answer, an empty text, or while another answer streams', async () => {
    const answer = await bench.exchange('One', 'Two');
    await bench.session.edit(answer.id, 'Mine');
    await bench.session.edit(answer.question, ' \n');
    const { call, done } = await bench.ask(() => bench.session.send('More'));
    await bench.session.edit(answer.question, 'Uno');
    call.say('Fine').finish();
    await done;
    assert.deepEqual(bench.path(), ['One', 'Two', 'More', 'Fine']);
    assert.equal(turnsIn(bench.session.conversation).size, 4);
  });

  it('may lose its text, or never have had any, if it has an attachment', async () => {
    await bench.reply(() => bench.session.send('What is this?', [picture]), 'A pixel.');
    const content = [{ type: 'image', url: picture.image }];
    const bare = await bench.ask(() => bench.session.edit(bench.last().question, ''));
    assert.deepEqual(bare.call.request.messages, [{ role: 'user', content }]);
    bare.call.say('Nothing.').finish();
    await bare.done;
    const { id, question } = bench.last();
    await bench.session.deleteTurn(id);
    await bench.reply(() => bench.session.edit(question, ''), 'A picture.');
    assert.deepEqual(bench.path(), ['', 'A picture.']);
    assert.equal(bench.last().question, question);
  });
});

describe('An answer by another model', () => {
  const bench = useBench();

  it('is a sibling by that model with its settings, and the chat keeps its own', async () => {
    const { id } = await bench.exchange('One', 'Two');
    const call = await bench.reply(() => bench.session.regenerate(id, llama), 'Zwei');
    assert.equal(call.connectionId, 'other');
    assert.deepEqual(call.request, {
      model: 'llama',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'One' },
      ],
    });
    const { name, isApart, settings } = bench.last();
    assert.deepEqual([name, isApart, settings], ['llama', true, llama.settings]);
    assert.equal((await bench.stored()).columns[0].name, 'tone');
    await bench.exchange('Three', 'Four');
    assert.deepEqual([bench.last().name, bench.last().isApart], ['tone', undefined]);
    const own = { connectionId: 'acme', name: 'tone', settings: {} };
    await bench.reply(() => bench.session.regenerate(bench.last().id, own), 'Vier');
    assert.equal(bench.last().isApart, undefined);
  });

  it('is retried in place by the requested model, and continued by its own', async () => {
    const { id } = await bench.exchange('One', 'Two');
    await bench.reply(
      () => bench.session.regenerate(id, llama),
      (call) => call.fail(failed('server', { status: 500 })),
    );
    const failedId = bench.last().id;
    await bench.reply(
      () => bench.session.retry(failedId, llama),
      (call) => call.say('Zw').finish('length'),
    );
    assert.deepEqual([bench.last().id, bench.last().name, bench.last().isApart], [failedId, 'llama', true]);
    const third = await bench.ask(() => bench.session.continueAnswer(failedId));
    assert.equal(third.call.request.model, 'llama');
    third.call.say('ei').finish();
    await third.done;
    assert.deepEqual([bench.last().text, bench.last().isApart], ['Zwei', true]);
  });
});

describe('The recorded facts of a request', () => {
  const bench = useBench();

  it('are its digest, the answer’s status and id, the transport, and the omitted fields', async () => {
    const { call, done } = await bench.ask(() => bench.session.send('Hi'));
    call.options.onSent?.('{"first":1}', 'llama');
    call.options.onDropped?.('stream_options');
    call.options.onSent?.('{"second":1}', 'llama-3:support');
    call.options.onAnswer?.({
      status: 200,
      headersMs: 5,
      contentType: undefined,
      requestId: 'req-7',
      way: 'undici',
    });
    call.say('Hello').finish();
    await done;
    assert.deepEqual(bench.last().sent, {
      digest: bodyDigest('{"second":1}'),
      wireName: 'llama-3:support',
      omitted: ['stream_options'],
      status: 200,
      requestId: 'req-7',
      way: 'undici',
    });
    const stored = (await bench.stored()).answers.get(bench.last().id);
    assert.deepEqual(stored?.sent, bench.last().sent);
    assert.equal(bench.last().droppedFields, undefined);
  });

  it('are the status and the id of a refusal, and nothing if nothing was sent', async () => {
    const refused = await bench.ask(() => bench.session.send('Hi'));
    refused.call.options.onSent?.('{}', refused.call.request.model);
    refused.call.fail(failed('badRequest', { status: 400, requestId: 'req-8' }));
    await refused.done;
    const { digest: _digest, ...rest } = bench.last().sent ?? {};
    assert.deepEqual(rest, { status: 400, requestId: 'req-8' });
    await bench.reply(
      () => bench.session.send('Hi'),
      (call) => call.fail(failed('noKey')),
    );
    assert.deepEqual(bench.last().sent, {});
  });
});

describe('The shown path', () => {
  const bench = useBench();

  /** An answer that was cut, with or without text, below which the chat went on. */
  async function talkAfter(text: string): Promise<string> {
    const { call, done } = await bench.ask(() => bench.session.send('Tell'));
    if (text !== '') call.say(text);
    call.fail(failed('network'));
    await done;
    const { id } = bench.last();
    await bench.exchange('Never mind', 'Fine');
    return id;
  }

  async function assertPath(expected: string[]) {
    assert.deepEqual(bench.path(), expected);
    assert.deepEqual((await bench.reopened()).path(), expected);
  }

  it('keeps the turns below an answer that is continued', async () => {
    const id = await talkAfter('Once ');
    const { call, done } = await bench.ask(() => bench.session.continueAnswer(id));
    assert.deepEqual(bench.path(), ['Tell', 'Once ', 'Never mind', 'Fine']);
    call.say('upon').finish();
    await done;
    await assertPath(['Tell', 'Once upon', 'Never mind', 'Fine']);
    await bench.exchange('And now?', 'On it goes');
    await assertPath(['Tell', 'Once upon', 'Never mind', 'Fine', 'And now?', 'On it goes']);
  });

  it('keeps the turns below a failed answer that is retried, without sending them', async () => {
    const id = await talkAfter('');
    const call = await bench.reply(() => bench.session.retry(id), 'Once');
    assert.deepEqual(call.request.messages, [{ role: 'user', content: 'Tell' }]);
    await assertPath(['Tell', 'Once', 'Never mind', 'Fine']);
  });

  it('changes to a continued answer that was not shown, down to the newest turn below it', async () => {
    const id = await talkAfter('Once ');
    await bench.reply(() => bench.session.regenerate(id), 'Other');
    await assertPath(['Tell', 'Other']);
    await bench.reply(() => bench.session.continueAnswer(id), 'upon');
    await assertPath(['Tell', 'Once upon', 'Never mind', 'Fine']);
  });
});

describe('A chat’s time', () => {
  const folder = useFolder();
  afterEach(() => mock.timers.reset());

  it('is that of its last turn, whatever is set, selected or renamed later', async () => {
    const bench = new Bench(folder());
    mock.timers.enable({ apis: ['Date'], now: 5000 });
    await bench.exchange('Hi', 'Hello');
    mock.timers.setTime(90_000);
    await bench.session.setModel(bench.id(), { connectionId: 'other', name: 'llama' });
    bench.session.setSettings({ topP: 0.5 });
    await bench.session.select(bench.last().id);
    await bench.session.set({ title: 'New' });
    assert.equal(bench.session.conversation.updatedAt, 5000);
    assert.equal((await bench.stored()).updatedAt, 5000);
    assert.equal((await bench.store.list())[0]?.updatedAt, 5000);
  });

  it('is that of a part added later to a continued answer', async () => {
    const turns = [newQuestion('u1'), { ...newAnswer('a1', 'u1', 'Once '), state: 'limit' as const }];
    const bench = new Bench(folder(), chatOf(turns));
    mock.timers.enable({ apis: ['Date'], now: 5000 });
    const { call, done } = await bench.ask(() => bench.session.continueAnswer('a1'));
    mock.timers.setTime(7000);
    call.say('upon').finish();
    await done;
    assert.equal(bench.session.conversation.updatedAt, 7000);
    assert.equal((await bench.store.list())[0]?.updatedAt, 7000);
  });
});

describe('A deleted turn', () => {
  const bench = useBench();

  async function deleted(id: string): Promise<DeletedTurns> {
    const gone = await bench.session.deleteTurn(id);
    assert.ok(gone);
    return gone;
  }

  it('is gone after a restart, can’t be searched, and can be restored by the next window', async () => {
    await bench.exchange('One', 'Two');
    const { question } = await bench.exchange('Three', 'Four');
    const search = new ChatSearch(bench.store, silent);
    assert.equal((await search.searchChats('three')).length, 1);
    const before = await bench.stored();
    const gone = await deleted(question);
    assert.deepEqual(bench.path(), ['One', 'Two']);
    const stored = await bench.stored();
    assert.deepEqual(
      [...turnsIn(stored).values()].map(({ text }) => text),
      ['One', 'Two'],
    );
    assert.equal((await search.searchChats('three')).length, 0);
    assert.equal((await search.searchChats('one')).length, 1);
    const next = new Bench(bench.folder, stored);
    assert.equal(await next.session.restoreTurns(gone), true);
    assert.deepEqual(next.path(), ['One', 'Two', 'Three', 'Four']);
    assert.deepEqual(await bench.stored(), before);
    assert.equal((await search.searchChats('three')).length, 1);
  });

  it('leaves a chat that is in no list if it was the only one, until it is restored', async () => {
    const { question } = await bench.exchange('One', 'Two');
    const gone = await deleted(question);
    const fresh = () => new ChatStore(bench.folder, silent).list();
    assert.deepEqual(await bench.store.list(), []);
    assert.deepEqual(await fresh(), []);
    assert.equal(turnsIn(await bench.stored()).size, 0);
    await bench.session.restoreTurns(gone);
    assert.equal((await bench.store.list()).length, 1);
    assert.deepEqual(await fresh(), await bench.store.list());
    assert.deepEqual(bench.path(), ['One', 'Two']);
  });

  it('is not deleted while an answer streams below it, but beside one', async () => {
    const { id, question } = await bench.exchange('One', 'Two');
    const { call, done } = await bench.ask(() => bench.session.regenerate(id));
    assert.equal(await bench.session.deleteTurn(question), undefined);
    assert.equal(await bench.session.deleteTurn(bench.last().id), undefined);
    const gone = await deleted(id);
    call.say('Zwei').finish();
    await done;
    assert.deepEqual(bench.path(), ['One', 'Zwei']);
    await bench.session.restoreTurns(gone);
    const texts = [...turnsIn(bench.session.conversation).values()].map(({ text }) => text);
    assert.deepEqual(texts, ['One', 'Two', 'Zwei']);
    assert.deepEqual(
      [...turnsIn(await bench.stored()).values()].map(({ text }) => text),
      texts,
    );
  });

  it('is refused in a read-only chat, and can’t be restored if its question is gone', async () => {
    const { id, question } = await bench.exchange('One', 'Two');
    const readOnly = new Bench(bench.folder, await bench.stored(), 'elsewhere');
    assert.equal(await readOnly.session.deleteTurn(id), undefined);
    const gone = await deleted(id);
    await deleted(question);
    assert.equal(await bench.session.restoreTurns(gone), false);
  });
});
