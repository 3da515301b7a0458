// Runs promptfoo on configurations of its own and prints what it asked and what each check found:
//   node promptfoo.mjs PACKAGE-FOLDER CONFIGURATION.json…
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [packageFolder = '', ...files] = process.argv.slice(2);
const { evaluate } = await import(pathToFileURL(path.join(packageFolder, 'dist/src/index.js')).href);
const start = performance.now();
const runs = [];
for (const file of files) runs.push(await found(JSON.parse(await readFile(file, 'utf8'))));
const ms = performance.now() - start;
const memory = process.resourceUsage().maxRSS;
await new Promise((written) => {
  process.stdout.write(`\n${JSON.stringify({ ms, memory, runs })}\n`, written);
});
// Its telemetry and its database would keep it alive.
process.exit();

async function found(config) {
  let results;
  try {
    const evaluation = await evaluate(
      { ...config, writeLatestResults: false },
      { cache: false, showProgressBar: false, maxConcurrency: 4 },
    );
    ({ results } = await evaluation.toEvaluateSummary());
  } catch (error) {
    return [{ error: String(error), checks: [] }];
  }
  return results
    .toSorted((one, other) => one.testIdx - other.testIdx)
    .map(({ error, gradingResult, response, success }) => ({
      answer: response?.output,
      asked: response?.metadata?.http?.headers?.['x-asked'],
      error: gradingResult ? undefined : error,
      checks: (gradingResult?.componentResults ?? []).map(({ assertion, pass }) => [assertion?.type, pass]),
      passed: success,
    }));
}
