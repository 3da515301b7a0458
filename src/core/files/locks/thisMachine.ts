import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

let known: Promise<string | undefined> | undefined;

/**
 * Names the system within which process numbers mean the same: all who get the same name share them. Better than the host
 * name, which changes with the network on macOS and which containers share. `undefined` if the system does not tell.
 */
export function thisMachine(): Promise<string | undefined> {
  known ??= ask();
  return known;
}

/** Whether something marked with this machine and host name was written on this system. */
export async function isThisMachine({ host, machine }: { host: string; machine?: string }): Promise<boolean> {
  const ours = machine === undefined ? undefined : await thisMachine();
  // Version 0.1 wrote only the host name.
  return ours === undefined ? host === hostname() : machine === ours;
}

async function ask(): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
      // Containers on one kernel each have their own process numbers.
      return `${boot} ${await readlink('/proc/self/ns/pid')}`;
    }
    // Differs from Linux on the same computer, which has the same host name in WSL.
    if (process.platform === 'win32') return `win32 ${hostname()}`;
    const { stdout } = await run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], { timeout: 5000 });
    return stdout.trim() || undefined;
  } catch {
    // Without /proc or the program, the host name must do.
    return undefined;
  }
}
