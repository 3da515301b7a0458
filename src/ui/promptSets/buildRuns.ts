import type * as vscode from 'vscode';
import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import { runFindings } from '../../core/promptSets/report/runFindings.ts';
import { RunStore } from '../../core/promptSets/run/runStore.ts';
import { WindowRuns } from '../../core/promptSets/run/windowRuns.ts';
import { judgeTexts } from '../../core/promptSets/words/judgeText.ts';
import { runVerdictTexts } from '../../core/promptSets/words/runVerdictTexts.ts';
import type { buildChats } from '../buildChats.ts';
import type { WindowParts } from '../models/windowParts.ts';
import { runConcurrency } from '../shared/settings.ts';
import { BatchCommands } from './batch/batchCommands.ts';
import { RunJudges } from './judge/runJudges.ts';
import { RunPanels } from './page/runPanels.ts';
import { type RunParts, runSituation } from './runParts.ts';
import { RunStatus } from './start/runStatus.ts';
import { SetDiagnostics } from './start/setDiagnostics.ts';
import { StartCommands } from './start/startCommands.ts';
import { ListedRuns } from './view/listedRuns.ts';
import { RunCommands } from './view/runCommands.ts';
import type { RunsView } from './view/runsView.ts';
import { runDisplay } from './words/failureText.ts';

interface Sources extends WindowParts {
  chats: ReturnType<typeof buildChats>;
  runsView: RunsView;
  extensionUri: vscode.Uri;
  /** Returns the path of a file or folder in the extension's own storage. */
  stored: (name: string) => string;
}

/** Runs of prompt sets: their pages, view and commands. */
export function buildRuns(sources: Sources) {
  const { stored, chats, runsView, log } = sources;
  const folder = stored('runs');
  const locks = new OwnerLocks(folder, log);
  const runs = new WindowRuns(
    new RunStore(folder, locks, log),
    chats.service,
    () => runConcurrency.value,
    log,
  );
  // What a killed window has left of a run that never began would count as one.
  void runs.store.sweep();
  const parts: RunParts = { ...sources, runs };
  const panels = new RunPanels(parts);
  const openRun = (id: string) => panels.show(id);
  const diagnostics = new SetDiagnostics(log);
  const start = new StartCommands({ ...parts, diagnostics, openRun });
  const status = new RunStatus({
    ...{ runs, openRun, log },
    isInSight: (id) => panels.isInSight(id),
    verdict: async (file, job) => {
      const findings = await runFindings(file, runSituation(file, parts, false));
      const isJudge = job.is === 'judge';
      const display = runDisplay(file.run, parts.connections);
      const [first] = (isJudge ? judgeTexts : runVerdictTexts)(findings, display);
      return isJudge && first?.kind === 'none' ? undefined : first?.text;
    },
  });
  const list = new ListedRuns({ ...parts, view: runsView });
  const batch = new BatchCommands({ ...parts, diagnostics, openRun, activeRun: () => panels.activeId });
  const judges = new RunJudges({ ...parts, openRun });
  const existing = new RunCommands({
    ...parts,
    ...{ diagnostics, list, runsView, openRun },
    judge: (file, argument) => judges.judge(file, argument),
    compare: (id, earlier) => panels.compare(id, earlier),
    comparisonOf: (id) => panels.comparisonOf(id),
    activeRun: () => panels.activeId,
  });
  return {
    ...parts,
    panels,
    list,
    start,
    existing,
    batch,
    /** Stops all requests and closes all runs with their pages. */
    closeAll: async () => {
      panels.closeAll();
      await runs.closeAll();
    },
    dispose: () => {
      panels.dispose();
      list.dispose();
      status.dispose();
      judges.dispose();
      diagnostics.dispose();
      runs.dispose();
      locks.dispose();
    },
  };
}
