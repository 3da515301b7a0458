import { readdir, readFile } from 'node:fs/promises';

export interface RunningProcess {
  pid: number;
  parent: number;
  /** The program and its arguments, with a space after each: what Chromium forks has no other separator. */
  command: string;
  /** Used so far, in user mode and in the kernel, by all of its threads. */
  cpuMs: number;
}

/** Linux counts in hundredths of a second (`USER_HZ`), whatever its clock. */
const tickMs = 10;

/** All processes of this machine, from Linux's `/proc`. */
export async function listProcesses(): Promise<RunningProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(readProcess));
  return found.filter((one) => one !== undefined);
}

/** Returns `undefined` for one that has ended meanwhile. */
async function readProcess(pid: number): Promise<RunningProcess | undefined> {
  try {
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return { pid, command, ...parseStat(await readFile(`/proc/${pid}/stat`, 'utf8')) };
  } catch {
    return undefined;
  }
}

/** Reads a line of `/proc/<pid>/stat` (proc_pid_stat(5)). The program's name, in brackets, may contain anything. */
export function parseStat(line: string): Pick<RunningProcess, 'parent' | 'cpuMs'> {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]].map(Number);
  return { parent, cpuMs: (user + system) * tickMs };
}

/** Everything that `roots` have started, and the roots themselves. */
export function withDescendants(
  all: readonly RunningProcess[],
  roots: readonly RunningProcess[],
): RunningProcess[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found = new Set<RunningProcess>();
  const add = (one: RunningProcess): void => {
    if (found.has(one)) return;
    found.add(one);
    for (const child of children.get(one.pid) ?? []) add(child);
  };
  for (const root of roots) add(root);
  return [...found];
}
