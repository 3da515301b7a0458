import assert from 'node:assert/strict';
import { formulas } from './formulas.ts';
import { answer, own } from './samples.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const lettersOfMath = new Map([
  ['\\mathbb{RkCHNPQZ1}', 'ℝ𝕜ℂℍℕℙℚℤ𝟙'],
  ['\\mathcal{ABEFHILMR}', '𝒜ℬℰℱℋℐℒℳℛ'],
  ['\\mathscr{Lego}', 'ℒℯℊℴ'],
  ['\\mathfrak{gCHIRZ}', '𝔤ℭℌℑℜℨ'],
  ['\\mathbf{Ax1}', '𝐀𝐱𝟏'],
  ['\\mathrm{Cov}', 'Cov'],
  ['\\mathsf{NP}', '𝖭𝖯'],
  ['\\mathtt{len}', '𝚕𝚎𝚗'],
  ['\\boldsymbol{\\beta h}', '𝜷𝒉'],
  ['\\bm{x}', '𝒙'],
  ['\\pmb{\\mu}', '𝝁'],
]);

const nested = (opening: string, closing: string, times: number) =>
  `${opening.repeat(times)}x${closing.repeat(times)}`;

describe('A formula', () => {
  const browser = useBrowser();

  /** Opens a page with an answer that shows these formulas in lines of their own. */
  async function openWith(all: readonly string[]) {
    const text = all.map((tex) => `\\[\n${tex}\n\\]`).join('\n\n');
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text })));
    await open.page
      .locator('.math-scroll, .math-source')
      .nth(all.length - 1)
      .waitFor({ state: 'attached' });
    await open.page.locator('.math-scroll').first().waitFor({ state: 'attached' });
    return open;
  }

  it('is drawn, whatever models write: each of their commands and environments', async () => {
    const { page, complaints } = await openWith(formulas);
    assert.deepEqual(await page.locator('.math-source').allTextContents(), []);
    assert.equal(await page.locator('.math-scroll > math').count(), formulas.length);
    assert.deepEqual(
      await page
        .locator('.math-scroll')
        .evaluateAll((all) =>
          all.flatMap((box) => (box.scrollHeight > box.clientHeight ? (box.textContent ?? '') : [])),
        ),
      [],
      'None has a bar that nobody needs.',
    );
    assert.deepEqual(complaints, []);
  });

  it('has the letters of mathematics, which no browser makes of plain ones', async () => {
    const { page } = await openWith([...lettersOfMath.keys()]);
    assert.deepEqual(await page.locator('math').allTextContents(), [...lettersOfMath.values()]);
  });

  it('aligns its columns and draws what stands around a term', async () => {
    const { page } = await openWith([
      '\\begin{aligned} 2x + 3y &= 7 \\\\ x &= 1 \\end{aligned}',
      '\\boxed{x} \\fbox{x} \\overline{x} \\underline{x}',
      '\\cancel{x} \\left\\{ \\frac{\\frac{a}{b}}{c} \\right.',
    ]);
    const cells = page.locator('mtr mtd:first-child > *');
    const ends = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
    assert.ok(Math.abs((ends[0] ?? 0) - (ends[1] ?? 9)) < 1, `the terms before = end at ${ends}`);
    const borders = page.locator('math').nth(1).locator('[class], [style]');
    const widths = await borders.evaluateAll((all) =>
      all.map((one) => {
        const { borderTopWidth, borderBottomWidth } = getComputedStyle(one);
        return [borderTopWidth, borderBottomWidth].map((width) => Number.parseFloat(width) > 0);
      }),
    );
    assert.deepEqual(widths, [
      [true, true],
      [true, true],
      [true, false],
      [false, true],
    ]);
    const strike = page.locator('.tml-cancel');
    assert.match(await strike.evaluate((one) => getComputedStyle(one).backgroundImage), /gradient/);
  });

  it('shows its source if it defines something, or doubles what is in it', async () => {
    const refused = [
      `\\def\\a#1{${'#1'.repeat(60)}}\\def\\b{\\a{${'x'.repeat(1000)}}}${'\\b'.repeat(60)}`,
      '\\newcommand{\\x}[1]{#1#1} \\x{\\x{x}}',
      '\\let\\x=\\frac \\x12',
      nested('\\llap{', '}', 500),
      nested('\\mathllap{', '}', 300),
      nested('\\cancelto{x}{', '}', 280),
      nested('\\equilibriumRight{', '}', 200),
      '\\class{icon}{x} \\id{app}{x}',
      '\\style{background:url(x)}{x}',
      '\\includegraphics{https://acme.example/x.png}',
      '\\ref{x}',
    ];
    const { page, complaints } = await openWith([...refused, 'x']);
    assert.equal(await page.locator('.math-source').count(), refused.length);
    assert.deepEqual(complaints, []);
  });

  it('shows its source if it is deeper than anybody reads, since its layout could take seconds', async () => {
    const drawn = [
      nested('\\frac{x}{', '}', 20),
      nested('\\sqrt{', '}', 20),
      nested('\\left(', '\\right)', 40),
    ];
    const deep = ['\\cancel', '\\boxed', '\\mathinner', '\\sqrt', '\\binom{x}'].map((command) =>
      nested(`${command}{`, '}', 60),
    );
    const { page } = await openWith([...drawn, ...deep]);
    assert.equal(await page.locator('.math-scroll > math').count(), drawn.length);
    assert.equal(await page.locator('.math-source').count(), deep.length);
  });

  it('is at most most of the page high, and scrolls there, so that what follows stays in reach', async () => {
    const tall = [
      nested('\\binom{1}{', '}', 12),
      nested('\\dbinom{1}{', '}', 12),
      '\\rule{1em}{20em} \\\\ '.repeat(20),
    ];
    const text = `\\[\n\\begin{gathered}${tall[2]}y\\end{gathered}\n\\]\n\n\\[\n${tall[0]}\n\\]\n\nIn \\(${tall[1]}\\) line.`;
    const { page } = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text })));
    const boxes = page.locator('.math-scroll, .math-phrase');
    await boxes.nth(2).locator('math').waitFor();
    const heights = await boxes.evaluateAll((all) =>
      all.map((box) => {
        box.scrollTop = box.scrollHeight;
        const end = box.querySelector('math')?.getBoundingClientRect().bottom ?? 0;
        const { bottom, height } = box.getBoundingClientRect();
        return {
          isBounded: height <= innerHeight * 0.81,
          isScrolled: box.scrollTop > 0,
          isEndSeen: end <= bottom + 1,
        };
      }),
    );
    const bounded = { isBounded: true, isScrolled: true, isEndSeen: true };
    assert.deepEqual(heights, [bounded, bounded, bounded]);
  });

  it('brings no color, address, name or size of its own', async () => {
    const { page } = await openWith([
      '\\color{red}{x} \\textcolor{blue}{y} \\colorbox{red}{z} \\fcolorbox{red}{blue}{w}',
      'x \\label{app} \\tag{1}',
      '\\begin{align} a &= b \\\\ c &= d \\end{align}',
      'a \\kern{9999em} b \\rule{9999em}{9999em}',
    ]);
    assert.equal(await page.locator('math').count(), 4);
    const marked = page.locator('math, math *').and(page.locator('[href], [id], [title], [mathcolor]'));
    assert.equal(await marked.count(), 0);
    assert.equal(await page.locator('math [style*="color"], math [mathbackground], math span').count(), 0);
    const width = await page
      .locator('math')
      .last()
      .evaluate((math) => math.scrollWidth);
    assert.ok(width < 2000, `${width} px`);
  });

  it('stays in its line, on the line’s own height, and scrolls there only if the column is narrower', async () => {
    const open = await browser.open('chat', { width: 900 });
    const long =
      '\\mathbb{E}_{(x, y) \\sim \\mathcal{D}}\\left[\\log \\sigma(\\beta \\pi_\\theta(y \\mid x))\\right]';
    const text = `The loss $${long}$ is small.\n\nThe loss $x^2$ is small.`;
    await open.say(show({}, own('u1', 'Hi'), answer('a1', { text })));
    const [line] = await open.page.locator('.blocks p:has(math)').all();
    assert.ok(line);
    await line.locator('math').waitFor();
    const measure = () =>
      line.evaluate((paragraph) => {
        const formula = paragraph.querySelector('span');
        const words = [paragraph.firstChild, paragraph.lastChild].map((node) => {
          const range = document.createRange();
          if (node) range.selectNodeContents(node);
          return range.getBoundingClientRect();
        });
        const term = [...paragraph.querySelectorAll('mi')].find((one) => one.textContent === 'log');
        return {
          tops: words.map(({ top }) => top),
          bottoms: [words[0]?.bottom ?? 0, term?.getBoundingClientRect().bottom ?? 0],
          isScrolled: (formula?.scrollWidth ?? 0) > (formula?.clientWidth ?? 0),
        };
      });
    const wide = await measure();
    assert.equal(wide.tops[0], wide.tops[1], 'the words around it stand in one line');
    assert.ok(Math.abs((wide.bottoms[0] ?? 0) - (wide.bottoms[1] ?? 0)) < 8, `on its line: ${wide.bottoms}`);
    assert.equal(wide.isScrolled, false);
    await open.page.setViewportSize({ width: 200, height: 700 });
    assert.equal((await measure()).isScrolled, true);
  });
});
