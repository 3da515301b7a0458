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

/** Finds `VSCODE_EXECUTABLE`, else the VS Code whose command `code` is on PATH. */
export function findDesktop(): DesktopVscode | undefined {
  const named = process.env['VSCODE_EXECUTABLE'];
  if (named) return { executable: named, first: [] };
  const [command] = findOnPath(['code']);
  // In a remote window's terminal, `code` talks to that window and can't start another VS Code.
  if (!command || realpathSync(command).includes('remote-cli')) return undefined;
  return application(command) ?? { executable: command, first: ['--wait'] };
}

/** True if that VS Code can run the extension, or doesn't tell its version. */
export function isNewEnough(desktop: DesktopVscode, floor: string): boolean {
  if (!desktop.version) return true;
  return desktop.version.localeCompare(floor, 'en', { numeric: true }) >= 0;
}
