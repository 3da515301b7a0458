import path from 'node:path';
import { listProcesses, type RunningProcess, withDescendants } from './processes.ts';

/** Where an extension's work is done: the `--type` of processes of VS Code's server and of Chromium. */
const types = {
  'extension host': 'extensionHost',
  renderer: 'renderer',
  'GPU process': 'gpu-process',
} as const;

export type Part = keyof typeof types;

export const parts = Object.keys(types) as Part[];

/** CPU time in milliseconds. A webview may have a renderer of its own: all of them count. */
export type Cost = Record<Part, number>;

/** What each workbench has cost since its start. */
export async function readCosts(userDataDirs: readonly string[]): Promise<Cost[]> {
  const all = await listProcesses();
  return userDataDirs.map((userDataDir) => costOf(all, userDataDir));
}

function costOf(all: readonly RunningProcess[], userDataDir: string): Cost {
  // Arguments of the server and of the browser (`startWorkbench`).
  const own = [`--server-data-dir ${userDataDir} `, `--user-data-dir=${path.join(userDataDir, 'browser')} `];
  const roots = all.filter(({ command }) => own.some((argument) => command.includes(argument)));
  const started = withDescendants(all, roots);
  const costs = parts.map((part) => {
    const those = started.filter(({ command }) => command.includes(`--type=${types[part]} `));
    if (those.length === 0) throw new Error(`The workbench has no ${part}.`);
    return [part, those.reduce((sum, { cpuMs }) => sum + cpuMs, 0)] as const;
  });
  return Object.fromEntries(costs) as Cost;
}
