import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { answerTurn, failed, useFolder, userTurn } from '../../fixtures.ts';
import { Bench, chatOf } from '../chatScript.ts';

describe('The shown path', () => {
  const folder = useFolder();
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench(folder());
  });

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
    assert.deepEqual(new Bench(folder(), await bench.stored()).path(), expected);
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
    const turns = [userTurn('u1'), { ...answerTurn('a1', 'u1', 'Once '), state: 'limit' as const }];
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
