import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { type Results, readResults, resultsEnvironment } from './results.ts';
import type { Task } from './tasks.ts';
import { runNpm } from './workbench/npm.ts';
import { outFolder, projectRoot } from './workbench/places.ts';
import { runProgram } from './workbench/program.ts';

/** A task that takes longer is ended and counts as failed. Beside another whole run, the longest take over ten minutes. */
const limitMs = 30 * 60_000;

export interface Outcome extends Results {
  task: Task;
  seconds: number;
  /** What the task printed. */
  logFile: string;
}

/** Runs a task to its end. `label` tells its files from those of other runs. */
export async function runTask(task: Task, label = ''): Promise<Outcome> {
  const name = `${task.name.replaceAll('/', '-')}${label}`;
  const folder = path.join(outFolder, 'results', name);
  const logFile = path.join(outFolder, 'logs', `${name}.log`);
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const options = {
    cwd: projectRoot,
    env: { ...process.env, ...resultsEnvironment(folder) },
    logFile: log,
    limitMs,
  };
  const started = performance.now();
  try {
    const { code } = await (task.program === 'npm'
      ? runNpm(task.args, options)
      : runProgram(process.execPath, task.args, options));
    const seconds = (performance.now() - started) / 1000;
    return { task, seconds, logFile, ...judge(task, code, readResults(folder)) };
  } finally {
    closeSync(log);
  }
}

/** A task that ended with an error, or without results, has failed even if none of its tests did. */
function judge({ name, isMocha }: Task, code: number, results: readonly Results[]): Results {
  const failures = results.flatMap((one) => one.failures);
  const isBroken = failures.length === 0 && (code !== 0 || (isMocha && results.length === 0));
  return {
    passed: isMocha ? sum(results, 'passed') : Number(!isBroken),
    failed: isBroken ? 1 : failures.length,
    skipped: sum(results, 'skipped'),
    failures: isBroken ? [`${name}\nIt ended with code ${code}.`] : failures,
  };
}

export function sum(results: readonly Results[], name: 'passed' | 'failed' | 'skipped'): number {
  return results.reduce((total, one) => total + one[name], 0);
}
