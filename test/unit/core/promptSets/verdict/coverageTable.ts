// Prints how often the interval covers the true difference, and how often a verdict is given, exactly, for the whole grid:
//   node test/unit/core/promptSets/verdict/coverageTable.ts
import { cellsOf, counts, enumerate, summarize } from './coverage.ts';

const percent = (share: number) => `${(share * 100).toFixed(1)}`.padStart(6);
const results = counts.flatMap((count) => enumerate(cellsOf(count)));
console.log('prompts  discordance  difference  passing  coverage  judged   (all but the first in %)');
for (const { count, discordance, difference, passing, coverage, judged } of results) {
  const columns = [discordance, difference, passing, coverage, judged].map(percent);
  console.log(String(count).padStart(7), ...columns.map((column) => column.padStart(9)));
}
const { least, mean, falsest } = summarize(results);
console.log(`coverage: least ${percent(least)} %, mean ${percent(mean)} %`);
console.log(`a verdict where there is no difference: at most ${percent(falsest)} %`);
if (least < 0.915 || mean < 0.94 || mean > 0.98 || falsest > 0.05) process.exitCode = 1;
