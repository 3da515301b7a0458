// Reads many units repeated to 64 KB and prints the slowest: `node test/unit/webview/markdown/tryRepetitions.ts 10000 7`
// (count, seed). Fails if a step takes more than 100 ms of CPU time, three times in a row.
import fc from 'fast-check';
import { anyUnit, knownUnits, length, longest, readRepeated, readThrice, type Steps } from './repetitions.ts';

const longestMs = 100;
const shown = 10;
/** The longest steps come last. */
const streamedFrom = length - 4096;
const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);

for (const unit of knownUnits) readRepeated(unit, streamedFrom);
const units = [...new Set([...knownUnits, ...fc.sample(anyUnit, { numRuns: count, seed })])];
const all: { unit: string; steps: Steps }[] = [];
for (const unit of units) {
  all.push({ unit, steps: readThrice(unit, longestMs, streamedFrom) });
  if (all.length % 500 === 0) console.log(`${all.length} of ${units.length}`);
}
const late = all.filter(({ steps }) => longest(steps) > longestMs);
console.log(
  `${all.length} different units, ${late.length} with a step over ${longestMs} ms. The slowest, in ms:`,
);
for (const way of ['streamed', 'whole'] as const) {
  for (const { unit, steps } of all.sort((a, b) => b.steps[way] - a.steps[way]).slice(0, shown)) {
    console.log(`${way} ${steps[way].toFixed(1)} ${JSON.stringify(unit)}`);
  }
}
process.exitCode = late.length > 0 ? 1 : 0;
