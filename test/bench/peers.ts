import path from 'node:path';
import { linkPackages } from '../workbench/linkedPackages.ts';
import { projectRoot } from '../workbench/places.ts';
import { runProgram } from '../workbench/program.ts';

/** The files that import the peers; only from there can their packages be found. */
export const peersFolder = path.join(import.meta.dirname, 'peers');

export async function installPeers(): Promise<void> {
  const title = 'the peers of the bench (openai, ai, streamdown and others from npm, 60 MB)';
  await linkPackages(peersFolder, 'peers', title);
}

/** Installs the peers and checks the types of what imports them. */
export async function setUpPeers(): Promise<void> {
  await installPeers();
  await checkTypes();
}

async function checkTypes(): Promise<void> {
  const tsc = path.join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  const { code, output } = await runProgram(process.execPath, [tsc, '-p', peersFolder], { cwd: projectRoot });
  if (code !== 0) throw new Error(`The types of test/bench/peers are wrong:\n${output}`);
}
