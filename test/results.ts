import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The result of one mocha run. A kind of tests may have several: the host tests run in each VS Code. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  /** Full name and error of each failed test, to print at the end of a long output. */
  failures: string[];
}

/** Set by `npm test`; each mocha run adds a file to this folder. Without it nothing is written. */
const folderVariable = 'TEST_RESULTS';

export function resultsEnvironment(folder: string): Record<string, string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return { [folderVariable]: folder };
}

export function writeResults(results: Results): void {
  const folder = process.env[folderVariable];
  if (!folder) return;
  const name = `${process.pid}-${Date.now()}.json`;
  writeFileSync(path.join(folder, name), JSON.stringify(results));
}

export function readResults(folder: string): Results[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Results);
}
