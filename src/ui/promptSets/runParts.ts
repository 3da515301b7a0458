import type * as vscode from 'vscode';
import type { RunSituation } from '../../core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../core/promptSets/run/runFile.ts';
import type { WindowRuns } from '../../core/promptSets/run/windowRuns.ts';
import type { buildChats } from '../buildChats.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { minimumDifference } from '../shared/settings.ts';

/** What the rooms of prompt sets share. */
export interface RunParts extends WindowParts {
  runs: WindowRuns;
  chats: Pick<ReturnType<typeof buildChats>, 'panels' | 'presets' | 'service'>;
  extensionUri: vscode.Uri;
}

export const runPanelType = 'hostedModels.run';

/** Returns what this window knows of a run beside its file. `isElsewhere`: another window has it. */
export function runSituation(
  { run }: Pick<RunFile, 'run'>,
  { runs }: { runs: Pick<WindowRuns, 'asking'> },
  isElsewhere: boolean,
): RunSituation {
  const is = runs.asking(run.id)?.job.is;
  return {
    ...{ isAsking: is === 'answers', isJudging: is === 'judge', isElsewhere },
    minimumDifference: minimumDifference.value,
  };
}
