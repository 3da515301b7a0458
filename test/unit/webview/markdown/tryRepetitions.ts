// Reads many units repeated to 64 KB and prints the slowest: `node test/unit/webview/markdown/tryRepetitions.ts 10000 7`
// (count, seed). Fails if a step takes more than 100 ms of CPU time, three times in a row.
import fc from 'fast-check';
import { anyUnit, knownUnits, readRepeated, type Steps } from './repetitions.ts';

const longestMs = 100;
const shown = 10;
const [count = 10_000, seed = 1] = process.argv.slice(2).map(Number);

const longest = ({ streamed, whole }: Steps) => Math.max(streamed, whole);

/** A machine that does something else at the same time makes each step longer, but not all of three. */
function read(unit: string): Steps {
  const tries = [readRepeated(unit)];
  while (tries.length < 3 && longest(tries.at(-1) as Steps) > longestMs) tries.push(readRepeated(unit));
  return tries.reduce((best, one) => (longest(one) < longest(best) ? one : best));
}

for (const unit of knownUnits) read(unit);
const units = [...new Set([...knownUnits, ...fc.sample(anyUnit, { numRuns: count, seed })])];
const all: { unit: string; steps: Steps }[] = [];
for (const unit of units) {
  all.push({ unit, steps: read(unit) });
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
