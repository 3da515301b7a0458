import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readResults, resultsEnvironment } from '../results.ts';
import { projectRoot } from '../workbench/places.ts';
import { runProgram } from '../workbench/program.ts';
import { hasVscodeServers, newest, oldest } from '../workbench/vscodeServer.ts';
import type { Outcomes } from './steps.ts';

/** Why VS Code's chat can't be tried here. */
export function missingVscode(): string | undefined {
  return hasVscodeServers() ? undefined : 'there is no VS Code server for this system';
}

export const vscodeVersions = `VS Code ${oldest} and ${newest}`;

/** Runs the tests in `test/host/relay` in both VS Codes, with the service relaying to this server. */
export async function tryVscodeChat(upstream: string): Promise<Outcomes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servers-'));
  try {
    const { output } = await runProgram(
      process.execPath,
      ['test/setUpFor.ts', 'host', 'test/host/runHost.ts', '--upstream', upstream],
      { cwd: projectRoot, env: { ...process.env, ...resultsEnvironment(path.join(folder, 'results')) } },
    );
    const results = readResults(path.join(folder, 'results'));
    const failures = results.flatMap(({ failures: some }) => some);
    if (failures.length > 0) throw new Error(failures.join(' / '));
    const passed = results.reduce((sum, one) => sum + one.passed, 0);
    if (results.length < 2) throw new Error(`A VS Code did not run the tests: ${output.slice(-500)}`);
    return { chat: `ok, ${passed} of ${passed} tests` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
