// Finds tests that fail by chance: runs the given tests several times, and prints each that ever failed, with its errors.
//   npm run test:repeat -- [--times 10] [--busy] [--stalls] [--lanes 1] [unit, page, host, e2e, host/1.110.0, test/unit/….test.ts …]
// With --busy, every core is kept busy by a process that does nothing else; with --stalls, the tests' own process, in VS Code its
// extension host, halts at random between two steps (`stalls.ts`).
import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Outcome, runTask, sum } from './runTask.ts';
import { allTasks, fileTask, needsOf, type Task } from './tasks.ts';
import { endChild, startChild } from './workbench/childProcess.ts';
import { projectRoot } from './workbench/places.ts';
import { joinNeeds, setUp } from './workbench/setUp.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    busy: { type: 'boolean', default: false },
    stalls: { type: 'boolean', default: false },
    lanes: { type: 'string', default: '1' },
  },
});

function chosenTasks(): Task[] {
  const all = allTasks();
  if (positionals.length === 0) return all;
  return positionals.flatMap((one) => {
    if (one.endsWith('.test.ts')) return [fileTask(one)];
    const found = all.filter(({ kind, name }) => one === kind || one === name);
    if (found.length === 0)
      throw new Error(
        `There is neither a kind nor a task “${one}”: ${all.map(({ name }) => name).join(', ')}.`,
      );
    return found;
  });
}

function keepBusy(): ChildProcess[] {
  return Array.from({ length: availableParallelism() }, () =>
    startChild(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
}

if (values.stalls) process.env['TEST_STALLS'] = '1';
const tasks = chosenTasks();
const times = Number(values.times);
const rounds = Array.from({ length: times }, (_, index) => index + 1);
const queue = rounds.flatMap((round) => tasks.map((task) => ({ task, round }))).values();
const outcomes: Outcome[] = [];

async function lane(): Promise<void> {
  for (const { task, round } of queue) {
    const outcome = await runTask(task, `-${round}`);
    outcomes.push(outcome);
    const { passed, failed, seconds } = outcome;
    console.log(
      `${task.name.padEnd(22)} ${round} of ${times}  ${seconds.toFixed(1).padStart(6)} s  ${passed} passed, ${failed} failed`,
    );
  }
}

const burners: ChildProcess[] = [];
try {
  await using _ready = await setUp(joinNeeds(needsOf(new Set(tasks.map(({ kind }) => kind)))));
  if (values.busy) burners.push(...keepBusy());
  await Promise.all(Array.from({ length: Number(values.lanes) }, lane));
} finally {
  await Promise.all(burners.map((one) => endChild(one)));
}

const failures = outcomes.flatMap(({ failures, logFile }) =>
  failures.map((text) => ({ title: text.split('\n', 1)[0] ?? '', text, logFile })),
);
for (const [title, of] of Map.groupBy(failures, (one) => one.title)) {
  console.log(`\nFailed ${of.length} times in ${times}: ${title}`);
  for (const { text, logFile } of of)
    console.log(`${text.split('\n').slice(1).join('\n')}\nLog: ${path.relative(projectRoot, logFile)}`);
}
const failed = sum(outcomes, 'failed');
console.log(`\n${sum(outcomes, 'passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
