// The VS Code server and web workbench from npm, for systems where a desktop VS Code can't be downloaded or shown.
//   node test/workbench/vscodeServer.ts    installs both versions ahead of time
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { installOnce } from './installOnce.ts';
import { installPackages } from './npm.ts';

/** VS Code's own version: the package is code-server 4.x for VS Code 1.x, and needs the Node major it was built with. */
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

/** code-server has no Windows support (github.com/coder/code-server/issues/6545); there tests use a desktop VS Code. */
export function hasVscodeServers(platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'win32';
}

export interface InstalledServer {
  version: VscodeVersion;
  /** The Node this server runs on. */
  node: string;
  /** `server-main.js` */
  main: string;
}

/** The npm package of Node's binary for this system, as chosen by the package `node`; it needs no install script. */
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

async function fill(folder: string, version: VscodeVersion): Promise<void> {
  // Its own package.json, or npm would climb up and install into this project.
  await writeFile(path.join(folder, 'package.json'), '{ "private": true }\n');
  const { package: server, node } = servers[version];
  await installPackages(['install', server, `${nodePackage()}@${node}`], folder);
  const vscode = path.join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
  await installPackages(['install', '--omit=dev'], vscode);
}

async function install(version: VscodeVersion): Promise<InstalledServer> {
  const { package: server } = servers[version];
  const folder = await installOnce({
    name: server.replace('@', '-'),
    title: `VS Code ${version} (${server} from npm, about 600 MB)`,
    fill: (half) => fill(half, version),
  });
  return locate(version, folder);
}

const underWay = new Map<VscodeVersion, Promise<InstalledServer>>();

/** Returns the server of that version from the cache, installing it first if it is missing. */
export function ensureServer(version: VscodeVersion): Promise<InstalledServer> {
  const current = underWay.get(version) ?? install(version);
  underWay.set(version, current);
  return current;
}

if (import.meta.main) {
  try {
    for (const version of [oldest, newest]) await ensureServer(version);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
