// `npm run bench`: measures, side by side in one run; see README.md, For developers.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { outFolder } from '../workbench/places.ts';
import { setUp } from '../workbench/setUp.ts';
import { newest } from '../workbench/vscodeServer.ts';
import { judgeGoals } from './goals.ts';
import type { Measurement } from './harness/measurement.ts';
import { describeMachine } from './machine.ts';
import { measurements } from './measurements.ts';
import { setUpPeers } from './peers.ts';
import { buildReport, formatEnd, formatOutcome, type Outcome } from './report.ts';

await main();

async function main(): Promise<void> {
  const options = { assert: { type: 'boolean' }, only: { type: 'string', multiple: true } } as const;
  const { assert, only } = parseArgs({ options }).values;
  const chosen = choose(only)?.filter(canRun);
  if (!chosen?.length) return;

  await using ready = await prepare(chosen);
  if (ready === null) return;

  const machine = describeMachine();
  const outcomes: Outcome[] = [];
  for (const measurement of chosen) {
    const outcome = await run(measurement);
    outcomes.push(outcome);
    console.log(`${formatOutcome(outcome)}\n`);
  }

  const measured = outcomes.map(({ measurement, figures }) => [measurement.name, figures] as const);
  const report = buildReport(machine, outcomes, judgeGoals(new Map(measured)));
  mkdirSync(outFolder, { recursive: true });
  const file = path.join(outFolder, 'bench.json');
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`${formatEnd(report)}\n\nWritten: ${path.relative(process.cwd(), file)}`);
  if (assert && report.goals.some(({ isMet }) => !isMet)) process.exitCode = 1;
}

/** Returns `undefined`, and says so, if one of the names is unknown. */
function choose(names: readonly string[] | undefined): readonly Measurement[] | undefined {
  if (names === undefined) return measurements;
  const known = measurements.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return measurements.filter(({ name }) => names.includes(name));
  console.error(`There is no measurement '${unknown}'. There are: ${known.join(', ')}.`);
  process.exitCode = 1;
  return undefined;
}

/** Whether this system can measure it; says so if not. */
function canRun({ name, platform = process.platform }: Measurement): boolean {
  if (platform === process.platform) return true;
  console.log(`'${name}' can only be measured on ${platform}, and is left out here.`);
  return false;
}

/** Returns `null`, and says so, if something is missing and can't be set up. */
async function prepare(chosen: readonly Measurement[]): Promise<AsyncDisposable | null> {
  const needs = new Set(chosen.flatMap((measurement) => measurement.needs ?? []));
  try {
    if (needs.has('peers')) await setUpPeers();
    return await setUp({
      browser: needs.has('browser'),
      versions: needs.has('vscode') ? [newest] : [],
      ...(needs.has('package')
        ? { build: ['--production', '--package'] }
        : needs.has('build') && { build: ['--production'] }),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return null;
  }
}

async function run(measurement: Measurement): Promise<Outcome> {
  const startedAt = performance.now();
  const figures = await measurement.measure();
  return { measurement, seconds: (performance.now() - startedAt) / 1000, figures };
}
