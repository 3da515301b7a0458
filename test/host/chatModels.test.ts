import assert from 'node:assert/strict';
import { pageModels } from '../../src/ui/chats/page/pageModel.ts';
import { load, useWorld } from './support/world.ts';

describe('The model of a kept chat', () => {
  const world = useWorld();
  const viewOf = (asked: { name: string; connectionId?: string }) => {
    const { connections, catalogs, pending, connection } = world();
    return pageModels({ connections, catalogs, pending })({ connectionId: connection.id, ...asked });
  };

  it('is not called gone before a list has come', () => {
    assert.equal(viewOf({ name: 'never-there' }).gone, undefined);
  });

  it('is called gone when a fresh list lacks it, and the chat asks for another one', async () => {
    await load(world());
    assert.match(viewOf({ name: 'never-there' }).gone ?? '', /no longer lists never-there\. Continue with/u);
    assert.equal(viewOf({ name: 'support-tone-v7' }).gone, undefined);
  });

  it('is called gone with its connection', () => {
    const { gone, connection } = viewOf({ name: 'tone', connectionId: 'removed' });
    assert.match(gone ?? '', /connection of this chat was removed\. Choose another model/u);
    assert.equal(connection, '');
  });
});
