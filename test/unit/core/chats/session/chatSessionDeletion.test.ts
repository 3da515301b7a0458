import assert from 'node:assert/strict';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import type { DeletedTurns } from '../../../../../src/core/chats/session/turnDeletion.ts';
import { ChatSearch } from '../../../../../src/core/chats/transfer/chatSearch.ts';
import { silent } from '../../fixtures.ts';
import { Bench, useBench } from '../chatScript.ts';

describe('A deleted turn', () => {
  const bench = useBench();

  async function deleted(id: string): Promise<DeletedTurns> {
    const gone = await bench.session.deleteTurn(id);
    assert.ok(gone);
    return gone;
  }

  it('is gone after a restart, can’t be searched, and can be restored by the next window', async () => {
    await bench.exchange('One', 'Two');
    const { parent } = await bench.exchange('Three', 'Four');
    const search = new ChatSearch(bench.store, silent);
    assert.equal((await search.searchChats('three')).length, 1);
    const before = await bench.stored();
    const gone = await deleted(parent);
    assert.deepEqual(bench.path(), ['One', 'Two']);
    const stored = await bench.stored();
    assert.deepEqual(
      [...stored.turns.values()].map(({ text }) => text),
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
    const { parent } = await bench.exchange('One', 'Two');
    const gone = await deleted(parent);
    const fresh = () => new ChatStore(bench.folder, silent).list();
    assert.deepEqual(await bench.store.list(), []);
    assert.deepEqual(await fresh(), []);
    assert.equal((await bench.stored()).turns.size, 0);
    await bench.session.restoreTurns(gone);
    assert.equal((await bench.store.list()).length, 1);
    assert.deepEqual(await fresh(), await bench.store.list());
    assert.deepEqual(bench.path(), ['One', 'Two']);
  });

  it('is not deleted while an answer streams below it, but beside one', async () => {
    const { id, parent } = await bench.exchange('One', 'Two');
    const { call, done } = await bench.ask(() => bench.session.regenerate(id));
    assert.equal(await bench.session.deleteTurn(parent), undefined);
    assert.equal(await bench.session.deleteTurn(bench.last().id), undefined);
    const gone = await deleted(id);
    call.say('Zwei').finish();
    await done;
    assert.deepEqual(bench.path(), ['One', 'Zwei']);
    await bench.session.restoreTurns(gone);
    const texts = [...bench.session.conversation.turns.values()].map(({ text }) => text);
    assert.deepEqual(texts, ['One', 'Two', 'Zwei']);
    assert.deepEqual(
      [...(await bench.stored()).turns.values()].map(({ text }) => text),
      texts,
    );
  });

  it('is refused in a read-only chat, and can’t be restored if its parent is gone', async () => {
    const { id, parent } = await bench.exchange('One', 'Two');
    const readOnly = new Bench(bench.folder, await bench.stored(), 'elsewhere');
    assert.equal(await readOnly.session.deleteTurn(id), undefined);
    const gone = await deleted(id);
    await deleted(parent);
    assert.equal(await bench.session.restoreTurns(gone), false);
  });
});
