import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import { loadSettings } from '../../src/ui/shared/settings.ts';
import { CountingReporter } from '../reporter.ts';
import '../stalls.ts';
import { isNetworkRun } from './networkRun.ts';
import { relayRun } from './relayRun.ts';

/** Marks the lines of the tests in VS Code's console; `executable.ts` removes it again. */
const mark = '[test] ';

/** Loads the test files, which are bundled beside this one. */
async function load(mocha: Mocha): Promise<void> {
  const folder = import.meta.dirname;
  const own = isNetworkRun() ? 'network/' : relayRun() === undefined ? '' : 'relay/';
  const files = globSync(`${own}*.test.js`, { cwd: folder }).sort();
  if (files.length === 0) throw new Error(`No tests in ${folder}.`);
  // What mocha does around each file. Its own loader uses require() for ES modules, which hangs forever in the
  // extension host of 1.110 (Node 22); for the same reason mocha itself is bundled.
  mocha.suite.emit('pre-require', globalThis, folder, mocha);
  for (const file of files) await import(pathToFileURL(path.join(folder, file)).href);
}

function print(...args: unknown[]): void {
  for (const line of format(...args).split('\n')) console.log(mark + line);
}

/** VS Code calls this in its extension host: runs every `*.test.js` beside this bundle, and throws if a test fails. */
export async function run(): Promise<void> {
  loadSettings(vscode.workspace);
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, color: false, reporter: CountingReporter });
  const grep = process.env['TEST_GREP'];
  if (grep) mocha.grep(grep);
  Mocha.reporters.Base.consoleLog = print;
  try {
    await load(mocha);
  } catch (error) {
    print('The tests could not be loaded:', error);
    throw error;
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} of the tests in the extension host failed.`);
}
