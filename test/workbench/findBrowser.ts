import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findOnPath, vscodeCache } from './places.ts';

const onWindows = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

const onMac = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const headlessShell = 'chromium-headless-shell';

const onPath = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** The parts of `process` that say where to look. */
export type System = Pick<NodeJS.Process, 'platform' | 'env'>;

/** Where the `package.json` and lock file are that pin the browser from npm. */
export const npmBrowserManifests = path.join(import.meta.dirname, 'chromium');

/** The folder in `.vscode-test` of the browser from npm, and the file there that starts it. */
export function npmBrowser(): { folder: string; launcher: string } {
  const text = readFileSync(path.join(npmBrowserManifests, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  return { folder: `chromium-${dependencies['@sparticuz/chromium']}`, launcher: 'chrome' };
}

/**
 * Returns the path of a Chromium that starts: `CHROMIUM_PATH`, else a headless shell, else a full browser. Each window of a full one also
 * loads pages of its own address bar.
 */
export function findBrowser(system: System = process): string | undefined {
  const named = system.env['CHROMIUM_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there.`);
    return named;
  }
  const own = playwrightsOwn();
  const candidates = [
    ...[...findOnPath([headlessShell], system), npmLauncher()],
    ...[...findOnPath(onPath, system), ...usualPlaces(system), ...(own === undefined ? [] : [own])],
  ];
  return candidates.find((file) => existsSync(file) && whyNotStarted(file, system) === undefined);
}

/** Returns why a browser can't be used, or `undefined`. On Linux the file may only print where to get the browser. */
export function whyNotStarted(file: string, { platform }: System = process): string | undefined {
  // Elsewhere this opens a window or isn't understood.
  if (platform !== 'linux') return undefined;
  const { status, error, stderr } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? `it ended with code ${status}`;
}

function usualPlaces({ platform, env }: System): string[] {
  if (platform === 'darwin') return onMac;
  if (platform !== 'win32') return [];
  const roots = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']];
  return roots.flatMap((root) => (root ? onWindows.map((file) => path.join(root, file)) : []));
}

function npmLauncher(): string {
  const { folder, launcher } = npmBrowser();
  return path.join(vscodeCache, folder, launcher);
}

/** Whether a browser that was found is as fast as can be had, or was named by the user. */
export function isPreferred(file: string): boolean {
  return (
    file === process.env['CHROMIUM_PATH'] || path.basename(file) === headlessShell || file === npmLauncher()
  );
}

/** Returns the path of playwright's own download if it is complete: it is unpacked in place and marked when done. */
export function playwrightsOwn(): string | undefined {
  const file = playwrightPath();
  if (file === undefined) return undefined;
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder))
    if (existsSync(path.join(folder, 'INSTALLATION_COMPLETE'))) return file;
  return undefined;
}

/** playwright throws on systems it has no browser for. */
function playwrightPath(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}
