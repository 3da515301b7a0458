import { OwnerLocks } from '../../core/files/locks/ownerLocks.ts';
import { WindowRuns } from '../../core/promptSets/ask/windowRuns.ts';
import { runFindings } from '../../core/promptSets/report/runFindings.ts';
import { RunStore } from '../../core/promptSets/run/runStore.ts';
import { judgeTexts } from '../../core/promptSets/words/judgeText.ts';
import { runVerdictTexts } from '../../core/promptSets/words/runVerdictTexts.ts';
import type { buildChats } from '../buildChats.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { runConcurrency } from '../shared/settings.ts';
import { BatchCommands } from './batch/batchCommands.ts';
import { exportRunForCi } from './batch/exportCiFolder.ts';
import { RunJudges } from './judge/runJudges.ts';
import { RunPanels } from './page/runPanels.ts';
import { type RunServices, runSituation } from './runServices.ts';
import { registerRunLens } from './start/newPromptSet.ts';
import { RunStatus } from './start/runStatus.ts';
import { SetDiagnostics } from './start/setDiagnostics.ts';
import { StartCommands } from './start/startCommands.ts';
import type { StartServices } from './start/startFlow.ts';
import { ListedRuns } from './view/listedRuns.ts';
import { RunCommands } from './view/runCommands.ts';
import type { RunsView } from './view/runsView.ts';
import { runDisplay } from './words/failureText.ts';

/** Runs of prompt sets: their pages, view and commands. */
export function buildRuns(
  window: WindowServices,
  { service, presets, weights, panels: chats }: ReturnType<typeof buildChats>,
  runsView: RunsView,
) {
  const { stored, connections, log } = window;
  const folder = stored('runs');
  const locks = new OwnerLocks(folder, log);
  const runs = new WindowRuns(new RunStore(folder, locks, log), service, () => runConcurrency.value, log);
  // What a killed window has left of a run that never began would count as one.
  void runs.store.sweep();
  const diagnostics = new SetDiagnostics(log);
  const lens = registerRunLens();
  const openRun = (id: string) => panels.show(id);
  const services: RunServices & StartServices = {
    ...window,
    ...{ runs, presets, chats, weights, diagnostics, openRun },
    activeRun: () => panels.activeId,
  };
  const panels: RunPanels = new RunPanels(services);
  const start = new StartCommands(services);
  const status = new RunStatus({
    ...{ runs, openRun, log },
    isInSight: (id) => panels.isInSight(id),
    verdict: async (file, job) => {
      const findings = await runFindings(file, runs.verdictThread, runSituation(file, services, false));
      const isJudge = job.is === 'judge';
      const display = runDisplay(file.run, connections);
      const [first] = (isJudge ? judgeTexts : runVerdictTexts)(findings, display);
      return isJudge && first?.kind === 'none' ? undefined : first?.text;
    },
  });
  const list = new ListedRuns(services, runsView);
  const batch = new BatchCommands(services);
  const judges = new RunJudges(services);
  const existing = new RunCommands(services, {
    ...{ list, runsView, panels, start, judges, diagnostics },
    exportForCi: (file) => exportRunForCi(file, services),
  });
  return {
    runs,
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
      lens.dispose();
      runs.dispose();
      locks.dispose();
    },
  };
}
