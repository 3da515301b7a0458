import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What one run of mocha came to. A kind of tests may have several: the host tests run in each VS Code. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  /** Whole name and error of each failed test, for the end of a long output. */
  failures: string[];
}

/** `npm test` sets this folder; each run of mocha adds a file to it. Without it nothing is written. */
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
