import assert from 'node:assert/strict';
import type { PageTurn } from '../../src/protocol/chat.ts';
import { answerIn, base, column, compared, compareFrame, lora } from './compareSamples.ts';
import type { OpenPage } from './openPage.ts';
import { exchange, own, streamingAnswer } from './samples.ts';
import { field, focused, long } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const log = ({ page }: OpenPage, name: string) =>
  page.getByRole('log', { name: `Conversation with ${name}` });
const tab = ({ page }: OpenPage, name: string) => page.getByRole('tab', { name });
const top = (open: OpenPage, name: string) => log(open, name).evaluate((one) => one.scrollTop);
const longAnswers = [answerIn('a1', base, { text: long }), answerIn('a2', lora, { text: long })];

/** Columns with these turns; `paths` by column. */
const shown = (turns: readonly PageTurn[], ...paths: string[][]) => ({
  type: 'snapshot',
  frame: compareFrame({ columns: paths.map((_, at) => column(`c${at + 1}`)) }),
  turns,
  paths: paths.map((ids, at) => ({ column: `c${at + 1}`, ids })),
});

/** The column whose transcript has the focus, and what has it. */
const focusIn = async (open: OpenPage) => [
  await open.page.evaluate(() =>
    document.activeElement?.closest('.column')?.querySelector('[role=log]')?.getAttribute('aria-label'),
  ),
  await focused(open),
];

describe('Reading a comparison', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('goes on at its place in each column when its tab is shown again, and follows the end in the other', async () => {
    const open = await browser.open('compare', { width: 500 });
    await open.say(compared({}, longAnswers));
    await log(open, base).focus();
    await open.page.keyboard.press('Home');
    await open.page.getByRole('button', { name: 'Jump to latest' }).waitFor();
    await open.page.waitForFunction(() => (window.kept as { places?: { c1?: unknown } }).places?.c1);
    await tab(open, lora).click();
    const toEnd = await log(open, lora).evaluate(
      (one) => one.scrollHeight - one.clientHeight - one.scrollTop,
    );
    assert.ok(toEnd <= 4, String(toEnd));
    await open.say({ type: 'frame', frame: compareFrame({ status: 'x' }) });
    await tab(open, base).click();
    assert.equal(await top(open, base), 0);
    assert.equal(await open.page.getByRole('button', { name: 'Jump to latest' }).count(), 1);
    assert.ok(((await open.kept()) as { places: object }).places);
  });

  it('goes on at its place in a column behind another tab after a reload', async () => {
    const kept = { conversationId: 'c1', draft: '', places: { c2: { turn: 'a2', above: 60 } } };
    const open = await browser.open('compare', { width: 500, kept });
    await open.say(compared({}, longAnswers));
    await tab(open, lora).click();
    const above = await log(open, lora).evaluate(
      (one) =>
        one.getBoundingClientRect().top -
        (one.querySelectorAll('article')[1]?.getBoundingClientRect().top ?? 0),
    );
    assert.ok(Math.abs(above - 60) <= 1, String(above));
  });

  it('shows the tab with the turn that was found by a search', async () => {
    const open = await browser.open('compare', { width: 500 });
    await open.say(compared({}, longAnswers), { type: 'reveal', turn: 'a2', words: ['line'] });
    assert.equal(await tab(open, lora).getAttribute('aria-selected'), 'true');
    await open.say({ type: 'reveal', turn: 'u1', words: [] });
    assert.equal(await tab(open, lora).getAttribute('aria-selected'), 'true');
  });

  it('keeps a hidden tab’s buttons out of reach', async () => {
    const open = await browser.open('compare', { width: 500 });
    await open.say(compared({}, longAnswers));
    assert.equal(await open.page.getByRole('log').count(), 1);
    await tab(open, base).focus();
    const reached = new Set<unknown>();
    for (let presses = 0; presses < 40; presses += 1) {
      await open.page.keyboard.press('Tab');
      reached.add((await focusIn(open))[0]);
    }
    assert.deepEqual([...reached].filter(Boolean), [`Conversation with ${base}`]);
  });
});

