import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { recordsOf } from '../../src/core/chats/wholeChat.ts';
import { LastEditor } from '../../src/ui/chat/lastEditor.ts';
import { ChatCommands } from '../../src/ui/chats/chatCommands.ts';
import { ChatsView } from '../../src/ui/chats/chatsView.ts';
import { emptyConversation } from '../unit/core/chats/chatScript.ts';
import { answerTurn, userTurn } from '../unit/core/fixtures.ts';
import { useChats } from './support/chats.ts';
import { setUser } from './support/connectionSettings.ts';
import { usePerson } from './support/person.ts';
import { within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('While no history is kept', () => {
  const world = useWorld();
  const chats = useChats(world);
  const person = usePerson();
  const keepHistory = (isKept: false | undefined) => setUser('hostedModels', 'chat.keepHistory', isKept);

  afterEach(() => keepHistory(undefined));

  /** A chat of before, open in a tab. */
  async function openKept() {
    const id = randomUUID();
    const turns = [
      userTurn('u1', undefined, 'Hi'),
      answerTurn('a1', 'u1', 'Hello'),
      userTurn('u2', 'a1', 'Why?'),
    ];
    const conversation = emptyConversation({
      id,
      title: 'One',
      connectionId: world().connection.id,
      model: 'support-tone-v7',
      turns: new Map(turns.map((turn) => [turn.id, turn])),
      leaf: 'u2',
    });
    const { storage, panels } = chats();
    await storage.store.append(id, recordsOf(conversation));
    await panels.open(id);
    const session = panels.session(id);
    assert.ok(session);
    return { id, session };
  }

  it('nothing of a chat is written, and all of it when history is kept again', async () => {
    await keepHistory(false);
    const { panels, storage } = chats();
    const { connection, folder } = world();
    await panels.create({ connectionId: connection.id, kind: 'lora', name: 'support-tone-v7' });
    const session = panels.active;
    assert.ok(session);
    await within(session.send('Hello'), 'the answer');
    await assert.rejects(readdir(path.join(folder, 'chats')));
    await keepHistory(undefined);
    await session.catchUp();
    assert.deepEqual(
      (await storage.store.list()).map(({ title }) => title),
      ['Hello'],
    );
  });

  it('a chat of before is pinned in its file too', async () => {
    const { connections, catalogs } = world();
    const { storage, panels } = chats();
    const { id, session } = await openKept();
    const view = new ChatsView(storage.store, connections);
    const lastEditor = new LastEditor();
    const commands = new ChatCommands({ ...storage, connections, catalogs, panels, view, lastEditor });
    await keepHistory(false);
    await commands.pin({ chatId: id }, true);
    view.dispose();
    lastEditor.dispose();
    const [chat] = await storage.store.list();
    assert.deepEqual([chat?.title, chat?.pinned], ['One', true]);
    assert.equal(session.conversation.pinned, true);
  });

  it('a turn is deleted from the file of before too, and Undo brings it back there', async () => {
    const { id, session } = await openKept();
    const inTab = () => [...session.conversation.turns.keys()];
    const onDisk = async () => [...((await chats().storage.store.load(id))?.conversation.turns.keys() ?? [])];
    await keepHistory(false);
    person({ button: 'Undo' });
    await chats().turns.delete({ chat: id, turn: 'a1' });
    assert.deepEqual(inTab(), ['u1', 'a1', 'u2']);
    assert.deepEqual(await onDisk(), ['u1', 'a1', 'u2']);
    person({});
    await chats().turns.delete({ chat: id, turn: 'a1' });
    assert.deepEqual([inTab(), await onDisk()], [['u1'], ['u1']]);
  });
});
