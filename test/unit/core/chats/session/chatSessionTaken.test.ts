import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { forkOf, recordsOf } from '../../../../../src/core/chats/disk/forkChat.ts';
import type { ChatChange } from '../../../../../src/core/chats/session/chatChange.ts';
import { ChatOwnership } from '../../../../../src/core/chats/session/chatOwnership.ts';
import { ChatSession } from '../../../../../src/core/chats/session/chatSession.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import { answerTurn, chatId, silent, useFolder, userTurn } from '../../fixtures.ts';
import { chatOf, emptyConversation, ScriptedService, shownIn } from '../chatScript.ts';

describe('An open chat', () => {
  const folder = useFolder();
  let locks: OwnerLocks;
  let service: ScriptedService;
  let session: ChatSession;
  let changes: ChatChange[];
  const shown = () => [...session.conversation.turns.values()].map((turn) => turn.text);

  beforeEach(async () => {
    locks = new OwnerLocks(folder(), silent);
    service = new ScriptedService();
    changes = [];
    const store = new ChatStore(folder(), silent);
    const writer = new ChatOwnership(store, locks, () => true, silent).newWriter();
    session = new ChatSession(emptyConversation(), writer, service, silent);
    session.onDidChange((change) => changes.push(change));
    await session.keepAll();
  });
  afterEach(() => locks.dispose());

  /** Another window becomes the owner, as it might while this machine sleeps. */
  async function takeAway(): Promise<OwnerLocks> {
    await rm(join(folder(), `${chatId}.lock`));
    const other = new OwnerLocks(folder(), silent);
    assert.ok(await other.take(chatId));
    return other;
  }

  it('sends nothing once another window has taken it, keeps the message for its composer, and says why', async () => {
    const other = await takeAway();
    await session.send('Hi');
    assert.deepEqual([service.calls.length, shown(), session.readOnly], [0, [], 'taken']);
    assert.ok(!changes.some(({ type }) => type === 'accepted' || type === 'notKept'));
    assert.equal(session.isBusy, false);
    other.dispose();
  });

  it('shows its answer to the end if it is taken meanwhile, and writes none of it over the other’s', async () => {
    const asked = service.nextCall();
    const done = session.send('Hi');
    const call = await asked;
    const other = await takeAway();
    const otherStore = new ChatStore(folder(), silent);
    const theirs = chatOf([userTurn('x')]);
    await otherStore.append(chatId, recordsOf(theirs));
    call.say('Hello').finish();
    await done;
    assert.deepEqual([shown(), session.readOnly], [['Hi', 'Hello'], 'taken']);
    const answer = [...((await otherStore.load(chatId))?.conversation.turns.values() ?? [])][1];
    assert.equal(answer?.text, '');
    // Nothing is lost: it can go on as a new chat.
    const fork = forkOf(session.conversation);
    assert.notEqual(fork.id, chatId);
    assert.deepEqual(
      [...fork.turns.values()].map((turn) => turn.text),
      ['Hi', 'Hello'],
    );
    other.dispose();
  });

  it('shows the siblings of its turns if it is open elsewhere, and does not write which one is shown', async () => {
    const store = new ChatStore(folder(), silent);
    const turns = [userTurn('u1'), answerTurn('a1', 'u1'), answerTurn('a2', 'u1')];
    const chat = chatOf(turns);
    const other = new ChatSession(chat, store, service, silent, 'elsewhere');
    const before = await store.text(chatId);
    await other.select('a1');
    assert.deepEqual(shownIn(other.conversation), [turns[0], turns[1]]);
    assert.equal(await store.text(chatId), before);
  });

  it('goes on as it was left in another window', async () => {
    session = new ChatSession(
      emptyConversation(),
      new ChatStore(folder(), silent),
      service,
      silent,
      'elsewhere',
    );
    session.onDidChange((change) => changes.push(change));
    await session.send('Not yet');
    assert.deepEqual(shown(), []);
    session.takeOver(chatOf([userTurn('u1')]));
    assert.deepEqual([shown(), session.readOnly, changes.at(-1)?.type], [['u1'], undefined, 'replaced']);
  });
});
