import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChatLibrary, openChatLibrary } from '../../../../../src/core/chats/chatLibrary.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import type { Conversation } from '../../../../../src/core/chats/tree/conversation.ts';
import { picture, reply } from '../../attachments/attachmentFixtures.ts';
import { killAtEachStep } from '../../files/copiedSteps.ts';
import {
  chatId,
  deadLock,
  metaLine,
  questionLine,
  RecordingLog,
  silent,
  turnsIn,
  useFolder,
} from '../../fixtures.ts';
import { dayMs, otherId } from './killedStorage.ts';

describe('The files of chats whose window is killed at any write of any of them', function () {
  this.timeout(120_000);
  const folder = useFolder();
  const chats = () => join(folder(), 'chats');

  /** The folder after each possible kill, with the steps done until then. */
  async function kill() {
    const storage = openChatLibrary(new ChatStore(chats(), silent), silent, () => true);
    await storage.store.append(otherId, [metaLine({ id: otherId }), questionLine('u1', 'Other')]);
    await writeFile(join(chats(), `${otherId}.lock`), deadLock);
    const script = join(import.meta.dirname, 'dyingStorage.ts');
    return killAtEachStep(script, chats(), join(folder(), 'copies'));
  }

  it('lose nothing acknowledged, are free at once, go on, and leave nothing behind for good', async () => {
    const killed = await kill();
    assert.ok(killed.length > 40, `${killed.length} places`);
    for (const [at, { path, done }] of killed.entries()) {
      const place = `at place ${at}, after ${done.at(-1)}`;
      let now = Date.now();
      const log = new RecordingLog();
      const storage = openChatLibrary(
        new ChatStore(path, log),
        log,
        () => true,
        () => now,
      );
      if (done.includes('said') && !done.includes('purging')) await assertWhole(storage, done, place);
      await assertAttached(storage, done, place);
      const other = await storage.ownership.open(otherId);
      assert.equal(other?.readOnly, undefined, place);
      await other?.writer.append(otherId, [questionLine('u2', 'More', 'u1')]);
      await other?.writer.close();
      assert.equal(turnsIn((await storage.store.load(otherId))?.conversation).size, 2, place);
      // Two checks, a day apart, of what is old by then.
      await ageAll(path);
      for (const days of [40, 42]) {
        now = Date.now() + days * dayMs;
        await storage.clear();
      }
      storage.locks.dispose();
      assert.deepEqual(await leftIn(path), [], place);
      // A torn line is logged, and nothing else went wrong.
      const wrong = log.lines.filter(
        (line) => /^(?:error|warn)/u.test(line) && !/lines could not/u.test(line),
      );
      assert.deepEqual(wrong, [], place);
    }
  });

  /** The chat is either in its place or in the trash, and can be opened, written and closed. */
  async function assertWhole(
    { store, ownership }: ChatLibrary,
    done: string[],
    place: string,
  ): Promise<void> {
    const isThere = (await store.look(chatId)) !== undefined;
    const isBack = await ownership.asOwner(chatId, () => store.restore(chatId));
    assert.equal(isBack, !isThere, place);
    const opened = await ownership.open(chatId);
    assert.ok(opened && opened.readOnly === undefined, place);
    const texts = (chat: Conversation) => [...turnsIn(chat).values()].map(({ text }) => text);
    assert.deepEqual(texts(opened.conversation), ['Hi', 'Hello'], place);
    if (done.includes('pinned')) assert.equal(opened.conversation.pinned, true, place);
    await opened.writer.append(chatId, [questionLine('u2', 'More', 'a1')]);
    await opened.writer.close();
    const after = await store.load(chatId);
    assert.ok(after);
    assert.deepEqual(texts(after.conversation), ['Hi', 'Hello', 'More'], place);
  }

  async function assertAttached({ drafts }: ChatLibrary, done: string[], place: string): Promise<void> {
    const { tray, loaded, close } = drafts.open(chatId);
    await loaded;
    const names = tray.entries.map(({ attachment }) => attachment.name);
    const must = [
      ...(done.includes('attached') ? [reply.name] : []),
      ...(done.includes('attached more') ? [picture.name] : []),
    ];
    if (!done.includes('purging')) for (const name of must) assert.ok(names.includes(name), place);
    // As if they were sent.
    for (const { id } of tray.entries) tray.remove(id);
    await close();
  }
});

async function ageAll(path: string): Promise<void> {
  const then = new Date(Date.now() - 2 * dayMs);
  for (const one of await readdir(path, { withFileTypes: true, recursive: true }))
    if (one.isFile()) await utimes(join(one.parentPath, one.name), then, then);
}

/** Everything but the chats in their places. */
async function leftIn(path: string): Promise<string[]> {
  const all = await readdir(path, { withFileTypes: true, recursive: true });
  const files = all.filter(
    (one) => one.isFile() && !(one.parentPath === path && one.name.endsWith('.jsonl')),
  );
  return files.map(({ name }) => name);
}
