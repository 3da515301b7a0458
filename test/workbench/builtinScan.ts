import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledServer } from './vscodeServer.ts';

// VS Code keeps here what it found in the manifests of its own extensions, and checks it by their times. A test's data
// folder is a new one each time, so that without this it would read ninety manifests at each start.
const scansIn = (userDataDir: string) =>
  path.join(userDataDir, 'data', 'CachedProfilesData', '__default__profile__');
const scansOf = (server: InstalledServer) => path.join(path.dirname(server.main), '..', 'builtin-scans');

/** One file for each language of the workbench, and one for the command line. */
const isScan = (name: string) => /^extensions\.builtin.*\.cache$/.test(name);

/** Gives a data folder what earlier starts with this server have found. */
export async function bringBuiltinScans(server: InstalledServer, userDataDir: string): Promise<void> {
  await copyNew(scansOf(server), scansIn(userDataDir));
}

/** Keeps beside the server what this start has found. */
export async function keepBuiltinScans(server: InstalledServer, userDataDir: string): Promise<void> {
  await copyNew(scansIn(userDataDir), scansOf(server));
}

async function copyNew(from: string, to: string): Promise<void> {
  const there = await scans(to);
  const missing = (await scans(from)).filter((name) => !there.includes(name));
  if (missing.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const name of missing) {
    // Whole or not at all: another run may look at the same time.
    const half = path.join(to, `${name}.${process.pid}`);
    await cp(path.join(from, name), half);
    await rename(half, path.join(to, name));
  }
}

async function scans(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isScan);
}
