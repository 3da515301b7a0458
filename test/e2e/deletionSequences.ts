// `npm run test:sequences`: random sequences of deletions in the workbench, checked against the service's log, the journal and
// the screen.
//   node test/e2e/deletionSequences.ts [--runs 50] [--seed N] [--only NUMBER] [--verbose]
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { outFolder } from '../workbench/places.ts';
import { runSequence } from './sequences/runSequence.ts';
import { type Sequence, sampleSequences, shortText } from './sequences/sequenceSteps.ts';
import { SequenceWorld } from './sequences/sequenceWorld.ts';

const options = {
  runs: { type: 'string' },
  seed: { type: 'string' },
  only: { type: 'string' },
  verbose: { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
const only = values.only === undefined ? undefined : Number(values.only);
const runs = only ?? Number(values.runs ?? 50);
const folder = path.join(outFolder, 'sequences');

await mkdir(folder, { recursive: true });
const startedAt = performance.now();
const world = await SequenceWorld.open();
let passed = 0;
let failed = 0;
try {
  for (const [at, sequence] of sampleSequences(seed, runs).entries()) {
    if (only !== undefined && at + 1 !== only) continue;
    if (await holds(at + 1, sequence)) passed += 1;
    else failed += 1;
  }
} finally {
  await world.close();
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
console.log(`${passed} passed, ${failed} failed. Seed ${seed}, ${minutes} min.`);
if (failed > 0) process.exitCode = 1;

async function holds(number: number, sequence: Sequence): Promise<boolean> {
  const began = performance.now();
  const from = world.gateway.askings.length;
  const wrongs = await runSequence(world, sequence);
  const steps = sequence.steps.map(shortText).join(' | ');
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const outcome = wrongs.length === 0 ? 'ok' : wrongs.join('; ');
  console.log(`${number}. ${steps}: ${outcome} (${seconds} s, ${deletes(from)})`);
  if (wrongs.length > 0 || values.verbose) for (const note of world.notes) console.log(`   ${note}`);
  if (wrongs.length === 0) return true;
  console.log(`   ${sequence.gateway}`);
  for (const one of sequence.steps) console.log(`   ${JSON.stringify(one)}`);
  await world.workbench.page.screenshot({ path: path.join(folder, `${seed}-${number}.png`) });
  await world.workbench.reload();
  return false;
}

/** "5 DELETEs, 3 carried out": a sequence that sends nothing proves little. */
function deletes(from: number): string {
  const sent = world.gateway.askings.slice(from).filter(({ asked }) => asked === 'delete');
  const done = sent.filter(({ arrival }) => arrival?.status === 200);
  return `${sent.length} DELETEs, ${done.length} carried out`;
}
