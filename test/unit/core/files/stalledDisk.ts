import { open } from 'node:fs/promises';
import type { OpenFile } from '../../../../src/core/files/appendLines.ts';

/** A disk as a window has it that can be stopped between its look at a lock and its write, and goes on much later. */
export function stalledDisk() {
  let stall: { reached: () => void; goOn: Promise<void> } | undefined;
  const openFile: OpenFile = async (...given) => {
    const file = await open(...given);
    const own = file.write.bind(file);
    const write = async (bytes: Uint8Array) => {
      const now = stall;
      stall = undefined;
      now?.reached();
      await now?.goOn;
      return own(bytes);
    };
    return Object.assign(file, { write });
  };
  return {
    openFile,
    /** Stops before the next write: `reached` resolves then, and `goOn` lets it happen. */
    stall() {
      const reached = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      stall = { reached: reached.resolve, goOn: goOn.promise };
      return { reached: reached.promise, goOn: goOn.resolve };
    },
  };
}
