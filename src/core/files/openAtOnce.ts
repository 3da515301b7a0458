import { fstatSync, readSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { OpenFile } from './appendLines.ts';

/**
 * Opens a file that is read and written on this thread, where nobody waits for it: asking another thread and waiting for its answer takes
 * ten times as long as writing a line.
 */
export const openAtOnce: OpenFile = Object.assign(
  async (...given: Parameters<OpenFile>): ReturnType<OpenFile> => {
    const file = await open(...given);
    return {
      stat: async () => fstatSync(file.fd),
      read: async (where) => {
        readSync(file.fd, where.buffer, where);
        return where;
      },
      write: async (bytes) => ({ bytesWritten: writeSync(file.fd, bytes) }),
      datasync: () => file.datasync(),
      close: () => file.close(),
    };
  },
  { isAtOnce: true },
);
