import type * as vscode from 'vscode';
import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import { RunStore } from '../../core/promptSets/run/runStore.ts';
import { WindowRuns } from '../../core/promptSets/run/windowRuns.ts';
import type { buildChats } from '../buildChats.ts';
import type { WindowParts } from '../models/windowParts.ts';
import type { RunParts } from './runParts.ts';

interface Sources extends WindowParts {
  chats: ReturnType<typeof buildChats>;
  extensionUri: vscode.Uri;
  /** Returns the path of a file or folder in the extension's own storage. */
  stored: (name: string) => string;
}

/** Runs of prompt sets: their pages, view and commands. */
export function buildRuns(sources: Sources) {
  const { stored, chats, log } = sources;
  const folder = stored('runs');
  const locks = new OwnerLocks(folder, log);
  const runs = new WindowRuns(new RunStore(folder, locks, log), chats.service, () => 4, log);
  const parts: RunParts = { ...sources, runs };
  return {
    ...parts,
    dispose: () => {
      runs.dispose();
      locks.dispose();
    },
  };
}
