import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endChild, startChild } from '../workbench/childProcess.ts';

const usualStartMs = 15_000;

/** Returns the path of a program, also in /usr/sbin, where Debian has servers and which not every PATH contains. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin'];
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Returns the first version number that a program prints to stdout or stderr. */
export function versionOf(program: string, args: readonly string[]): string {
  try {
    const output = execFileSync('/bin/sh', ['-c', '"$0" "$@" 2>&1', program, ...args], { encoding: 'utf8' });
    return /\d+\.\d+(?:\.\d+)*/.exec(output)?.[0] ?? '?';
  } catch {
    return '?';
  }
}

export interface Started {
  close(): Promise<void>;
}

/** Starts a program in its own folder with these files. Resolves when the port accepts connections. */
export async function startServer(
  command: string,
  args: (folder: string) => readonly string[],
  port: number,
  files: (folder: string) => Readonly<Record<string, string>> = () => ({}),
  startMs = usualStartMs,
): Promise<Started> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servers-'));
  for (const [name, text] of Object.entries(files(folder))) await writeFile(path.join(folder, name), text);
  let output = '';
  const child = startChild(command, args(folder), { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-2000)));
  const close = async () => {
    await endChild(child);
    await rm(folder, { recursive: true, force: true });
  };
  const until = performance.now() + startMs;
  while (!(await isOpen(port))) {
    if (performance.now() < until && child.exitCode === null) {
      await sleep(50);
      continue;
    }
    await close();
    throw new Error(`It did not start: ${output.trim().split('\n').slice(-3).join(' / ')}`);
  }
  return { close };
}

async function isOpen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  const isListening = await promise;
  socket.destroy();
  return isListening;
}
