// `npm test`: every kind of tests, one after the other, and one line at the end that says it all.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Results, readResults, resultsEnvironment } from './results.ts';
import { runNpm } from './workbench/npm.ts';
import { outFolder, projectRoot } from './workbench/places.ts';
import { joinNeeds, needsOfKinds, setUp } from './workbench/setUp.ts';

interface Kind {
  script: string;
  /** A kind without mocha counts as one test: its exit code. */
  isMocha: boolean;
}

const kinds: Kind[] = [
  { script: 'check', isMocha: false },
  { script: 'test:unit', isMocha: true },
  { script: 'test:page', isMocha: true },
  { script: 'test:host', isMocha: true },
  { script: 'test:e2e', isMocha: true },
];

/** A kind that hangs is ended, and has failed. */
const limitMs = 10 * 60_000;

interface Outcome extends Results {
  script: string;
  seconds: number;
}

function sum(results: readonly Results[], name: 'passed' | 'failed' | 'skipped'): number {
  return results.reduce((total, one) => total + one[name], 0);
}

/** A kind that ended badly, or without a word, has failed even if none of its tests says so. */
function judge(kind: Kind, code: number, results: readonly Results[]): Results {
  if (!kind.isMocha)
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] };
  const failed = sum(results, 'failed');
  const isBroken = failed === 0 && (code !== 0 || results.length === 0);
  return {
    passed: sum(results, 'passed'),
    failed: isBroken ? 1 : failed,
    skipped: sum(results, 'skipped'),
    failures: results.flatMap((one) => one.failures),
  };
}

async function runKind(kind: Kind): Promise<Outcome> {
  console.log(`\n=== ${kind.script}`);
  const folder = path.join(outFolder, 'results', kind.script.replace(':', '-'));
  const env = { ...process.env, ...resultsEnvironment(folder) };
  const started = performance.now();
  const { code } = await runNpm(['run', '--silent', kind.script], {
    cwd: projectRoot,
    show: true,
    env,
    limitMs,
  });
  return {
    script: kind.script,
    seconds: (performance.now() - started) / 1000,
    ...judge(kind, code, readResults(folder)),
  };
}

function describe(outcome: Outcome): string {
  const { script, passed, failed, skipped, seconds } = outcome;
  const extra = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${script.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${passed} passed, ${failed} failed${extra}`;
}

if (!existsSync(path.join(projectRoot, 'node_modules'))) throw new Error('Run "npm ci" first.');
const outcomes: Outcome[] = [];
try {
  const { page, host, e2e } = needsOfKinds;
  await using _ready = await setUp(joinNeeds([page, host, e2e]));
  for (const kind of kinds) outcomes.push(await runKind(kind));
} catch (error) {
  const failures = [`set-up\n${error instanceof Error ? error.message : String(error)}`];
  outcomes.push({ script: 'set-up', seconds: 0, passed: 0, failed: 1, skipped: 0, failures });
}

for (const failure of outcomes.flatMap((outcome) => outcome.failures)) console.log(`\nFailed: ${failure}`);
console.log(`\n${outcomes.map(describe).join('\n')}`);
const failed = sum(outcomes, 'failed');
console.log(`\n${sum(outcomes, 'passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
