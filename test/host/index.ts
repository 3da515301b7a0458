import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import Mocha from 'mocha';
import { CountingReporter } from '../reporter.ts';
import { isNetworkRun } from './networkRun.ts';

/** Tells the tests' lines from the rest of VS Code's console; `executable.ts` takes it off again. */
const mark = '[test] ';

/** The tests' files, which lie bundled beside this one. */
async function load(mocha: Mocha): Promise<void> {
  const folder = import.meta.dirname;
  const files = globSync(isNetworkRun() ? 'network/*.test.js' : '*.test.js', { cwd: folder }).sort();
  if (files.length === 0) throw new Error(`No tests in ${folder}.`);
  // What mocha does around each file. Its own loader uses require() on ES modules, which hangs for ever in the
  // extension host of 1.110 (Node 22); for that reason mocha itself is bundled, too.
  mocha.suite.emit('pre-require', globalThis, folder, mocha);
  for (const file of files) await import(pathToFileURL(path.join(folder, file)).href);
}

function print(...args: unknown[]): void {
  for (const line of format(...args).split('\n')) console.log(mark + line);
}

/** What VS Code calls in its extension host: runs every `*.test.js` beside this bundle, and fails if one does. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 20_000, color: false, reporter: CountingReporter });
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
