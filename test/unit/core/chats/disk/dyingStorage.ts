// Works with chats as a window does, and copies their folder before each change on disk and in the middle of each write:
// the state that a window killed there leaves. Finally kills itself, with its locks held: node dyingStorage.ts FOLDER COPIES
import { cpSync, promises, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { openChatLibrary } from '../../../../../src/core/chats/chatLibrary.ts';
import { metaRecord } from '../../../../../src/core/chats/disk/chatRecord.ts';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import { picture, reply } from '../../attachments/attachmentFixtures.ts';
import { answerLine, chatId, metaLine, silent, userLine } from '../../fixtures.ts';
import { dayMs, otherId } from './killedStorage.ts';

const [, , folder = '', copies = ''] = process.argv;
const done: string[] = [];
let count = 0;

function copy(): void {
  cpSync(folder, join(copies, String(count)), { recursive: true, preserveTimestamps: true });
  writeFileSync(join(copies, `${count}.json`), JSON.stringify(done));
  count += 1;
}

/** Copies the folder before each call, and again after half of the bytes, if `text` returns what is to be written. */
function watch(target: object, name: string, text?: (args: unknown[]) => string | Uint8Array): void {
  const own: unknown = Reflect.get(target, name);
  if (typeof own !== 'function') throw new TypeError(`There is no ${name}.`);
  const watched = async (...args: unknown[]): Promise<unknown> => {
    copy();
    const bytes = text && Buffer.from(text(args));
    if (!bytes) return open(await own.apply(target, args));
    await own.call(target, bytes.subarray(0, bytes.length / 2));
    copy();
    const rest = await own.call(target, bytes.subarray(bytes.length / 2));
    return name === 'write' ? { ...rest, bytesWritten: bytes.length } : rest;
  };
  Object.assign(target, { [name]: watched });
}

/** Watches the writes of an opened file, too. */
function open(result: unknown): unknown {
  if (typeof result !== 'object' || result === null || !('writeFile' in result)) return result;
  const first = (args: unknown[]) => args[0] as string | Uint8Array;
  watch(result, 'writeFile', first);
  watch(result, 'write', first);
  return result;
}

for (const name of ['mkdir', 'open', 'writeFile', 'rename', 'rm', 'utimes']) watch(promises, name);
syncBuiltinESMExports();

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
const said = [metaLine(), userLine('u1', 'Hi'), answerLine('a1', 'u1', 'Hello')];
await step('said', () => writer.append(chatId, said));
const { tray, settled, discard } = drafts.open(chatId);
await step('attached', async () => {
  tray.add(reply);
  await settled();
});
await step('attached more', async () => {
  tray.add(picture);
  await settled();
});
await step('pinned', () => ownership.change(chatId, (kept) => [metaRecord({ ...kept, pinned: true }, 1)]));
done.push('closing');
await discard();
await writer.close();
await step('trashed', () => ownership.asOwner(chatId, () => store.moveToTrash(chatId, now)));
await step('restored', () => ownership.asOwner(chatId, () => store.restore(chatId)));
await step('trashed again', () => ownership.asOwner(chatId, () => store.moveToTrash(chatId, now)));
now += 31 * dayMs;
await clear(false);
done.push('purging');
now += 2 * dayMs;
await clear(false);
// The lock of this chat belongs to a dead window.
await step('taken over', () => ownership.open(otherId));
copy();
process.kill(process.pid, 'SIGKILL');
