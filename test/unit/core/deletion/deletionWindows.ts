import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lora } from '../../../../src/api/types.ts';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { OpenDeletions } from '../../../../src/core/deletion/openDeletions.ts';
import { OwnerLocks } from '../../../../src/core/files/locks/ownerLocks.ts';
import { lora, RecordingLog, silent } from '../fixtures.ts';
import { brief } from './deletionBench.ts';

export const deployment = { createdAt: 5, creator: { apiKeyName: 'ci' }, baseModelName: 'llama' };

export function plan(...names: string[]): Lora[] {
  return names.map((name) => lora(name, deployment));
}

/** Windows with one journal and one folder of open deletions; closed after each test. */
export function useDeletionWindows(folder: () => string) {
  const own = () => join(folder(), 'deletions');
  const path = () => join(folder(), 'deleted.jsonl');
  const windows: OwnerLocks[] = [];
  afterEach(() => {
    for (const locks of windows.splice(0)) locks.dispose();
  });
  return {
    own,
    path,
    journal: () => readFile(path(), 'utf8'),
    files: async () => (await readdir(own())).sort(),

    openWindow(log = new RecordingLog()) {
      const locks = new OwnerLocks(own(), silent);
      windows.push(locks);
      const open = new OpenDeletions(own(), new DeletionJournal(path()), locks, log);
      return { open, log, close: () => locks.dispose() };
    },

    /** Makes the lock another window's. */
    takeAway(id: string): Promise<void> {
      const lock = { owner: 'another', pid: process.pid, host: 'another' };
      return writeFile(join(own(), `${id}.lock`), JSON.stringify(lock));
    },
  };
}

/** "name: outcome" of each entry, one string per deletion. */
export async function found(open: OpenDeletions): Promise<string[]> {
  return (await open.orphaned()).map(({ entries }) => [...entries.values()].map(brief).join(', '));
}
