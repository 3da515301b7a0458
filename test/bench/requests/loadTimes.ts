import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildFolder } from '../../workbench/places.ts';
import { type Figure, medianFigure } from '../harness/figures.ts';
import { initialScripts } from '../harness/initialScripts.ts';
import type { Measurement } from '../harness/measurement.ts';
import { defaultRounds } from '../harness/rounds.ts';
import { WorkerProcess } from '../harness/workerProcess.ts';
import type { makeJob } from './importJob.ts';

const dist = (): string => path.join(buildFolder(), 'dist');

/** What is loaded later, by the beginning of its file name. */
const later = { 'commands and pages': 'features-', client: 'api-', undici: 'undiciTransport-' };

/** What is loaded at activation, with the first command and with the first request: sizes, and times in fresh processes. */
export const loadTimes: Measurement = {
  name: 'load',
  title: 'Loading the built extension, and what it loads later',
  needs: ['build'],
  async measure() {
    const figures = [
      sizeFigure('at activation', initialScripts(read, 'extension.js')),
      await loadFigure('at activation', 'extension.js'),
    ];
    for (const [label, start] of Object.entries(later)) {
      const file = readdirSync(dist()).find((name) => name.startsWith(start));
      if (file === undefined) throw new Error(`The build has no chunk ${start}*.js.`);
      figures.push(sizeFigure(label, read(file)), await loadFigure(label, file));
    }
    return figures;
  },
};

function read(name: string): string {
  return readFileSync(path.join(dist(), name), 'utf8');
}

function sizeFigure(label: string, code: string): Figure {
  return { name: `${label}, size`, unit: 'KB', value: Buffer.byteLength(code) / 1024 };
}

async function loadFigure(label: string, file: string): Promise<Figure> {
  const rounds: number[] = [];
  // An extra round for the disk, whose cache is cold at first.
  for (let round = -1; round < defaultRounds; round += 1) {
    await using worker = WorkerProcess.start<typeof makeJob>(
      new URL('./importJob.ts', import.meta.url),
      undefined,
    );
    const ms = await worker.run(pathToFileURL(path.join(dist(), file)).href);
    if (round >= 0) rounds.push(ms);
  }
  return medianFigure(`${label}, load time`, 'ms', rounds);
}
