// Works with chats as a window does, at each step on disk copied: node dyingStorage.ts FOLDER COPIES
import { openChatLibrary } from '../../../../../src/core/chats/chatLibrary.ts';
import { metaRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { picture, reply } from '../../attachments/attachmentFixtures.ts';
import { copySteps } from '../../files/copiedSteps.ts';
import { answerLine, chatId, metaLine, questionLine, silent } from '../../fixtures.ts';
import { dayMs, otherId } from './killedStorage.ts';

const [, , folder = '', copies = ''] = process.argv;
const { done, die } = await copySteps(folder, copies);
let now = Date.now();
const { store, ownership, drafts, clear } = openChatLibrary(
  new ChatStore(folder, silent),
  silent,
  () => true,
  () => now,
);
const step = async (name: string, work: () => Promise<unknown>) => {
  await work();
  done.push(name);
};

const writer = ownership.newWriter();
const said = [metaLine(), questionLine('u1', 'Hi'), answerLine('a1', 'u1', 'Hello')];
await step('said', () => writer.append(chatId, said));
const { tray, settled, close } = drafts.open(chatId);
await step('attached', async () => {
  tray.add(reply);
  await settled();
});
await step('attached more', async () => {
  tray.add(picture);
  await settled();
});
await step('pinned', () => ownership.change(chatId, (kept) => [metaRecord({ ...kept, pinned: true }, 1)]));
await close();
await writer.close();
await step('trashed', () => ownership.asOwner(chatId, () => store.moveToTrash(chatId, now)));
await step('restored', () => ownership.asOwner(chatId, () => store.restore(chatId)));
await step('trashed again', () => ownership.asOwner(chatId, () => store.moveToTrash(chatId, now)));
now += 31 * dayMs;
await clear();
done.push('purging');
now += 2 * dayMs;
await clear();
// The lock of this chat belongs to a dead window.
await step('taken over', () => ownership.open(otherId));
die();
