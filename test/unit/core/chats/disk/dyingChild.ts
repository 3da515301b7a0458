// Appends numbered turns to a chat until its file would grow past SIZE bytes, and dies in the middle of that very write:
//   node dyingChild.ts FOLDER SIZE
import { open } from 'node:fs/promises';
import { ChatStore } from '../../../../../src/core/chats/disk/chatStore.ts';
import type { OpenFile } from '../../../../../src/core/files/appendLines.ts';
import { chatId, questionLine, silent } from '../../fixtures.ts';

const [, , folder = '', size = '0'] = process.argv;

/** Opens a file that takes no byte beyond `limit`: there the process kills itself. */
function mortal(limit: number): OpenFile {
  return async (path, flags, mode) => {
    const file = await open(path, flags, mode);
    const write = file.write.bind(file);
    const dying = async (bytes: Uint8Array) => {
      const room = limit - (await file.stat()).size;
      if (room >= bytes.length) return write(bytes);
      await write(bytes.subarray(0, room));
      process.kill(process.pid, 'SIGKILL');
      return new Promise<never>(() => undefined);
    };
    return Object.assign(file, { write: dying });
  };
}

const store = new ChatStore(folder, silent, { openFile: mortal(Number(size)) });
for (let index = 0; index < 1000; index++) {
  await store.append(chatId, [questionLine(`u${index}`, 'Grüße '.repeat(index % 9))]);
  // Whatever the parent reads here is safely on disk.
  process.stdout.write(`u${index}\n`);
}
