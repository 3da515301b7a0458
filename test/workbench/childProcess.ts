import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a child has to exit before it is killed. */
const graceMs = 5000;

/** How many ancestors of this process were started by `startChild`. */
const depthVariable = 'TEST_DEPTH';
const depth = Number(process.env[depthVariable] ?? 0);

const alive = new Set<ChildProcess>();

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** The `[process, parent, process group]` of each process, on POSIX. */
function runningProcesses(): number[][] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid,ppid,pgid'], { encoding: 'utf8' });
    return stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number));
  }
  // A minimal Linux has no ps. For the fields see proc(5); the name in parentheses may contain anything.
  return readdirSync('/proc').flatMap((entry) => {
    try {
      const fields = /^(\d+) .*\) . (\d+) (\d+) /s.exec(readFileSync(`/proc/${entry}/stat`, 'utf8'));
      return fields ? [fields.slice(1).map(Number)] : [];
    } catch {
      return [];
    }
  });
}

/** The group that `leader` leads, and those of what its processes have started, also by `startChild`. */
function groupsBelow(leader: number): Set<number> {
  const groups = new Set([leader]);
  const members = new Set<number>();
  const running = runningProcesses();
  let before: number;
  do {
    before = members.size;
    for (const [pid = 0, parent = 0, group = 0] of running)
      if (members.has(parent) || groups.has(group)) {
        members.add(pid);
        groups.add(group);
      }
  } while (members.size > before);
  return groups;
}

function signalGroup(leader: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // Gone, or on macOS exited and not yet collected by its parent.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * On POSIX the child leads its own group. SIGTERM goes to this group alone: it passes it on to the groups that it has
 * started. SIGKILL can't be passed on, so it goes to them all.
 */
function signalTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    if (!hasEnded(child)) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  for (const leader of signal === 'SIGKILL' ? groupsBelow(child.pid) : [child.pid])
    signalGroup(leader, signal);
}

/** Starts a program whose whole tree ends with this process, however that ends. */
export function startChild(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  // First of all: a signal may come as soon as the child runs.
  exitOnSignals();
  const env = { ...(options.env ?? process.env), [depthVariable]: String(depth + 1) };
  const child = spawn(command, args, { ...options, env, detached: process.platform !== 'win32' });
  alive.add(child);
  return child;
}

let isEnding = false;

/** True from the signal on that ends this process. */
export function isRunEnding(): boolean {
  return isEnding;
}

/** The children that a signal is ending. */
const ends = new Map<ChildProcess, Promise<void>>();

/**
 * By default a signal skips `exit`; other handlers of it take precedence. Children may have children of their own and get
 * the time to end them; a second signal ends everything at once.
 */
function exitOnSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  const leave = (): never => process.exit(130);
  if (isEnding) leave();
  isEnding = true;
  for (const child of alive) ends.set(child, endTree(child));
  Promise.all(ends.values()).then(leave, leave);
}

/** Like `endChild`, but the whole group gets time to tidy up, not only its leader. Each parent process has twice as much. */
async function endTree(child: ChildProcess): Promise<void> {
  signalTree(child, 'SIGTERM');
  const until = performance.now() + (2 * graceMs) / 2 ** depth;
  // There is no event for an empty group, so poll.
  while (hasGroup(child) && performance.now() < until) await sleep(20);
  signalTree(child, 'SIGKILL');
  alive.delete(child);
}

function hasGroup({ pid }: ChildProcess): boolean {
  if (pid === undefined || process.platform === 'win32') return false;
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/** Makes signals end this process through `exit`, and with it everything it has started. */
export function exitOnSignals(): void {
  if (process.listeners('exit').includes(endAllNow)) return;
  process.on('exit', endAllNow);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, exitOnSignal);
}

function endAllNow(): void {
  for (const child of alive) signalTree(child, 'SIGKILL');
  alive.clear();
}

/** Resolves when the program and what it started are gone. It has `grace` ms to tidy up. */
export async function endChild(child: ChildProcess, grace: number = graceMs): Promise<void> {
  const ending = ends.get(child);
  if (ending) return ending;
  if (!hasEnded(child) && child.pid !== undefined) {
    const ended = once(child, 'exit');
    const timer = setTimeout(() => signalTree(child, 'SIGKILL'), grace);
    signalTree(child, 'SIGTERM');
    await ended;
    clearTimeout(timer);
  }
  signalTree(child, 'SIGKILL');
  alive.delete(child);
}

/** Runs `end` on the first Ctrl+C, `kill` or closed terminal, then exits as a signal would; a second one exits at once. */
export function onInterrupt(end: () => Promise<void>): void {
  const leave = (): never => process.exit(130);
  let isEnding = false;
  const interrupt = (): void => {
    if (isEnding) leave();
    isEnding = true;
    end().then(leave, leave);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
}
