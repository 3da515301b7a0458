import fs from 'node:fs';
import { promisify } from 'node:util';
import type { OpenFile } from './appendLines.ts';

const datasync = promisify(fs.fdatasync);

/**
 * Opens a file that is read and written on this thread, where nobody waits for it: asking another thread and waiting for its answer takes
 * ten times as long as writing a line.
 */
export const openAtOnce: OpenFile = Object.assign(
  async (...given: Parameters<OpenFile>): ReturnType<OpenFile> => {
    const file = fs.openSync(...given);
    return {
      stat: async () => fs.fstatSync(file),
      read: async (where) => {
        fs.readSync(file, where.buffer, where);
        return where;
      },
      write: async (bytes) => ({ bytesWritten: fs.writeSync(file, bytes) }),
      datasync: () => datasync(file),
      close: async () => fs.closeSync(file),
    };
  },
  { isAtOnce: true },
);
