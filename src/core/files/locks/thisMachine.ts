import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

let known: Promise<string | undefined> | undefined;

/**
 * Names the system whose process numbers mean the same to us as to whoever gives the same name. Better than the host's
 * name, which changes with the network on macOS and which containers share. `undefined` if the system does not tell.
 */
export function thisMachine(): Promise<string | undefined> {
  known ??= ask();
  return known;
}

/** Whether what was written with this name, and on this host, was written on this system. */
export async function isThisMachine({ host, machine }: { host: string; machine?: string }): Promise<boolean> {
  const ours = machine === undefined ? undefined : await thisMachine();
  // Version 0.1 wrote the host's name alone.
  return ours === undefined ? host === hostname() : machine === ours;
}

async function ask(): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
      // Of containers on one kernel, each has process numbers of its own.
      return `${boot} ${await readlink('/proc/self/ns/pid')}`;
    }
    // Also apart from Linux on the same computer, which has the same name in WSL.
    if (process.platform === 'win32') return `win32 ${hostname()}`;
    const { stdout } = await run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { timeout: 5000 });
    return stdout.trim() || undefined;
  } catch {
    // Without /proc or the program, the host's name has to do.
    return undefined;
  }
}
