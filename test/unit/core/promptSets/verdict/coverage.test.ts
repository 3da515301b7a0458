import assert from 'node:assert/strict';
import { cellsOf, enumerate, summarize } from './coverage.ts';

// With 200 prompts, too, and as a table: node test/unit/core/promptSets/verdict/coverageTable.ts
describe("Newcombe's interval and the verdict, over every table of 20 and of 50 prompts", () => {
  let summary = summarize([]);

  before(() => {
    summary = summarize([20, 50].flatMap((count) => enumerate(cellsOf(count))));
  });

  it('holds the true difference in at least 91.5 % of every cell, and in 94 to 98 % on average', () => {
    const { least, mean } = summary;
    assert.ok(least >= 0.915, `${least}`);
    assert.ok(mean >= 0.94 && mean <= 0.98, `${mean}`);
  });

  it('finds a difference where there is none in at most 5 %', () => {
    assert.ok(summary.falsest <= 0.05, `${summary.falsest}`);
  });
});
