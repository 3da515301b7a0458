// What takes too long for each run of the tests: kills at random moments, stops of 42 s, full disks.
//   npm run soak -- [kills] [stops] [disks] [--times 30] [--seed 1]
// Each part throws at the first thing that is wrong, and else prints what it did. `stops` and `disks` need Linux, `disks` also root.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fillDisks } from './disks.ts';
import { killActs } from './kills.ts';
import { stopDeletions } from './stoppedDeletions.ts';
import { stopWriters } from './stops.ts';

export interface SoakOptions {
  /** A folder of its own. */
  folder: string;
  /** How often each thing is done. */
  times: number;
  seed: number;
}

const parts: Record<string, (options: SoakOptions) => Promise<string>> = {
  kills: killActs,
  stops: async (options) => (await Promise.all([stopWriters(options), stopDeletions(options)])).join('\n'),
  disks: fillDisks,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name];
  if (!part) throw new Error(`There is no “${name}”, only ${Object.keys(parts).join(', ')}.`);
  const folder = await mkdtemp(join(tmpdir(), 'hosted-models-soak-'));
  console.log(`${name}\n${await part({ folder, times: Number(values.times), seed: Number(values.seed) })}`);
  await rm(folder, { recursive: true, force: true });
}
