import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { installOnce } from './installOnce.ts';
import { installPackages } from './npm.ts';
import { projectRoot } from './places.ts';

const manifests = ['package.json', 'package-lock.json'];

/**
 * Installs the packages of a folder with its own manifest and lock file, if they are missing or differ from the lock file,
 * and links them into the folder. `name` is their name in the cache, `title` what users read.
 */
export async function linkPackages(folder: string, name: string, title: string): Promise<void> {
  const lock = await readFile(path.join(folder, 'package-lock.json'));
  const installed = await installOnce({
    name: `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
    title,
    async fill(fresh) {
      for (const file of manifests) await copyFile(path.join(folder, file), path.join(fresh, file));
      await installPackages(['ci'], fresh);
    },
  });
  await link(path.join(installed, 'node_modules'), path.join(folder, 'node_modules'), name);
}

/** Makes a link, so that the packages appear, or replace those of another lock file, in one step. */
async function link(to: string, place: string, name: string): Promise<void> {
  if ((await readlink(place).catch(() => undefined)) === to) return;
  const fresh = path.join(projectRoot, 'out', `${name}-${process.pid}`);
  await mkdir(path.dirname(fresh), { recursive: true });
  await symlink(to, fresh, 'junction');
  try {
    await rename(fresh, place);
  } catch {
    // There is a folder from a manual install; on Windows a link counts as one, too.
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  }
}
