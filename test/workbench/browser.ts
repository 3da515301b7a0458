import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { exitOnSignals } from './childProcess.ts';
import { findOnPath } from './places.ts';

const onWindows = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

const onMac = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

// The headless shell first: each window of a whole browser loads pages of its own address bar beside the one that is tested.
const onPath = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];

function usualPlaces(): string[] {
  if (process.platform === 'darwin') return onMac;
  if (process.platform !== 'win32') return [];
  const roots = [process.env['ProgramFiles'], process.env['ProgramFiles(x86)'], process.env['LOCALAPPDATA']];
  return roots.flatMap((root) => (root ? onWindows.map((file) => path.join(root, file)) : []));
}

/** playwright knows where its own download would lie; it throws on systems that it has none for. */
function playwrightsOwn(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** The path of a Chromium: `CHROMIUM_PATH`, then an installed one, then the one that playwright downloaded. */
export function findBrowser(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const candidates = [findOnPath(onPath), ...usualPlaces(), playwrightsOwn()];
  return candidates.find((file) => file !== undefined && existsSync(file));
}

/** What every Chromium of the tests is started with. */
export function browserOptions(): LaunchOptions {
  const executablePath = findBrowser();
  if (!executablePath) {
    throw new Error(
      'No Chromium was found. Install one with "npx playwright-core install chromium" (on Debian also ' +
        '"apt-get install chromium"), or name one in the variable CHROMIUM_PATH.',
    );
  }
  // Without these, Chromium tries to reach its vendor; on a closed network each try costs a time-out.
  const quiet = ['quic', 'background-networking', 'component-update', 'sync'].map(
    (what) => `--disable-${what}`,
  );
  // A scroll that glides is still on its way when a test measures.
  const args = ['--disable-gpu', '--disable-smooth-scrolling', ...quiet];
  // Chromium refuses its sandbox to root (containers), and only there is it given up.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  // playwright's own handlers close the browser on a signal, but leave the process alive.
  exitOnSignals();
  return { executablePath, args, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const base = browserOptions();
  return chromium.launch({ ...base, ...options, args: [...(base.args ?? []), ...(options.args ?? [])] });
}
