import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../workbench/places.ts';
import { peersFolder } from './peers.ts';

/** Whose versions a report names: those of the project and those of the peers. */
export const packages = ['undici', 'eventsource-parser'];
export const peers = ['openai', 'ai', '@ai-sdk/openai-compatible', 'streamdown'];

export interface Machine {
  cpu: string;
  cores: number;
  memoryGb: number;
  os: string;
  node: string;
  /** The load over one minute before the first measurement: figures of a busy machine mean less. */
  load: number;
  /** With `+` if the sources have changed since. */
  commit: string;
  packages: Record<string, string>;
}

export function describeMachine(): Machine {
  const cpus = os.cpus();
  return {
    cpu: cpus[0]?.model ?? 'unknown',
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 1024 ** 3),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
    load: os.loadavg()[0] ?? 0,
    commit: readCommit(),
    packages: {
      ...readVersions(projectRoot, packages),
      // Missing if no measurement needed them.
      ...(existsSync(path.join(peersFolder, 'node_modules')) && readVersions(peersFolder, peers)),
    },
  };
}

function readVersions(folder: string, names: readonly string[]): Record<string, string> {
  const read = (name: string): string => {
    const file = path.join(folder, 'node_modules', name, 'package.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  };
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

function readCommit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const isChanged = git('status', '--porcelain') !== '';
    return git('rev-parse', '--short=12', 'HEAD') + (isChanged ? '+' : '');
  } catch {
    // A copy without history, as from an archive.
    return 'unknown';
  }
}
