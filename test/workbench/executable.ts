// Replaces the desktop VS Code that test-electron would start: takes the same arguments, runs the tests in the server's
// extension host with the workbench in a headless Chromium, and exits with the tests' exit code.
//   node executable.ts --server-version=1.110.0 [FOLDER] --extensionDevelopmentPath=… --extensionTestsPath=…
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { format, parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { isNetworkRun } from '../host/networkRun.ts';
import { onInterrupt } from './childProcess.ts';
import { outFolder } from './places.ts';
import { isVscodeVersion, newest } from './vscodeServer.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

const { values, positionals } = parseArgs({
  // VS Code's own flags (--no-sandbox, --skip-welcome, --extensions-dir=…) are passed too and mean nothing here.
  strict: false,
  allowPositionals: true,
  options: {
    'server-version': { type: 'string' },
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
  },
});

function text(name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** A hanging extension host must not hold up the whole test run. */
const limitMs = 30 * 60_000;

/** What this server always logs: it has no native modules and can't reach its marketplace. */
const usual =
  /bindings file|native-watchdog|Cannot find module|ENOTFOUND|latest version|authentication provider/;

/** VS Code logs to the page's console too; lines of tests carry a mark, and everything goes to a log file. */
const testLine = /\[test\] (.*)$/s;

async function runTests(): Promise<number> {
  const wanted = text('server-version');
  const version = isVscodeVersion(wanted) ? wanted : newest;
  const logFolder = path.join(outFolder, 'logs');
  mkdirSync(logFolder, { recursive: true });
  const logFile = path.join(logFolder, `console-${version}${isNetworkRun() ? '-network' : ''}.log`);
  const log = createWriteStream(logFile);
  const errors: string[] = [];
  let hasSpoken = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<number>();

  const prepare = async (page: Page): Promise<void> => {
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      const line = format(...args);
      log.write(`${type}: ${line}\n`);
      const said = testLine.exec(line)?.[1];
      if (said !== undefined) {
        hasSpoken = true;
        console.log(said);
      } else if (type === 'error' && !usual.test(line)) {
        errors.push(line);
      }
    });
    // A crash before the end of the tests arrives here too, with its own code.
    await page.exposeFunction('codeAutomationExit', (code: number) => end(code));
    page.on('crash', () => end(1));
  };

  let workbench: Workbench | undefined;
  onInterrupt(async () => workbench?.close());
  const extensionDevelopmentPath = text('extensionDevelopmentPath');
  const extensionTestsPath = text('extensionTestsPath');
  const userDataDir = text('user-data-dir');
  const folder = positionals[0];
  workbench = await startWorkbench({
    version,
    prepare,
    viewport: { width: 400, height: 300 },
    ...(extensionDevelopmentPath && { extensionDevelopmentPath }),
    ...(extensionTestsPath && { extensionTestsPath }),
    ...(userDataDir && { userDataDir }),
    ...(folder && { folder: path.resolve(folder) }),
  });
  const limit = setTimeout(() => {
    console.error(`The extension host did not end its tests within ${limitMs / 60_000} minutes.`);
    end(1);
  }, limitMs);
  const code = await ended;
  clearTimeout(limit);
  if (code !== 0 && !hasSpoken) console.error(['No test ran.', ...errors, `See ${logFile}.`].join('\n'));
  await workbench.close();
  log.end();
  return code;
}

process.exitCode = await runTests();
