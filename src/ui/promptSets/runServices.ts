import type { WindowRuns } from '../../core/promptSets/ask/windowRuns.ts';
import type { RunSituation } from '../../core/promptSets/report/runFindings.ts';
import type { RunFile } from '../../core/promptSets/run/runFile.ts';
import type { ChatPanels } from '../chats/tab/chatPanels.ts';
import type { WindowServices } from '../models/windowServices.ts';
import type { PresetsFile } from '../presets/presetsFile.ts';
import { minimumDifference } from '../shared/settings.ts';

/** What the rooms of prompt sets share, made in `buildRuns.ts`. */
export interface RunServices extends WindowServices {
  runs: WindowRuns;
  presets: PresetsFile;
  chats: Pick<ChatPanels, 'openNew'>;
  /** Opens the page of a run. */
  openRun: (id: string) => unknown;
  /** The run whose page is the active tab. */
  activeRun: () => string | undefined;
}

export type RunPageServices = Pick<
  RunServices,
  'runs' | 'chats' | 'connections' | 'catalogs' | 'pending' | 'keys' | 'documents' | 'extensionUri' | 'log'
>;

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
