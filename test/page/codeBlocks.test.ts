import assert from 'node:assert/strict';
import { grammarClasses } from './grammarScopes.ts';
import { everything } from './markdownSample.ts';
import type { OpenPage } from './openPage.ts';
import { answer, frames, own, piece, streamingAnswer } from './samples.ts';
import { applyTheme, themeNames } from './themes.ts';
import { button, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const says = (text: string) => show({}, own('u1', 'Hi'), answer('a1', { text }));
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`).join('\n');
const code = ({ page }: OpenPage) => page.locator('.code-block code').first();

describe('A block of code', () => {
  const browser = useBrowser();

  it('is copied, inserted at the cursor and opened as a file through the host, in full', async () => {
    const open = await browser.chat(says(`\`\`\`py title=x\n${lines(40)}\n\`\`\``));
    for (const name of ['Copy Code', 'Insert at Cursor', 'New File']) await button(open, name).click();
    const text = lines(40);
    assert.deepEqual((await open.posted()).slice(1), [
      { type: 'copy', text },
      { type: 'insertCode', text },
      { type: 'newFile', text, language: 'py' },
    ]);
  });

  it('gives all that has come so far while it streams, and all of it in the end', async () => {
    const open = await browser.chat(show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1')));
    const given = async () => {
      const before = (await open.posted()).length;
      for (const name of ['Copy Code', 'Insert at Cursor', 'New File']) await button(open, name).click();
      const posted: { text?: string }[] = (await open.posted()).slice(before);
      return posted.map(({ text }) => text);
    };
    await open.say(piece('```py\nline 1\n'));
    await code(open).getByText('line 1').waitFor();
    await open.say(piece('line 2\n'));
    await code(open).getByText('line 2').waitFor();
    assert.deepEqual(await given(), Array(3).fill('line 1\nline 2'));
    await open.say(says('```py\nline 1\nline 2\nline 3\n```'));
    await code(open).getByText('line 3').waitFor();
    assert.deepEqual(await given(), Array(3).fill('line 1\nline 2\nline 3'));
  });

  it('shows thirty lines of long code, and all on demand', async () => {
    const open = await browser.chat(says(`\`\`\`\n${lines(120)}\n\`\`\`\n\nAfter.`));
    assert.equal(await code(open).innerText(), lines(30));
    const fold = button(open, 'Show All 120 Lines');
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    await fold.press('Enter');
    assert.equal(await code(open).innerText(), lines(120));
    assert.equal(await button(open, 'Show Less').getAttribute('aria-expanded'), 'true');
    await button(open, 'Show Less').click();
    assert.equal(await code(open).innerText(), lines(30));
    await open.say(says(`\`\`\`\n${lines(30)}\n\`\`\``));
    assert.equal(await open.page.getByRole('button', { name: /Show All/ }).count(), 0);
  });

  it('is found by a search in its folded part, which then unfolds', async () => {
    const open = await browser.open(
      'chat',
      // Its address changes.
      { isLoaded: true },
      says(`\`\`\`py\n${lines(300)}\n\`\`\`\n\n${lines(100).replaceAll('\n', '\n\n')}`),
    );
    const rest = open.page.locator('.folded-rest');
    const target = rest.locator('.code-piece').nth(1);
    assert.equal(await rest.isVisible(), false);
    // No test can press the keys of a search; the browser goes to an address's target by the same steps.
    await target.evaluate((part) => {
      part.id = 'wanted';
      location.hash = 'wanted';
    });
    await button(open, 'Show Less').waitFor();
    assert.equal(await rest.innerText(), lines(300).split('\n').slice(30).join('\n'));
    // Meanwhile nothing follows the end of the chat.
    await open.say(frames({ status: 'x' }));
    const { y = -1 } = (await target.boundingBox()) ?? {};
    assert.ok(y > 0 && y < 700, `${y}`);
    await button(open, 'Show Less').click();
    await button(open, 'Show All 300 Lines').waitFor();
    assert.equal(await rest.isVisible(), false);
  });

  it('folds while it streams, so that its height stays, and stays open once it was unfolded', async () => {
    const turn = streamingAnswer('a1', { text: `\`\`\`\n${lines(35)}` });
    const open = await browser.chat(show({ streaming: 'a1' }, own('u1', 'Hi'), turn));
    const height = () => open.page.locator('.code-block').evaluate((block) => block.clientHeight);
    const before = await height();
    await open.say(piece('\nmore\nand more'));
    await button(open, 'Show All 37 Lines').waitFor();
    assert.equal(await height(), before);
    await button(open, 'Show All 37 Lines').click();
    await open.say(piece('\nlast\n```\n\nAfter.\n\nEnd'));
    assert.equal(await code(open).innerText(), `${lines(35)}\nmore\nand more\nlast`);
  });

  it('is selected with its line ends, whatever its length', async () => {
    const open = await browser.chat(says(`\`\`\`\n${lines(350)}\n\`\`\``));
    await button(open, 'Show All 350 Lines').click();
    const selected = await code(open).evaluate((element) => {
      const selection = window.getSelection();
      selection?.selectAllChildren(element);
      return String(selection);
    });
    assert.equal(selected.trimEnd(), lines(350));
  });

  it('keeps a line of 10,000 characters within its width', async () => {
    const open = await browser.open(
      'chat',
      { width: 300 },
      says(
        `\`\`\`\n${'x'.repeat(10_000)}\n\`\`\`\n\n${'y'.repeat(10_000)}\n\n| ${'z'.repeat(10_000)} |\n|---|`,
      ),
    );
    const widest = await open.page.evaluate(() => document.documentElement.scrollWidth);
    assert.equal(widest, 300);
  });

  it('has its buttons beside its name, where they don’t cover or move text', async () => {
    const open = await browser.chat(says('```ts\nconst a = 1;\n```'));
    const places = () =>
      open.page.evaluate(() =>
        [...document.querySelectorAll('.code-block *')].map(
          (element) => element.getBoundingClientRect().toJSON() as object,
        ),
      );
    await open.page.locator('.hljs-keyword').waitFor();
    const before = await places();
    await button(open, 'Copy Code').hover();
    await button(open, 'Copy Code').click();
    assert.deepEqual(await places(), before);
  });
});

