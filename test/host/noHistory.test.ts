import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { recordsOf } from '../../src/core/chats/disk/forkChat.ts';
import type { ChatSession } from '../../src/core/chats/session/chatSession.ts';
import { silencesIn } from '../../src/ui/chats/page/chatStatus.ts';
import { chatFrame } from '../../src/ui/chats/tab/chatFrame.ts';
import { chatOf } from '../unit/core/chats/chatScript.ts';
import { column, newAnswer, newQuestion, turnsIn } from '../unit/core/fixtures.ts';
import { useChatCommands } from './support/chatCommands.ts';
import { useChats } from './support/chats.ts';
import { setUser } from './support/connectionSettings.ts';
import { usePerson } from './support/person.ts';
import { useRecordedPanels } from './support/recordedPanel.ts';
import { within } from './support/waiting.ts';
import { useWorld } from './support/world.ts';

describe('While chat history is off', () => {
  const world = useWorld();
  useRecordedPanels();
  const chats = useChats(world);
  const person = usePerson();
  const chatCommands = useChatCommands(world, chats);
  const keepHistory = (isKept: false | undefined) => setUser('hostedModels', 'chat.keepHistory', isKept);

  afterEach(() => keepHistory(undefined));

  /** An earlier chat, open in a tab. */
  async function openKept() {
    const id = randomUUID();
    const turns = [
      newQuestion('u1', undefined, 'Hi'),
      newAnswer('a1', 'u1', 'Hello'),
      newQuestion('u2', 'a1', 'Why?'),
    ];
    const columns = [column('support-tone-v7', { connectionId: world().connection.id, last: 'u2' })] as const;
    const conversation = chatOf(turns, 'u2', { id, title: 'One', columns });
    const { storage, panels } = chats();
    await storage.store.append(id, recordsOf(conversation));
    await panels.open(id);
    const session = panels.session(id);
    assert.ok(session);
    return { id, session };
  }

  /** The notice above the composer of the chat's tab. */
  const notice = (session: ChatSession) => {
    const own = chats();
    const silences = silencesIn(session, own.isBaseModel);
    return chatFrame(
      session,
      [],
      { title: '', silences, status: '', queued: undefined, tally: undefined, deleted: undefined },
      own,
    ).notice;
  };

  it('no chat is written, not even when history is on again, and its tab says both', async () => {
    await keepHistory(false);
    const { panels } = chats();
    const { connection, folder } = world();
    await panels.create({ connectionId: connection.id, name: 'support-tone-v7' });
    const session = panels.active;
    assert.ok(session);
    await within(session.send('Hello'), 'the answer');
    await assert.rejects(readdir(path.join(folder, 'chats')));
    assert.match(notice(session) ?? '', /^Chat history is off: this chat is lost/u);
    await keepHistory(undefined);
    panels.refresh();
    await within(session.send('And now?'), 'the answer');
    await panels.fork(session);
    assert.match(
      notice(session) ?? '',
      /^Chat history was off for part of this chat\. Those messages are lost/u,
    );
    assert.equal(panels.active?.isUnkept, true);
    await panels.closeAll();
    await assert.rejects(readdir(path.join(folder, 'chats')));
  });

  it('a chat that no undo could bring back is deleted only if the person agrees', async () => {
    await keepHistory(false);
    const { panels } = chats();
    await panels.create({ connectionId: world().connection.id, name: 'support-tone-v7' });
    const session = panels.active;
    assert.ok(session);
    await within(session.send('Hello'), 'the answer');
    const seen = person({});
    await chatCommands().delete();
    assert.deepEqual(seen.messages, ['Delete “Hello”?']);
    assert.equal(panels.session(session.conversation.id), session);
    person({ button: 'Delete' });
    await chatCommands().delete();
    assert.equal(panels.session(session.conversation.id), undefined);
  });

  it('an earlier chat can be pinned in its file', async () => {
    const { storage } = chats();
    const { id, session } = await openKept();
    await keepHistory(false);
    await chatCommands().pin({ chatId: id }, true);
    const [chat] = await storage.store.list();
    assert.deepEqual([chat?.title, chat?.pinned], ['One', true]);
    assert.equal(session.conversation.pinned, true);
  });

  it('a turn is deleted from an earlier chat’s file, and Undo restores it there', async () => {
    const { id, session } = await openKept();
    const inTab = () => [...turnsIn(session.conversation).keys()];
    const onDisk = async () => [...turnsIn((await chats().storage.store.load(id))?.conversation).keys()];
    await keepHistory(false);
    await chats().turns.delete({ chat: id, turn: 'a1' });
    assert.deepEqual([inTab(), await onDisk()], [['u1'], ['u1']]);
    await chats().panels.panel(id)?.deletions.undo();
    assert.deepEqual(inTab(), ['u1', 'a1', 'u2']);
    assert.deepEqual(await onDisk(), ['u1', 'a1', 'u2']);
    person({});
    await chats().turns.delete({ chat: id, turn: 'a1' });
    assert.deepEqual([inTab(), await onDisk()], [['u1'], ['u1']]);
  });
});
