// Runs promptfoo on its own configuration and prints what each check found:
//   node promptfoo.mjs PACKAGE-FOLDER CONFIGURATION.json
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder = '', file = ''] = process.argv.slice(2);
const { evaluate } = await import(pathToFileURL(path.join(packageFolder, 'dist/src/index.js')).href);
const config = JSON.parse(await readFile(file, 'utf8'));
const start = performance.now();
const evaluation = await evaluate(
  { ...config, writeLatestResults: false },
  { cache: false, showProgressBar: false, maxConcurrency: 4 },
);
const ms = performance.now() - start;
const { results } = await evaluation.toEvaluateSummary();
const found = results
  .toSorted((one, other) => one.testIdx - other.testIdx)
  .map(({ error, gradingResult, response }) => ({
    answer: response?.output,
    error: gradingResult ? undefined : error,
    checks: (gradingResult?.componentResults ?? []).map(({ assertion, pass }) => [assertion?.type, pass]),
  }));
const memory = process.resourceUsage().maxRSS;
await new Promise((written) => {
  process.stdout.write(`\n${JSON.stringify({ ms, memory, found })}\n`, written);
});
// Its telemetry and its database would keep it alive.
process.exit();