describe('Code in colors', () => {
  const browser = useBrowser();

  it('has a contrast of at least 4.5 to 1 in every theme', async () => {
    const open = await browser.chat(says(`${everything}\n\n${samples}`));
    await open.page.locator('.hljs-keyword').first().waitFor();
    const classes = grammarClasses();
    await open.page.evaluate(addWords, classes);
    const weak: string[] = [];
    const seen = new Set<string>();
    for (const theme of themeNames) {
      await applyTheme(open.page, theme);
      const found = await open.page.evaluate(contrasts);
      for (const { name } of found) seen.add(name);
      weak.push(
        ...found.filter(({ ratio }) => ratio < 4.5).map(({ name, ratio }) => `${theme}: ${name} ${ratio}`),
      );
    }
    assert.ok(classes.length >= 40, `${classes.length} classes`);
    assert.deepEqual(
      classes.filter((name) => !seen.has(name)),
      [],
    );
    assert.deepEqual(weak, []);
  });
});

const samples = [
  '```html\n<!-- c --><a href="x" class="y">text &amp; more</a>\n```',
  '```css\n@media print { .a > #b::before { color: #fff; margin: 1px !important } }\n```',
  '```json\n{"a": [1, true, null, "s"]}\n```',
  "```sql\nSELECT count(*) FROM t WHERE a = 'x' -- c\n```",
  '```md\n# Title\n\n- *em* **strong** `code` [a](b)\n> quote\n```',
  '```rust\n#[derive(Debug)]\nfn main() -> Result<(), E> { println!("{}", 1u8); }\n```',
  '```bash\nexport A="$B"; if [ -f x ]; then echo "$C"; fi\n```',
  '```yaml\na: &b\n  - "x" # c\n```',
].join('\n\n');

/** Runs in the page: adds a word of each of these classes to the first code block, alone and inside a string. */
function addWords(classes: string[]): void {
  const string = document.createElement('span');
  string.className = 'hljs-string';
  document.querySelector('.code-block code')?.append(string);
  for (const parent of [string, string.parentElement]) {
    for (const className of classes) {
      const word = document.createElement('span');
      word.className = className;
      word.textContent = 'word ';
      parent?.append(word);
    }
  }
}

/** Runs in the page: the contrast between each kind of colored code and its background. */
function contrasts(): { name: string; ratio: number }[] {
  const read = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const over = ([r = 0, g = 0, b = 0, a = 1]: number[], below: number[]) =>
    [r, g, b].map((value, at) => value * a + (below[at] ?? 0) * (1 - a));
  const light = (color: number[]) => {
    const [r = 0, g = 0, b = 0] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element: Element): number[] => {
    const below = element.parentElement === null ? [255, 255, 255] : ground(element.parentElement);
    return over(read(getComputedStyle(element).backgroundColor), below);
  };
  const worst = new Map<string, number>();
  for (const element of document.querySelectorAll('.code-block code, .code-block code span')) {
    const below = ground(element);
    const a = light(over(read(getComputedStyle(element).color), below));
    const b = light(below);
    const ratio = Math.round(((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)) * 100) / 100;
    const name = element.className === '' ? 'plain' : element.className;
    worst.set(name, Math.min(ratio, worst.get(name) ?? 99));
  }
  return [...worst].map(([name, ratio]) => ({ name, ratio }));
}

describe('A list in an answer', () => {
  const browser = useBrowser();

  it('has room for text at ten levels', async () => {
    const open = await browser.open('chat', { width: 300 });
    const deep = Array.from({ length: 10 }, (_, depth) => `${'   '.repeat(depth)}1. level ${depth}`).join(
      '\n',
    );
    await open.say(show({}, own('u1', 'Deep'), answer('a1', { text: deep })));
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
      await open.say(show({}, own('u1', 'x'), answer('a1', { text })));
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

describe('A table of numbers in an answer', () => {
  const browser = useBrowser();
  const numbers = ['1e-4', '3e-05', '2.5E-3', '1,5e+10', '-0.5', '−0.25', '-1e-12'];

  it('breaks no line inside of one, and copies what the model wrote', async () => {
    const open = await browser.open('chat', { width: 300 });
    for (const shown of ['1e-4', '**1e-4**', '`1e-4`', 'a learning rate of 1e-4 at first']) {
      const rows = numbers.map((number) => `| ${shown.replace('1e-4', number)} | ${'word '.repeat(30)} |`);
      await open.say(says(['| rate | note |', '|-|-|', ...rows].join('\n')));
      const cells = open.page.locator('td:first-child');
      const lines = await cells.evaluateAll((found, all) => {
        return found.map((cell, index) => {
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
      assert.deepEqual(lines, Array(numbers.length).fill(1), shown);
      await cells.first().evaluate((cell) => getSelection()?.selectAllChildren(cell));
      assert.equal(await open.page.evaluate(() => String(getSelection())), shown.replaceAll(/[*`]/gu, ''));
    }
  });
});
