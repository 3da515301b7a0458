// `npm run bench`: measures, side by side in one run; see README.md, For developers.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { outFolder } from '../workbench/places.ts';
import { judgeGoals } from './goals.ts';
import type { Measurement } from './harness/measurement.ts';
import { describeMachine } from './machine.ts';
import { measurements } from './measurements.ts';
import { buildReport, formatEnd, formatOutcome, type Outcome } from './report.ts';

const { values } = parseArgs({
  options: { assert: { type: 'boolean' }, only: { type: 'string', multiple: true } },
});

const machine = describeMachine();
const outcomes: Outcome[] = [];
for (const measurement of choose(values.only)) {
  const startedAt = performance.now();
  const figures = await measurement.measure();
  const outcome = { measurement, seconds: (performance.now() - startedAt) / 1000, figures };
  outcomes.push(outcome);
  console.log(`${formatOutcome(outcome)}\n`);
}

const verdicts = judgeGoals(new Map(outcomes.map(({ measurement, figures }) => [measurement.name, figures])));
const report = buildReport(machine, outcomes, verdicts);
mkdirSync(outFolder, { recursive: true });
const file = path.join(outFolder, 'bench.json');
writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
console.log(`${formatEnd(report)}\n${path.relative(process.cwd(), file)}`);
if (values.assert && verdicts.some(({ isMet }) => !isMet)) process.exitCode = 1;

function choose(names: readonly string[] | undefined): readonly Measurement[] {
  if (names === undefined) return measurements;
  const known = measurements.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no measurement '${unknown}'. There are: ${known.join(', ')}.`);
  return measurements.filter(({ name }) => names.includes(name));
}
