import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledServer } from './vscodeServer.ts';

// VS Code caches the manifests of its own extensions here, and checks them by their modification times. Tests get a new data
// folder each time, so without this it would read ninety manifests at every start.
const scansIn = (userDataDir: string) =>
  path.join(userDataDir, 'data', 'CachedProfilesData', '__default__profile__');
const scansOf = (server: InstalledServer) => path.join(path.dirname(server.main), '..', 'builtin-scans');

/** One file per language of the workbench, and one for the command line. */
const isScan = (name: string) => /^extensions\.builtin.*\.cache$/.test(name);

/** Copies the caches of earlier starts of this server into a data folder. */
export async function bringBuiltinScans(server: InstalledServer, userDataDir: string): Promise<void> {
  await copyNew(scansOf(server), scansIn(userDataDir));
}

/** Keeps this start's caches next to the server. */
export async function keepBuiltinScans(server: InstalledServer, userDataDir: string): Promise<void> {
  await copyNew(scansIn(userDataDir), scansOf(server));
}

async function copyNew(from: string, to: string): Promise<void> {
  const there = await scans(to);
  const missing = (await scans(from)).filter((name) => !there.includes(name));
  if (missing.length === 0) return;
  await mkdir(to, { recursive: true });
  for (const name of missing) {
    // In one step, because another run may be reading.
    const half = path.join(to, `${name}.${process.pid}`);
    await cp(path.join(from, name), half);
    await rename(half, path.join(to, name));
  }
}

async function scans(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(isScan);
}
