import { mkdirSync, watch } from 'node:fs';
import path from 'node:path';
import { DeletionJournal, type JournalContent } from '../../../src/core/deletion/journal.ts';
import { readLine } from '../../../src/core/deletion/journalLines.ts';
import { parseLine, readLines } from '../../../src/core/files/readLines.ts';

/** How long to wait for a line, in milliseconds. */
const longestMs = 30_000;

/** The journal of the extension in the workbench, while it grows. */
export class JournalFile {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string) {
    // The extension makes it with its first file; to be watched, it must exist earlier.
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#path = path.join(folder, 'deleted.jsonl');
  }

  read(): Promise<JournalContent<unknown>> {
    return new DeletionJournal(this.#path).read((object) => object);
  }

  /** Number of ends of deletions in the journal; a deletion may have several. */
  async ends(): Promise<number> {
    let count = 0;
    for await (const { text } of readLines(this.#path)) {
      const line = readLine(parseLine(text));
      if (line?.is === 'ended') count += 1;
    }
    return count;
  }

  /** Resolves once `holds` returns true; checks again whenever a file changes. */
  async until(what: string, holds: () => Promise<boolean>): Promise<void> {
    let changed = Promise.withResolvers<void>();
    const watcher = watch(this.#folder, () => changed.resolve());
    const late = setTimeout(() => changed.reject(new Error(`It never came to this: ${what}.`)), longestMs);
    try {
      while (!(await holds())) {
        await changed.promise;
        changed = Promise.withResolvers<void>();
      }
    } finally {
      clearTimeout(late);
      watcher.close();
    }
  }
}
