import assert from 'node:assert/strict';
import { answer, frame, own, shows } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

describe('A list in an answer', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('has room for text at ten levels', async () => {
    const open = await browser.open('chat', { width: 300 });
    const deep = Array.from({ length: 10 }, (_, depth) => `${'   '.repeat(depth)}1. level ${depth}`).join(
      '\n',
    );
    await open.say(shows(frame(), [own('u1', 'Deep'), answer('a1', { text: deep })]));
    const height = (text: string) =>
      open.page.getByText(text, { exact: true }).evaluate((item) => {
        const words = document.createRange();
        words.selectNodeContents(item);
        return words.getBoundingClientRect().height;
      });
    assert.equal(await height('level 9'), await height('Deep'));
  });

  it('has room for its numbers, however many digits they have', async () => {
    const open = await browser.open('chat', { width: 300 });
    for (const first of [100, 2024, 987_654_321]) {
      const text = `${first}. numbered\n\n---\n\n> ${first}. quoted`;
      await open.say(shows(frame(), [own('u1', 'x'), answer('a1', { text })]));
      const room = await open.page.evaluate(
        (number) =>
          [...document.querySelectorAll('ol')].map((list) => {
            const marker = document.createElement('span');
            marker.textContent = `${number}. `;
            marker.style.whiteSpace = 'pre';
            list.append(marker);
            const { width } = marker.getBoundingClientRect();
            marker.remove();
            const group = list.closest('.blocks');
            const quote = list.closest('blockquote');
            if (!group) throw new Error('The list is in no group.');
            // A group is cut off this far outside.
            const margin = Number.parseFloat(getComputedStyle(group).overflowClipMargin);
            const edge = quote?.getBoundingClientRect().left ?? group.getBoundingClientRect().left - margin;
            return (list.querySelector('li')?.getBoundingClientRect().left ?? 0) - edge - width;
          }),
        first,
      );
      for (const pixels of room) assert.ok(pixels > 0, `${first}: ${pixels} px`);
    }
  });
});
