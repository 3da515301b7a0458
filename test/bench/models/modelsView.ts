import { type Figure, medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInHost } from '../harness/runInHost.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import type { makeJob } from './changingService.ts';
import type { Hold, HostTask, HostTimes } from './inHost/hostTask.ts';

const apiKey = 'bench';

/** The Models view with 10,000 LoRAs, in the extension host of a real VS Code; the service runs in its own process. */
export const modelsView: Measurement = {
  name: 'models',
  title: 'The Models view with 10,000 LoRAs, in the extension host',
  needs: ['build', 'browser', 'vscode'],
  async measure() {
    const job = new URL('./changingService.ts', import.meta.url);
    await using service = WorkerProcess.start<typeof makeJob>(job, apiKey);
    const { url, changeUrl } = await service.run(10_000);
    const times = await runInHost<HostTask, HostTimes>(import.meta.dirname, {
      url,
      changeUrl,
      apiKey,
      rounds: 5,
    });
    return [
      medianFigure('roots after the last byte', 'ms', times.firstRoots),
      medianFigure('roots after the last byte, 1 % changed', 'ms', times.refreshedRoots),
      medianFigure('filter keystroke', 'ms', times.keystroke),
      medianFigure('filter keystroke, longest', 'ms', times.longestKeystroke),
      ...holdFigures('first load', times.firstHold),
      ...holdFigures('refresh with 1 % changed', times.refreshHold),
      ...holdFigures('typing a filter', times.filterHold),
      ...holdFigures('the whole extension is started and shown', times.viewFirstHold),
      ...holdFigures('the whole extension, refresh with 1 % changed', times.viewRefreshHold),
      ...holdFigures('Go to Model…', times.pickHold),
      ratioFigure(
        'rows drawn again / rows changed',
        medianFigure('drawn', '×', times.drawn),
        medianFigure('changed', '×', times.changed),
      ),
    ];
  },
};

function holdFigures(name: string, holds: readonly Hold[]): Figure[] {
  const of = (suffix: string, value: (hold: Hold) => number) =>
    medianFigure(`${name}, ${suffix}`, 'ms', holds.map(value));
  return [
    of('event loop held', ({ wallMs }) => wallMs),
    of('event loop held, CPU time', ({ cpuMs }) => cpuMs),
  ];
}
