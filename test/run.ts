// `npm test`: runs all tests, several at once, and sums them up in one line at the end.
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { type Outcome, runTask, sum } from './runTask.ts';
import { allTasks, leftOut, needsOf } from './tasks.ts';
import { projectRoot } from './workbench/places.ts';
import { joinNeeds, setUp } from './workbench/setUp.ts';

if (!existsSync(path.join(projectRoot, 'node_modules'))) throw new Error('Run "npm ci" first.');
// One more than the cores: lanes also wait for frames and time-outs.
const lanes = availableParallelism() + 1;
const started = performance.now();
const outcomes: Outcome[] = [];
const tasks = allTasks();
const queue = tasks.values();

async function lane(): Promise<void> {
  for (const task of queue) {
    const outcome = await runTask(task);
    outcomes.push(outcome);
    console.log(line(task.name, [outcome], outcome.seconds));
  }
}

function line(name: string, of: readonly Outcome[], seconds: number): string {
  const skipped = sum(of, 'skipped');
  const counts = `${sum(of, 'passed')} passed, ${sum(of, 'failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return `${name.padEnd(22)} ${seconds.toFixed(1).padStart(6)} s  ${counts}`;
}

let broken = 0;
try {
  await using _ready = await setUp(joinNeeds(needsOf(new Set(tasks.map(({ kind }) => kind)))));
  await Promise.all(Array.from({ length: lanes }, lane));
} catch (error) {
  broken = 1;
  console.log(`\nFailed: set-up\n${error instanceof Error ? error.message : String(error)}`);
}

for (const { failures, logFile } of outcomes)
  for (const failure of failures)
    console.log(`\nFailed: ${failure}\nLog: ${path.relative(projectRoot, logFile)}`);
console.log();
if (leftOut() !== '') console.log(leftOut());
for (const [kind, of] of Map.groupBy(outcomes, ({ task }) => task.kind))
  console.log(
    line(
      kind,
      of,
      of.reduce((total, { seconds }) => total + seconds, 0),
    ),
  );
console.log(line('together', outcomes, (performance.now() - started) / 1000));
const failed = sum(outcomes, 'failed') + broken;
console.log(`\n${sum(outcomes, 'passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