describe('A turn that columns have in common', function () {
  this.timeout(60_000);
  const browser = useBrowser();
  const common = shown(
    [
      own('u1', 'Where is my refund?'),
      answerIn('a1', base),
      own('u2', 'And in Spain?'),
      answerIn('a2', lora),
    ],
    ['u1', 'a1', 'u2'],
    ['u1', 'a1', 'u2', 'a2'],
  );

  for (const width of [1000, 500]) {
    it(`is edited in the column where that began, at ${width} px`, async () => {
      const open = await browser.open('compare', {
        width,
        kept: { conversationId: 'c1', draft: '', tab: 'c2' },
      });
      await open.say(common);
      await log(open, lora).getByRole('button', { name: 'Edit' }).first().click();
      assert.deepEqual(await focusIn(open), [`Conversation with ${lora}`, 'Edit message']);
      await field(open).last().press('Escape');
      assert.deepEqual(await focusIn(open), [`Conversation with ${lora}`, 'Edit']);
    });
  }

  it('has figures that describe the button beside them, in each column', async () => {
    const open = await browser.open('compare', { width: 1000 });
    await open.say(common, { type: 'exchange', turn: 'a1', exchange: exchange() });
    const ids = await open.page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length, ids.join(' '));
  });

  it('is not asked for again in one of them alone', async () => {
    const open = await browser.open('compare', { width: 1000 });
    await open.say(common);
    const first = log(open, lora).getByRole('article', { name: base });
    assert.equal(await first.getByRole('button', { name: 'Regenerate' }).count(), 0);
    assert.equal(await first.getByRole('button', { name: 'Copy' }).count(), 1);
  });
});

describe('The focus in a comparison', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('stays in its column when the turn that had it is deleted', async () => {
    const open = await browser.open('compare', { width: 1000 });
    const turns = [
      own('u1', 'Hi'),
      answerIn('a1', base),
      answerIn('a2', lora),
      own('u2', 'More'),
      answerIn('a3', lora),
    ];
    await open.say(shown(turns, ['u1', 'a1'], ['u1', 'a2', 'u2', 'a3']));
    await log(open, lora).getByRole('button', { name: 'Copy' }).nth(1).focus();
    await open.say({
      type: 'paths',
      paths: [
        { column: 'c1', ids: ['u1', 'a1'] },
        { column: 'c2', ids: ['u1', 'u2', 'a3'] },
      ],
    });
    assert.deepEqual(await focusIn(open), [`Conversation with ${lora}`, 'You']);
    await log(open, lora).getByRole('button', { name: 'Copy' }).last().focus();
    await open.say({
      type: 'paths',
      paths: [
        { column: 'c1', ids: ['u1', 'a1'] },
        { column: 'c2', ids: ['u1'] },
      ],
    });
    assert.deepEqual(await focusIn(open), [`Conversation with ${lora}`, `Conversation with ${lora}`]);
  });

  it('moves from Retry to the message, and from a column that was closed too', async () => {
    const failed = answerIn('a2', lora, {
      text: '',
      state: 'failed',
      alert: { text: 'Busy.', detail: undefined, buttons: [{ action: 'retry', label: 'Retry' }] },
    });
    const open = await browser.open('compare', { width: 1000 });
    const columns = [column('c1'), column('c2'), column('c3')];
    await open.say(compared({ columns }, [answerIn('a1', base), failed, answerIn('a3', 'model-c3')]));
    await open.page.getByRole('button', { name: 'Retry' }).press('Enter');
    const again = [column('c1'), column('c2', { streaming: 'a2' }), column('c3')];
    await open.say(
      { type: 'turn', turn: streamingAnswer('a2', { model: lora }) },
      { type: 'frame', frame: compareFrame({ columns: again }) },
    );
    assert.equal(await focused(open), 'Message');
    await open.page.getByRole('button', { name: 'Close model-c3' }).press('Enter');
    await open.say({ type: 'frame', frame: compareFrame() });
    assert.equal(await focused(open), 'Message');
  });

  it('goes on by F6 from the head of a column to its turns', async () => {
    const open = await browser.open('compare', { width: 1000 });
    await open.say(compared());
    await open.page
      .getByRole('region', { name: lora })
      .getByRole('button', { name: 'Continue as Chat' })
      .focus();
    await open.page.keyboard.press('F6');
    assert.equal(await focused(open), 'Message');
    await open.page.keyboard.press('Shift+F6');
    assert.deepEqual(await focusIn(open), [`Conversation with ${lora}`, lora]);
  });
});
