import assert from 'node:assert/strict';
import { highlight } from '../../../../src/webview/markdown/code/highlight.ts';
import { cpuGrowth } from '../../cpuGrowth.ts';

describe('Coloring code', () => {
  // Before highlight.js 11.12, 40 KB of these held a page for 12 s (highlight.js#4362).
  for (const language of ['c', 'cpp'])
    it(`takes time in proportion to a long run of type names in ${language}`, async () => {
      const growth = await cpuGrowth((size) => highlight('const foo<bar> '.repeat(size), language), 400);
      assert.ok(growth < 8, `${growth}`);
    });
});
