import type * as vscode from 'vscode';
import type { WindowRuns } from '../../core/promptSets/run/windowRuns.ts';
import type { buildChats } from '../buildChats.ts';
import type { WindowParts } from '../models/windowParts.ts';

/** What the rooms of prompt sets share. */
export interface RunParts extends WindowParts {
  runs: WindowRuns;
  chats: Pick<ReturnType<typeof buildChats>, 'panels' | 'presets' | 'service'>;
  extensionUri: vscode.Uri;
}

export const runPanelType = 'hostedModels.run';
