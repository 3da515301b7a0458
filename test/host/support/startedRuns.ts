import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { OwnerLocks } from '../../../src/core/files/locks/ownerLocks.ts';
import { type AskEnd, WindowRuns } from '../../../src/core/promptSets/ask/windowRuns.ts';
import type { RunFile } from '../../../src/core/promptSets/run/runFile.ts';
import { RunStore } from '../../../src/core/promptSets/run/runStore.ts';
import { chatService } from '../../../src/ui/chats/actions/chatService.ts';
import { PresetsFile } from '../../../src/ui/presets/presetsFile.ts';
import { SetDiagnostics } from '../../../src/ui/promptSets/start/setDiagnostics.ts';
import { StartCommands } from '../../../src/ui/promptSets/start/startCommands.ts';
import { WeightsCommands } from '../../../src/ui/weights/weightsCommands.ts';
import { developedExtension } from './extension.ts';
import { perTest } from './perTest.ts';
import { nextEvent } from './waiting.ts';
import type { World } from './world.ts';

/** The commands that start a run, and what they use, as `buildRuns` has them. */
export interface StartedRuns {
  runs: WindowRuns;
  presets: PresetsFile;
  commands: StartCommands;
  /** The ids of the runs whose page was opened. */
  opened: string[];
  /** Writes a file beside the world's others. */
  write(name: string, text: string | Uint8Array): Promise<vscode.Uri>;
  ended(): Promise<{ file: RunFile; end: AskEnd }>;
}

export function useStartedRuns(world: () => World): () => StartedRuns {
  let ends: { dispose(): void }[] = [];
  const make = (): StartedRuns => {
    const { folder, log } = world();
    const locks = new OwnerLocks(path.join(folder, 'runs'), log);
    const service = chatService(world(), () => false);
    const runs = new WindowRuns(new RunStore(path.join(folder, 'runs'), locks, log), service, () => 4, log);
    const presets = new PresetsFile(vscode.Uri.file(folder), log);
    const diagnostics = new SetDiagnostics(log);
    const opened: string[] = [];
    const commands = new StartCommands({
      ...world(),
      extensionUri: developedExtension().extensionUri,
      runs,
      diagnostics,
      presets,
      weights: new WeightsCommands({ ...world(), documents: { open: async () => undefined } }, service),
      view: { selection: [] },
      openRun: (id) => opened.push(id),
    });
    const write = async (name: string, text: string | Uint8Array) => {
      const uri = vscode.Uri.file(path.join(folder, 'sets', name));
      await mkdir(path.dirname(uri.fsPath), { recursive: true });
      await writeFile(uri.fsPath, text);
      return uri;
    };
    ends = [diagnostics, presets, locks];
    return {
      runs,
      presets,
      commands,
      opened,
      write,
      ended: () => nextEvent(runs.onDidEnd, 'a run has ended'),
    };
  };
  return perTest(make, async ({ runs }) => {
    await runs.closeAll();
    for (const one of [runs, ...ends]) one.dispose();
  });
}
