import assert from 'node:assert/strict';
import type { RunPageRow } from '../../src/protocol/run.ts';
import type { OpenPage } from './openPage.ts';
import { changeRows, openRun } from './runHost.ts';
import { runRow, runRows, runState } from './runSamples.ts';
import { useBrowser } from './useBrowser.ts';

const rowOf = (open: OpenPage, name: string) => open.page.getByRole('button', { name, exact: true });

const focused = (open: OpenPage) => open.page.evaluate(() => document.activeElement?.textContent);

async function press(open: OpenPage, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await open.page.keyboard.press(key);
    await open.say();
  }
}

/** Where a row stands in the window, in pixels. */
const topOf = (open: OpenPage, name: string) =>
  rowOf(open, name).evaluate((button) => button.closest('tr')?.getBoundingClientRect().top ?? 0);

async function scrollTo(open: OpenPage, top: number): Promise<void> {
  await open.page.evaluate((to) => window.scrollTo({ top: to }), top);
  for (let time = 0; time < 3; time += 1) await open.say();
}

const named = (numbers: number[]): RunPageRow[] =>
  numbers.map((prompt) => runRow(prompt, { question: `Question ${prompt + 1}` }));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('The rows of a run’s page', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  it('are a table of all, of which only those in sight are in the page', async () => {
    const open = await openRun(browser, { state: runState({ prompts: 200_000 }), rows: 200_000 });
    const table = open.page.getByRole('table', { name: 'Results' });
    assert.equal(await table.getAttribute('aria-rowcount'), '200001');
    for (const name of ['#', 'prompt', 'llama-3-8b · base', 'support-tone-v7'])
      await table.getByRole('columnheader', { name, exact: true }).waitFor();
    assert.ok((await table.getByRole('row').count()) < 60);
    await scrollTo(open, 3_000_000);
    const rows = await open.page
      .locator('.result')
      .evaluateAll((all) => all.map((row) => [row.ariaRowIndex, row.querySelector('button')?.textContent]));
    assert.ok(rows.length < 60);
    for (const [index, question] of rows) assert.equal(question, `Question ${Number(index) - 1}`);
    assert.ok(Number(rows[0]?.[0] ?? 0) === 2 || Number(rows[0]?.[0]) > 90_000);
    await rowOf(open, 'Question 107130').waitFor();
  });

  it('show how ids and prompts end, where sets often differ, if there is no room for all', async () => {
    const start = 'Rewrite this reply in the tone of our support team, in two sentences: ';
    const rows = ['late parcel', 'no refund 👍🏽'].map((end, at) =>
      runRow(at, { label: `refund-case-from-2025-${at + 10}`, question: start + end }),
    );
    const open = await openRun(browser, { rows }, { width: 700 });
    const cells = open.page.locator('.result').nth(1).locator('.clipped');
    assert.deepEqual(await cells.locator('> :last-child').allInnerTexts(), ['25-11', ' refund 👍🏽']);
    for (const cell of await cells.all()) {
      const [start, end] = [cell.locator('> :first-child'), cell.locator('> :last-child')];
      assert.ok(await start.evaluate((one) => one.scrollWidth > one.clientWidth), 'it is cut');
      const [box, whole] = [await end.boundingBox(), await cell.boundingBox()];
      assert.ok(box && whole && box.x + box.width <= whole.x + whole.width + 0.5, 'its end is whole');
    }
  });

  it('are one tab stop, and are moved through by keys', async () => {
    const open = await openRun(browser, { rows: 1000 });
    await open.page.getByRole('searchbox').focus();
    await press(open, 'Tab');
    assert.equal(await focused(open), 'Question 1');
    await press(open, 'ArrowDown', 'ArrowDown', 'ArrowUp');
    assert.equal(await focused(open), 'Question 2');
    await press(open, 'PageDown');
    const page = Number((await focused(open))?.replace('Question ', ''));
    assert.ok(page > 15 && page < 30, `${page}`);
    await press(open, 'PageUp');
    assert.equal(await focused(open), 'Question 2');
    await press(open, 'End');
    await open.page.waitForFunction(() => document.activeElement?.textContent === 'Question 1000');
    assert.equal(await open.page.locator('.rows [tabindex="0"]').count(), 1);
    await press(open, 'Home');
    await open.page.waitForFunction(() => document.activeElement?.textContent === 'Question 1');
    await press(open, 'Shift+Tab');
    assert.equal(await open.page.evaluate(() => document.activeElement?.tagName), 'INPUT');
  });

  it('are never below what covers the top when the keys come to them', async () => {
    const open = await openRun(browser, { rows: 1000 }, { width: 1000, height: 500 });
    await rowOf(open, 'Question 1').focus();
    await press(open, 'End');
    for (let time = 0; time < 30; time += 1) await press(open, 'ArrowUp');
    const { row, head } = await open.page.evaluate(() => ({
      row: document.activeElement?.closest('tr')?.getBoundingClientRect().top ?? 0,
      head: document.querySelector('.results-head')?.getBoundingClientRect().bottom ?? 0,
    }));
    assert.ok(row >= head - 1 && head > 40, `${row}, ${head}`);
  });

  it('keep the focus when they are scrolled out of sight', async () => {
    const open = await openRun(browser, { rows: 1000 });
    await rowOf(open, 'Question 3').focus();
    await press(open, 'ArrowDown');
    await scrollTo(open, 15_000);
    await press(open, 'ArrowDown');
    await open.page.waitForFunction(() => document.activeElement?.textContent === 'Question 5');
    assert.ok((await topOf(open, 'Question 5')) > 0);
  });

  it('are opened by Enter and by a click anywhere, one at a time, and closed by Escape', async () => {
    const open = await openRun(browser);
    await rowOf(open, 'Question 2').focus();
    await press(open, 'Enter');
    await open.page.getByRole('region', { name: 'Request Details 2' }).waitFor();
    assert.equal(await rowOf(open, 'Question 2').getAttribute('aria-expanded'), 'true');
    assert.equal(await focused(open), 'Question 2');
    await press(open, 'Tab', 'Escape');
    assert.equal(await open.page.locator('.request-details').count(), 0);
    assert.equal(await focused(open), 'Question 2');
    // The row's button covers all of it.
    const mark = await open.page
      .locator('.result', { hasText: 'Question 4' })
      .first()
      .locator('.mark')
      .last()
      .boundingBox();
    await open.page.mouse.click((mark?.x ?? 0) + 5, (mark?.y ?? 0) + 5);
    await open.page.getByRole('region', { name: 'Request Details 4' }).waitFor();
    assert.equal(await open.page.locator('.request-details').count(), 1);
  });

  it('make room for the details, and a row that opens stays where it was', async () => {
    const open = await openRun(browser, {}, { width: 1000, height: 900 });
    await scrollTo(open, 1500);
    const at = await open.page.locator('.result').nth(20).locator('button').textContent();
    const number = Number(at?.replace('Question ', ''));
    await rowOf(open, `Question ${number}`).click();
    await open.page.locator('.answer-text').first().waitFor();
    await open.say();
    const [row, details, next] = await open.page.evaluate((number) => {
      const boxOf = (at: number) =>
        document.querySelector(`[data-at="${at}"]`)?.closest('tr')?.getBoundingClientRect();
      const details = document.querySelector('.request-details')?.getBoundingClientRect();
      return [boxOf(number - 1)?.bottom, details?.top, (boxOf(number)?.top ?? 0) - (details?.bottom ?? 0)];
    }, number);
    assert.ok(Math.abs((row ?? 0) - (details ?? 9)) < 1, `${row}, ${details}`);
    assert.ok(Math.abs(next ?? 9) < 1, `${next}`);
    // Another one below it: the details above close, and it does not move.
    const below = `Question ${number + 2}`;
    await rowOf(open, below).scrollIntoViewIfNeeded();
    await open.say();
    const before = await topOf(open, below);
    await rowOf(open, below).click();
    await open.say();
    await open.say();
    const covered = await open.page
      .locator('.results-head')
      .evaluate((head) => head.getBoundingClientRect().bottom);
    const after = await topOf(open, below);
    // It may move up, so that its details come into sight, but not out of sight.
    assert.ok(after <= before + 1 && after >= covered - 1, `${before}, ${after}, ${covered}`);
  });

  it('make room for details of any height, whichever were open before', async () => {
    const open = await openRun(browser, {}, { width: 1000, height: 900 });
    const gap = () =>
      open.page.evaluate(() => {
        const details = document.querySelector('.request-details')?.getBoundingClientRect();
        const open = document.querySelector('.result.is-open button')?.getAttribute('data-at');
        const next = document.querySelector(`[data-at="${Number(open) + 1}"]`)?.closest('tr');
        return (next?.getBoundingClientRect().top ?? 0) - (details?.bottom ?? 0);
      });
    for (const [name, lines] of [
      ['Question 2', 1],
      ['Question 3', 20],
      ['Question 2', 3],
    ] as const) {
      await open.page.evaluate((text) => {
        for (const answer of window.served.detail.answers) answer.text = text;
      }, 'A line.\n'.repeat(lines));
      await rowOf(open, name).click();
      await open.page.locator('.answer-text').first().waitFor();
      await open.say();
      assert.ok(Math.abs(await gap()) < 1, `${await gap()}`);
    }
  });

  it('keep what is in sight in its place when others come above it', async () => {
    const open = await openRun(browser, { rows: named(range(100, 400)) });
    await scrollTo(open, 3000);
    const first = await open.page.evaluate(() => {
      const head = document.querySelector('.results-head')?.getBoundingClientRect().bottom ?? 0;
      const rows = [...document.querySelectorAll('.result')];
      return (
        rows.find((row) => row.getBoundingClientRect().top >= head)?.querySelector('button')?.textContent ??
        ''
      );
    });
    const before = await topOf(open, first);
    await changeRows(open, named([...range(0, 40), ...range(100, 400)]));
    assert.ok(Math.abs((await topOf(open, first)) - before) < 1);
    await changeRows(open, named(range(110, 400)));
    assert.ok(Math.abs((await topOf(open, first)) - before) < 1);
  });

  it('keep the focus on its prompt, and the details that are open, when others come above', async () => {
    const open = await openRun(browser, { rows: named(range(100, 400)) }, { width: 1000, height: 900 });
    await rowOf(open, 'Question 104').focus();
    await press(open, 'ArrowDown', 'Enter');
    await open.page.locator('.answer-text').first().waitFor();
    await changeRows(open, named([1, 2, 3, ...range(100, 400)]));
    assert.equal(await focused(open), 'Question 105');
    assert.equal(await rowOf(open, 'Question 105').getAttribute('aria-expanded'), 'true');
    await open.page.getByRole('button', { name: 'Open as Chat' }).focus();
    await changeRows(open, named(range(200, 300)));
    assert.equal(await focused(open), 'Open as Chat');
    await open.page.getByRole('region', { name: 'Request Details 105' }).waitFor();
  });

  it('stay where they are while the page’s head grows out of sight', async () => {
    const open = await openRun(browser, { rows: 1000 });
    await scrollTo(open, 5000);
    const name = (await open.page.locator('.result').nth(15).locator('button').textContent()) ?? '';
    const before = await topOf(open, name);
    await open.say({ type: 'state', state: runState({ notices: ['Acme is busy.', 'Acme is very busy.'] }) });
    await open.say();
    assert.ok(Math.abs((await topOf(open, name)) - before) < 1);
  });

  it('never show others in between: no row is empty while a list changes', async () => {
    const open = await openRun(browser, { rows: named(range(0, 300)) });
    await open.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => {
        for (const row of document.querySelectorAll('.result button')) seen.push(row.textContent ?? '');
      };
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await changeRows(open, named(range(5, 310)));
    const seen = await open.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    assert.ok(seen.length > 0);
    assert.ok(!seen.includes('…'));
  });

  it('come back after a reload as they were: list, place and details', async () => {
    const first = await openRun(browser, { rows: 1000 });
    await first.page.getByRole('button', { name: 'All', exact: true }).click();
    await first.say();
    await scrollTo(first, 9000);
    const name = (await first.page.locator('.result').nth(14).locator('button').textContent()) ?? '';
    await rowOf(first, name).click();
    await first.page.locator('.answer-text').first().waitFor();
    await first.say();
    const kept = await first.kept();
    const open = await openRun(browser, { rows: 1000 }, { width: 1000, kept });
    await open.say();
    assert.equal(await rowOf(open, name).getAttribute('aria-expanded'), 'true');
    await open.page.locator('.answer-text').first().waitFor();
    const top = await topOf(open, name);
    assert.ok(top > 0 && top < 700, `${top}`);
    assert.equal(
      await open.page.getByRole('button', { name: 'All', exact: true }).getAttribute('aria-pressed'),
      'true',
    );
  });

  it('begin anew below the head when another list is chosen', async () => {
    const open = await openRun(browser, { rows: 1000 });
    await scrollTo(open, 9000);
    await open.page.getByRole('button', { name: 'Slowest', exact: true }).click();
    await open.say();
    await open.say();
    const gap = await open.page.evaluate(() => {
      const head = document.querySelector('.results-head')?.getBoundingClientRect().bottom ?? 0;
      return (
        (document.querySelector('[data-at="0"]')?.closest('tr')?.getBoundingClientRect().top ?? 0) - head
      );
    });
    assert.ok(Math.abs(gap) < 2, `${gap}`);
  });

  it('are shown as soon as the host has sent them, and nothing of another row before', async () => {
    const open = await openRun(browser, { rows: 5000 });
    await open.page.evaluate(() => {
      window.served.isSlow = true;
    });
    await scrollTo(open, 90_000);
    const seen = () =>
      open.page
        .locator('.result button')
        .evaluateAll((buttons) =>
          buttons.filter((button) => button.checkVisibility()).map((button) => button.textContent),
        );
    assert.deepEqual(new Set(['…', ...(await seen())]), new Set(['…']));
    const { from = 0, to = 0 } = (await open.waitForPosted('rows', 2)).at(-1) as Record<string, number>;
    const rows = range(from, to).map((at) => runRow(at, { question: `Question ${at + 1}` }));
    await open.reply('rows', { from, rows });
    assert.match(
      (await open.page.locator('.result').nth(20).locator('button').textContent()) ?? '',
      /^Question 3\d{3}$/u,
    );
    assert.ok((await seen()).length > 20);
  });

  it('have a line for each model under 600 px, and their keys work there, too', async () => {
    const open = await openRun(browser, { rows: 1000 }, { width: 300, height: 500 });
    const tops = await open.page
      .locator('.result')
      .first()
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)));
    assert.equal(new Set(tops.slice(1)).size, 3);
    await rowOf(open, 'Question 1').focus();
    await press(open, 'End');
    await open.page.waitForFunction(() => document.activeElement?.textContent === 'Question 1000');
    const { bottom } = await open.page.evaluate(
      () => document.activeElement?.closest('tr')?.getBoundingClientRect() ?? { bottom: 9999 },
    );
    assert.ok(bottom <= 501, `${bottom}`);
  });

  it('count the prompts aloud when a list is chosen, but not while a run goes on', async () => {
    const open = await openRun(browser, { rows: runRows(30) });
    const count = open.page.locator('.count');
    assert.equal(await count.getAttribute('aria-live'), 'polite');
    const progress = { done: 1, of: 400, text: '1 of 400', canStop: true };
    await open.say({ type: 'state', state: runState({ progress }) });
    assert.equal(await count.getAttribute('aria-live'), 'off');
  });
});
