import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '../errorCode.ts';

const run = promisify(execFile);

/** How long another program may take to answer, in milliseconds. */
const answerMs = 5000;

/** How long its answer stays valid, in milliseconds: PowerShell takes a second for one. */
const goodMs = 60_000;

/** The process is a zombie: it has ended, but its parent has not yet reaped it. */
const ended = 'ended';

const answers = new Map<number, { at: number; start: Promise<string | undefined> }>();
let own: Promise<string | undefined> | undefined;

/** When this process started, only for comparing such values for equality; `undefined` if the system does not tell. */
export function ownStart(): Promise<string | undefined> {
  own ??= startOf(process.pid);
  return own;
}

/**
 * Whether the process with this number is the one that started at `started`, not a later one with the same number. The
 * number alone decides if `started` is unknown or the system does not tell. Uses no clock that anybody can set.
 */
export async function isRunning(pid: number, started: string | undefined): Promise<boolean> {
  if (!hasProcess(pid)) return false;
  const start = await startOf(pid);
  if (start === ended) return false;
  return start === undefined || started === undefined || start === started;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process counts too.
    return errorCode(error) !== 'ESRCH';
  }
}

async function startOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return readStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
    const answer = answers.get(pid);
    if (answer && performance.now() - answer.at < goodMs) return await answer.start;
    const start = process.platform === 'win32' ? askPowerShell(pid) : askPs(pid);
    answers.set(pid, { at: performance.now(), start });
    return await start;
  } catch {
    // No /proc, no such program, not permitted, or the process has just ended: the next check will tell.
    return undefined;
  }
}

/** Reads field 22 of `/proc/<pid>/stat`, in clock ticks since boot. The name, in parentheses, may hold anything. */
export function readStat(stat: string): string | undefined {
  const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 'ZXx'.includes(state) ? ended : rest[18];
}

/** In UTC, since `ps` writes local time, which changes when a laptop travels. */
async function askPs(pid: number): Promise<string | undefined> {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const args = ['-o', 'state=', '-o', 'lstart=', '-p', String(pid)];
  const { stdout } = await run('/bin/ps', args, { env, timeout: answerMs });
  const [state = '', ...start] = stdout.trim().split(/\s+/u);
  return state.startsWith('Z') ? ended : start.join(' ') || undefined;
}

/** By its full path, since Windows would look for the program in the current folder first. */
async function askPowerShell(pid: number): Promise<string | undefined> {
  const system = process.env['SystemRoot'] ?? 'C:\\Windows';
  const program = join(system, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const question = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  const args = ['-NoProfile', '-NonInteractive', '-Command', question];
  const { stdout } = await run(program, args, { timeout: answerMs, windowsHide: true });
  return stdout.trim() || undefined;
}
