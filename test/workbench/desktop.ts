import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findOnPath } from './places.ts';

export interface DesktopVscode {
  executable: string;
  /** Arguments that come first: the `code` command hands over to another process unless told to wait. */
  first: string[];
  /** The application's version, e.g. 1.110.0, if its files tell. */
  version?: string;
}

/** Where the application is, from its `bin/code` (Linux, Windows) or `Contents/Resources/app/bin/code` (macOS). */
const applications = [
  { executable: '../Code.exe', manifest: '../resources/app/package.json' },
  { executable: '../code', manifest: '../resources/app/package.json' },
  { executable: '../../../MacOS/Code', manifest: '../package.json' },
  { executable: '../../../MacOS/Electron', manifest: '../package.json' },
];

function readVersion(manifest: string): string | undefined {
  if (!existsSync(manifest)) return undefined;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string };
  return version;
}

/** The application itself, so that it is our own child, ends with us, and we see it end. */
function application(command: string): DesktopVscode | undefined {
  const folder = path.dirname(realpathSync(command));
  for (const { executable, manifest } of applications) {
    const file = path.resolve(folder, executable);
    const version = readVersion(path.resolve(folder, manifest));
    if (version && existsSync(file)) return { executable: file, first: [], version };
  }
  return undefined;
}

/** Where VS Code's installers put its command `code`. That of macOS puts none on PATH. */
function installedCommands({ platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>): string[] {
  if (platform === 'darwin')
    return ['/', env['HOME'] ?? '/'].map((folder) =>
      path.join(folder, 'Applications/Visual Studio Code.app/Contents/Resources/app/bin/code'),
    );
  if (platform !== 'win32') return [];
  const folders = [path.join(env['LOCALAPPDATA'] ?? '', 'Programs'), env['ProgramFiles'] ?? ''];
  return folders.map((folder) => path.join(folder, 'Microsoft VS Code', 'bin', 'code.cmd'));
}

/** Whether this is Linux within Windows, where `code` is that of Windows: it can't load an extension from here. */
export function isWsl({ env }: Pick<NodeJS.Process, 'env'> = process): boolean {
  return env['WSL_DISTRO_NAME'] !== undefined;
}

export const wslHint = `Under WSL a VS Code in the browser is started: that of Windows can't load the extension from here. To use a VS Code that is
installed in WSL itself, set VSCODE_EXECUTABLE to it.`;

/** Finds `VSCODE_EXECUTABLE`, else the VS Code whose command `code` is on PATH, else where installers put it. */
export function findDesktop(
  system: Pick<NodeJS.Process, 'platform' | 'env'> = process,
): DesktopVscode | undefined {
  const named = system.env['VSCODE_EXECUTABLE'];
  if (named) return { executable: named, first: [] };
  if (isWsl(system)) return undefined;
  const [command] = [
    ...findOnPath(['code'], system),
    ...installedCommands(system).filter((file) => existsSync(file)),
  ];
  // In a remote window's terminal, `code` talks to that window and can't start another VS Code.
  if (!command || realpathSync(command).includes('remote-cli')) return undefined;
  return application(command) ?? { executable: command, first: ['--wait'] };
}

/** True if that VS Code can run the extension, or doesn't tell its version. */
export function isNewEnough(desktop: DesktopVscode, floor: string): boolean {
  if (!desktop.version) return true;
  return desktop.version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}
