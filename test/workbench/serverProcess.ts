import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { bringBuiltinScans, keepBuiltinScans } from './builtinScan.ts';
import { endChild, startChild } from './childProcess.ts';
import { changeSettings } from './userSettings.ts';
import { ensureServer, type InstalledServer, newest, type VscodeVersion } from './vscodeServer.ts';

export interface ServerOptions {
  version: VscodeVersion;
  /** Contains everything this VS Code remembers. */
  userDataDir: string;
  /** User settings, on top of those that keep a workbench quiet. */
  userSettings?: Record<string, unknown>;
  /** A packed extension to install before starting. */
  vsix?: string;
  /**
   * Lets the address name an extension in development (a built workbench ignores that without the smoke-test driver),
   * but then VS Code shows no notification toasts.
   */
  development?: boolean;
  /** Required for Restricted Mode. */
  workspaceTrust?: boolean;
  env?: Record<string, string | undefined>;
}

export interface RunningServer {
  /** `127.0.0.1:PORT` */
  readonly authority: string;
  /** The server's output; the extension host's own is in the page. */
  readonly logFile: string;
  close(): Promise<void>;
}

/** No tips, first-run pages or vendor requests: nothing that a test would have to click away. */
const quietSettings: Record<string, unknown> = {
  'chat.commandCenter.enabled': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  // Else the server lists all processes and their sockets every few seconds.
  'remote.autoForwardPortsSource': 'output',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.showReleaseNotes': false,
  'window.restoreWindows': 'all',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

async function writeSettings(options: ServerOptions): Promise<void> {
  const file = path.join(options.userDataDir, 'data', 'User', 'settings.json');
  // What the user (or the extension) changed in an earlier run of this folder wins over our defaults.
  await changeSettings(file, (kept) => ({ ...quietSettings, ...kept, ...options.userSettings }));
}

function baseArguments(server: InstalledServer, userDataDir: string): string[] {
  return [server.main, '--server-data-dir', userDataDir, '--accept-server-license-terms'];
}

function collectOutput(child: ChildProcess): { text: () => string } {
  let text = '';
  const add = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return { text: () => text };
}

async function installVsix(server: InstalledServer, options: ServerOptions, vsix: string): Promise<void> {
  const args = [...baseArguments(server, options.userDataDir), '--install-extension', vsix, '--force'];
  const child = startChild(server.node, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(options),
  });
  const output = collectOutput(child);
  const code = await new Promise((resolve) => child.once('close', resolve));
  await endChild(child);
  if (code !== 0) throw new Error(`VS Code did not install ${vsix} (${String(code)}):\n${output.text()}`);
}

function environment(options: ServerOptions): NodeJS.ProcessEnv {
  const env = { ...process.env, ...options.env };
  // In a VS Code terminal, these would make the server believe that it is that other VS Code.
  for (const name of Object.keys(env)) {
    if (name.startsWith('VSCODE_') || name.startsWith('ELECTRON_')) delete env[name];
  }
  // As if started in a terminal: else it starts the user's login shell, only to read its variables.
  return { ...env, VSCODE_CLI: '1' };
}

/** A folder served before gets its old port: the browser's storage depends on the origin. */
async function choosePort(userDataDir: string): Promise<string> {
  const last = await readFile(path.join(userDataDir, 'port'), 'utf8').catch(() => '0');
  return (await isFree(Number(last))) ? last : '0';
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function listening(child: ChildProcess, logFile: string): Promise<string> {
  const log = createWriteStream(logFile, { flags: 'a' });
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      log.write(chunk);
      text += chunk.toString();
      const port = /Extension host agent listening on (\d+)/.exec(text)?.[1];
      if (port) resolve(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', (code) => {
      log.end();
      reject(new Error(`The VS Code server ended (${String(code)}) before it was ready:\n${text}`));
    });
  });
}

/** The extension host of 1.110 hangs with it. */
const withLogs = `--import=${new URL('./logs/register.ts', import.meta.url).href}`;

/** Starts the server on a free port of 127.0.0.1, with its own data folder. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = await ensureServer(options.version);
  await writeSettings(options);
  await bringBuiltinScans(server, options.userDataDir);
  if (options.vsix) await installVsix(server, options, options.vsix);
  const args = [
    ...baseArguments(server, options.userDataDir),
    ...['--host', '127.0.0.1', '--port', await choosePort(options.userDataDir)],
    '--without-connection-token',
    // The messages never leave this machine.
    '--disable-websocket-compression',
    ...(options.development ? ['--enable-smoke-test-driver'] : []),
    ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
  ];
  const child = startChild(server.node, [...(options.version === newest ? [withLogs] : []), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(options),
  });
  const logFile = path.join(options.userDataDir, 'server.log');
  const port = await listening(child, logFile);
  await writeFile(path.join(options.userDataDir, 'port'), port);
  const close = async (): Promise<void> => {
    await endChild(child);
    await keepBuiltinScans(server, options.userDataDir);
  };
  return { authority: `127.0.0.1:${port}`, logFile, close };
}
