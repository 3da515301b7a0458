// The VS Code server and web workbench from npm, for systems where a desktop VS Code can't be downloaded or shown.
//   node test/workbench/vscodeServer.ts    installs both versions ahead of time
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runNpm } from './npm.ts';
import { vscodeCache } from './places.ts';

/** VS Code's own version: the package is code-server 4.x for VS Code 1.x, and wants the Node major it was built with. */
const servers = {
  '1.110.0': { package: 'code-server@4.110.0', node: '22.23.3' },
  '1.139.1': { package: 'code-server@4.139.1', node: '24.21.0' },
} as const;

export type VscodeVersion = keyof typeof servers;

export const oldest: VscodeVersion = '1.110.0';
export const newest: VscodeVersion = '1.139.1';

export function isVscodeVersion(text: string | undefined): text is VscodeVersion {
  return text !== undefined && Object.hasOwn(servers, text);
}

export interface InstalledServer {
  version: VscodeVersion;
  /** The Node that this server runs on. */
  node: string;
  /** `server-main.js` */
  main: string;
}

/** The npm package of Node's binary for this system, as the package `node` picks it; it needs no install script. */
function nodePackage(): string {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${system}-${process.arch}`;
}

function locate(version: VscodeVersion, folder: string): InstalledServer {
  const modules = path.join(folder, 'node_modules');
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  return {
    version,
    node: path.join(modules, nodePackage(), 'bin', binary),
    main: path.join(modules, 'code-server', 'lib', 'vscode', 'out', 'server-main.js'),
  };
}

async function npmInstall(args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args], {
    cwd,
  });
  if (code !== 0) throw new Error(`npm install ${args.join(' ')} failed (${code}):\n${output}`);
}

async function installInto(folder: string, version: VscodeVersion): Promise<void> {
  await mkdir(folder, { recursive: true });
  // A package.json of its own, or npm would climb up and install into this project.
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  const { package: server, node } = servers[version];
  await npmInstall([server, `${nodePackage()}@${node}`], folder);
  await npmInstall(['--omit=dev'], path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode'));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** An interrupted install leaves its half behind, under the number of a process that is gone. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(vscodeCache)) {
    const pid = /^installing-(\d+)-/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid)))
      await rm(path.join(vscodeCache, name), { recursive: true, force: true });
  }
}

const underWay = new Map<VscodeVersion, Promise<InstalledServer>>();

async function install(version: VscodeVersion): Promise<InstalledServer> {
  const folder = path.join(vscodeCache, servers[version].package.replace('@', '-'));
  if (existsSync(folder)) return locate(version, folder);
  const started = performance.now();
  console.log(
    `Installing VS Code ${version} (${servers[version].package}, about 600 MB) into .vscode-test ...`,
  );
  await mkdir(vscodeCache, { recursive: true });
  await removeLeftovers();
  const half = path.join(vscodeCache, `installing-${process.pid}-${version}`);
  try {
    await installInto(half, version);
    // The whole appears at once. Another process may have been faster; its install is as good as ours.
    await rename(half, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  console.log(`Installed VS Code ${version} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  return locate(version, folder);
}

/** The server of that version from the cache, installed there first if it is missing. */
export function ensureServer(version: VscodeVersion): Promise<InstalledServer> {
  const current = underWay.get(version) ?? install(version);
  underWay.set(version, current);
  return current;
}

if (import.meta.main) {
  for (const version of [oldest, newest]) await ensureServer(version);
}
