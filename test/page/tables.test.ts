import assert from 'node:assert/strict';
import { answer, own } from './samples.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const numbers = ['1e-4', '3e-05', '2.5E-3', '1,5e+10', '-0.5', '−0.25', '-1e-12'];

describe('A table of numbers in an answer', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  for (const [what, shown] of [
    ['alone', (number: string) => number],
    ['in bold', (number: string) => `**${number}**`],
    ['as code', (number: string) => `\`${number}\``],
    ['among words', (number: string) => `a learning rate of ${number} at first`],
  ] as const) {
    it(`breaks no line inside of one, and copies what the model wrote: ${what}`, async () => {
      const rows = numbers.map((number) => `| ${shown(number)} | ${'word '.repeat(30)} |`);
      const open = await browser.open('chat', { width: 300 });
      await open.say(
        show({}, own('u1', 'Hi'), answer('a1', { text: ['| rate | note |', '|-|-|', ...rows].join('\n') })),
      );
      const lines = await open.page.locator('td:first-child').evaluateAll((cells, all) => {
        return cells.map((cell, index) => {
          const number = all[index] ?? '';
          const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const { currentNode } = walker;
            const start = currentNode.textContent?.indexOf(number) ?? -1;
            if (start < 0) continue;
            const range = document.createRange();
            range.setStart(currentNode, start);
            range.setEnd(currentNode, start + number.length);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
          }
          return 0;
        });
      }, numbers);
      assert.deepEqual(
        lines,
        numbers.map(() => 1),
      );
      await open.page
        .locator('td:first-child')
        .first()
        .evaluate((cell) => getSelection()?.selectAllChildren(cell));
      const plain = shown(numbers[0] ?? '').replaceAll(/[*`]/gu, '');
      assert.equal(await open.page.evaluate(() => String(getSelection())), plain);
    });
  }
});
