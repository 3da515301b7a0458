import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { exitOnSignals } from './childProcess.ts';
import { findBrowser } from './findBrowser.ts';

/** Options for starting any Chromium of the tests. */
export function browserOptions(): LaunchOptions {
  const executablePath = findBrowser();
  if (!executablePath)
    throw new Error('No browser was found. "node test/workbench/ensureBrowser.ts" gets one for the tests.');
  // So that the next start in this process needn't search.
  process.env['CHROMIUM_PATH'] = executablePath;
  // Without these, Chromium tries to reach its vendor; on a closed network each try takes a time-out.
  const quiet = ['quic', 'background-networking', 'component-update', 'sync'].map(
    (what) => `--disable-${what}`,
  );
  // Smooth scrolling would still be under way when a test measures.
  const args = ['--disable-gpu', '--disable-smooth-scrolling', ...quiet];
  // Chromium refuses to run its sandbox as root (containers): only then do without.
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  // playwright's own handlers close the browser on a signal, but leave the process alive.
  exitOnSignals();
  // Most people's scrollbars take space, which playwright hides.
  const ignoreDefaultArgs = ['--hide-scrollbars'];
  return {
    executablePath,
    args,
    ignoreDefaultArgs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const base = browserOptions();
  return chromium.launch({ ...base, ...options, args: [...(base.args ?? []), ...(options.args ?? [])] });
}
