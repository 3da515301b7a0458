import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { installOnce } from '../workbench/installOnce.ts';
import { installPackages } from '../workbench/npm.ts';
import { projectRoot } from '../workbench/places.ts';
import { runProgram } from '../workbench/program.ts';

/** The files that import the peers; only from there can their packages be found. */
export const peersFolder = path.join(import.meta.dirname, 'peers');

const manifests = ['package.json', 'package-lock.json'];

/** Installs the peers if they are missing or differ from the lock file, and checks the types of what imports them. */
export async function setUpPeers(): Promise<void> {
  const lock = await readFile(path.join(peersFolder, 'package-lock.json'));
  const installed = await installOnce({
    name: `peers-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
    title: 'the peers of the bench (openai, ai, react, streamdown and others from npm, 80 MB)',
    async fill(folder) {
      for (const name of manifests) await copyFile(path.join(peersFolder, name), path.join(folder, name));
      await installPackages(['ci'], folder);
    },
  });
  await link(path.join(installed, 'node_modules'), path.join(peersFolder, 'node_modules'));
  await checkTypes();
}

/** Makes a link, so that the packages appear, or replace those of another lock file, in one step. */
async function link(to: string, place: string): Promise<void> {
  if ((await readlink(place).catch(() => undefined)) === to) return;
  const fresh = path.join(projectRoot, 'out', `peers-${process.pid}`);
  await mkdir(path.dirname(fresh), { recursive: true });
  await symlink(to, fresh, 'junction');
  try {
    await rename(fresh, place);
  } catch {
    // There is a folder, from an install by hand; on Windows a link counts as one, too.
    await rm(place, { recursive: true, force: true });
    await rename(fresh, place);
  }
}

async function checkTypes(): Promise<void> {
  const tsc = path.join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, output } = await runProgram(process.execPath, [tsc, '-p', peersFolder], { cwd: projectRoot });
  if (code !== 0) throw new Error(`The types of test/bench/peers are wrong:\n${output}`);
}
