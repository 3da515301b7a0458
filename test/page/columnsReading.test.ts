import assert from 'node:assert/strict';
import {
  answerIn,
  base,
  baseColumn,
  columnsFrame,
  compared,
  comparedTwice,
  frameOf,
  lora,
  loraColumn,
  otherColumn,
  streamingBoth,
  twoAnswers,
} from './columnSamples.ts';
import type { OpenPage } from './openPage.ts';
import { own, rowsOf, shows, stream, streamingAnswer } from './samples.ts';
import { button, field, focused, long, scrollTop } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const tab = ({ page }: OpenPage, name: string) => page.getByRole('tab', { name });
const longAnswers = [answerIn('a1', base, { text: long }), answerIn('a2', lora, { text: long })];
/** Where a turn begins, below the edge of what can be read. */
const topOf = (open: OpenPage, name: string) =>
  open.page
    .getByRole('article', { name, exact: true })
    .last()
    .evaluate((turn) => {
      const heads = document.querySelector('.heads')?.getBoundingClientRect();
      return Math.round(turn.getBoundingClientRect().top - (heads?.bottom ?? 0));
    });
const marked = ({ page }: OpenPage) =>
  page.evaluate(() => [...(CSS.highlights.get('different') ?? [])].map(String));

describe('Reading columns', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('goes on at its place when the tab is shown again, or else at the end', async () => {
    const open = await browser.open('chat', { width: 1000 });
    const turns = [
      own('u1', 'Hi'),
      ...longAnswers,
      own('u2', 'More'),
      answerIn('a3', base, { text: long }),
      answerIn('a4', lora),
    ];
    const shown = shows(columnsFrame(), turns);
    await open.say(shown);
    const toEnd = await open.page
      .getByRole('log')
      .evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
    assert.ok(toEnd <= 4, String(toEnd));
    await open.page.getByRole('log').evaluate((log) => log.scrollTo({ top: 400 }));
    await open.page.waitForFunction(() => (window.kept as { place?: unknown }).place);
    const again = await browser.open('chat', { width: 1000, kept: await open.kept() });
    await again.say(shown);
    assert.ok(Math.abs((await scrollTop(again)) - 400) <= 1, String(await scrollTop(again)));
  });

  it('stays at its question when another tab is chosen', async () => {
    const open = await browser.open('chat', { width: 500 });
    const turns = [
      own('u1', 'Hi'),
      answerIn('a1', base, { text: long.repeat(3) }),
      answerIn('a2', lora),
      own('u2', 'More'),
      answerIn('a3', base, { text: long }),
      answerIn('a4', lora, { text: long }),
    ];
    await open.say(shows(columnsFrame(), turns));
    await open.say({ type: 'reveal', turn: 'u2', words: [] });
    await button(open, 'Jump to Latest').waitFor();
    const before = await topOf(open, 'You');
    await tab(open, lora).click();
    assert.ok(Math.abs((await topOf(open, 'You')) - before) <= 1, `${before} ${await topOf(open, 'You')}`);
  });

  it('shows the tab with the turn that was found by a search, below the heads', async () => {
    const open = await browser.open('chat', { width: 500 });
    await open.say(compared({}, longAnswers), { type: 'reveal', turn: 'a2', words: ['line'] });
    assert.equal(await tab(open, lora).getAttribute('aria-selected'), 'true');
    assert.ok(Math.abs(await topOf(open, lora)) <= 1, String(await topOf(open, lora)));
    await open.say({ type: 'reveal', turn: 'u1', words: [] });
    assert.equal(await tab(open, lora).getAttribute('aria-selected'), 'true');
  });

  it('keeps a hidden tab’s buttons out of reach', async () => {
    const open = await browser.open('chat', { width: 500 });
    await open.say(compared({}, longAnswers));
    await tab(open, base).focus();
    const reached = new Set<unknown>();
    for (let presses = 0; presses < 40; presses += 1) {
      await open.page.keyboard.press('Tab');
      reached.add(await open.page.evaluate(() => document.activeElement?.closest('.answer-turn')?.ariaLabel));
    }
    assert.deepEqual([...reached].filter(Boolean), [base]);
  });

  it('draws the vote under the last question always, under others on hover, with focus or once there is a choice', async () => {
    const open = await browser.open('chat', { width: 1000 });
    const { rows, ...rest } = comparedTwice();
    const [first, last] = rows;
    await open.say({ ...rest, rows: [{ ...first, ...twoAnswers }, last] });
    const seen = () =>
      open.page.locator('.vote').evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity));
    assert.deepEqual(await seen(), ['0', '1']);
    await open.page.getByText('First', { exact: true }).hover();
    assert.deepEqual(await seen(), ['1', '1']);
    await open.page.mouse.move(0, 0);
    await open.page.locator('.vote button').first().focus();
    assert.deepEqual(await seen(), ['1', '1']);
    await open.page.getByRole('textbox', { name: 'Message' }).focus();
    const chosen = { ...twoAnswers.vote, chosen: 'c1' };
    await open.say({ type: 'rows', rows: [{ ...first, vote: chosen }, last] });
    assert.deepEqual(await seen(), ['1', '1']);
  });

  it('says under each column what is usual there', async () => {
    const open = await browser.open('chat', { width: 1000 });
    await open.say(compared({ columns: [{ ...baseColumn, medians: 'Median of 3' }, loraColumn] }));
    await open.page.getByText('Median of 3').waitFor();
  });
});

describe('Differences between answers', function () {
  this.timeout(60_000);
  const browser = useBrowser();
  const texts = ['**Dear** customer,\n\nwe are sorry.', 'Dear friend,\n\nwe are sorry.\n\nBye'];
  const answers = (...all: string[]) =>
    all.map((text, at) =>
      answerIn(`a${at + 1}`, at === 0 ? base : at === 1 ? lora : `model-c${at + 1}`, { text }),
    );

  it('are marked word by word without a change of the page, again when an answer changes, and unmarked', async () => {
    const open = await browser.open('chat', { width: 1000 });
    await open.say(compared({}, answers(...texts), twoAnswers));
    const html = () => open.page.locator('.cells').last().innerHTML();
    const before = await html();
    const toggle = button(open, 'Mark Differences');
    await toggle.click();
    await open.page.waitForFunction(() => (CSS.highlights.get('different')?.size ?? 0) > 0);
    assert.deepEqual((await marked(open)).map((text) => text.trim()).filter(Boolean), [
      'customer',
      'friend',
      'Bye',
    ]);
    assert.equal(await html(), before);
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    await open.say({ type: 'turn', turn: answerIn('a2', lora, { text: 'Dear customer, we are happy.' }) });
    await open.page.waitForFunction(() =>
      [...(CSS.highlights.get('different') ?? [])].join().includes('happy'),
    );
    await toggle.click();
    await open.page.waitForFunction(() => CSS.highlights.get('different')?.size === 0);
    assert.deepEqual(open.complaints, []);
  });

  it('are those of the first answer against each other one', async () => {
    const open = await browser.open('chat', { width: 1200 });
    const columns = [baseColumn, loraColumn, otherColumn('c3')] as const;
    await open.say(compared({ columns }, answers('one two three', 'one 2 three', 'one two 3'), twoAnswers));
    await button(open, 'Mark Differences').click();
    await open.page.waitForFunction(() => (CSS.highlights.get('different')?.size ?? 0) > 0);
    assert.deepEqual(await marked(open), ['two', '2', 'three', '3']);
  });

  it('take no long time even where nothing is alike, and are not marked in what is too long', async () => {
    const open = await browser.open('chat', { width: 1000 });
    const words = (seed: number) =>
      Array.from({ length: 2800 }, (_, at) => ((at * seed * 7919) % 99_991).toString(36)).join(' ');
    await open.say(compared({}, answers(words(3), words(17)), twoAnswers));
    await open.page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      new PerformanceObserver((all) => seen.push(...all.getEntries().map((one) => one.duration))).observe({
        type: 'longtask',
      });
    });
    await button(open, 'Mark Differences').click();
    await open.page.waitForFunction(() => (CSS.highlights.get('different')?.size ?? 0) > 0);
    const longest = await open.page.evaluate(() =>
      Math.max(0, ...(window as unknown as { seen: number[] }).seen),
    );
    assert.ok(longest < 1500, `${longest} ms`);
    await open.say({ type: 'turn', turn: answerIn('a2', lora, { text: 'x '.repeat(12_000) }) });
    const toggle = button(open, 'Mark Differences');
    assert.equal(await toggle.isDisabled(), true);
    assert.match((await toggle.getAttribute('title')) ?? '', /20 KB/u);
    assert.deepEqual(await marked(open), []);
  });
});

describe('A question to several columns', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('is edited in its place, and the edit ends with the focus on its button', async () => {
    const open = await browser.open('chat', { width: 1000 });
    await open.say(comparedTwice());
    await button(open, 'Edit').first().click();
    assert.equal(await focused(open), 'Edit Message');
    await field(open).press('Escape');
    assert.equal(await focused(open), 'Edit');
  });

  it('waits with its edit while any column answers, but one column can ask again while another answers', async () => {
    const open = await browser.open('chat', { width: 1000 });
    await open.say(
      compared({ streams: [stream('a1')] }, [streamingAnswer('a1', { name: base }), answerIn('a2', lora)]),
    );
    assert.equal(await button(open, 'Edit').count(), 0);
    const again = open.page.getByRole('article', { name: lora }).getByRole('button', { name: 'Regenerate' });
    assert.equal(await again.isEnabled(), true);
  });
});

describe('The focus in columns', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('goes to the turn in the place of one that is deleted', async () => {
    const open = await browser.open('chat', { width: 1000 });
    await open.say(comparedTwice());
    await open.page.getByRole('article', { name: lora }).last().getByRole('button', { name: 'Copy' }).focus();
    await open.say({ type: 'rows', rows: rowsOf(['u1', 'a1', 'a2'], columnsFrame().columns) });
    assert.equal(await focused(open), 'Conversation');
  });

  it('moves from Retry to the message, and from a column that was closed too', async () => {
    const failed = answerIn('a2', lora, {
      text: '',
      state: 'failed',
      alert: { text: 'Busy.', detail: undefined, buttons: [{ action: 'retry', label: 'Retry' }] },
    });
    const open = await browser.open('chat', { width: 1000 });
    const columns = [baseColumn, loraColumn, otherColumn('c3')] as const;
    await open.say(compared({ columns }, [answerIn('a1', base), failed, answerIn('a3', 'model-c3')]));
    await button(open, 'Retry').press('Enter');
    await open.say(
      { type: 'turn', turn: streamingAnswer('a2', { name: lora }) },
      frameOf({ columns, streams: [stream('a2')] }),
    );
    assert.equal(await focused(open), 'Message');
    await button(open, 'Close model-c3').press('Enter');
    await open.say(frameOf());
    assert.equal(await focused(open), 'Message');
  });

  it('hears of the failure of an answer in the last row only', async () => {
    const open = await browser.open('chat', { width: 1000 });
    const alert = { text: 'Busy.', detail: undefined, buttons: [] };
    const failed = (id: string) => answerIn(id, lora, { text: '', state: 'failed', alert });
    const turns = [
      own('u1', 'Hi'),
      answerIn('a1', base),
      failed('a2'),
      own('u2', 'Hi'),
      answerIn('a3', base),
      failed('a4'),
    ];
    await open.say(shows(columnsFrame(), turns));
    assert.equal(await open.page.getByText('Busy.').count(), 2);
    assert.equal(await open.page.getByRole('alert').count(), 1);
  });

  it('goes on where it was when the page is built again in the middle of a stream', async () => {
    const answers = [
      streamingAnswer('a1', { name: base, text: 'Dear' }),
      streamingAnswer('a2', { name: lora }),
    ];
    const open = await browser.open('chat', { width: 1000 });
    await open.say(compared(streamingBoth, answers), {
      type: 'append',
      turn: 'a1',
      text: ' one',
      reasoning: '',
    });
    const again = await browser.open('chat', { width: 1000, kept: await open.kept() });
    await again.say(
      compared(streamingBoth, [
        streamingAnswer('a1', { name: base, text: 'Dear one' }),
        answers[1] ?? own('x', ''),
      ]),
    );
    await again.say({ type: 'append', turn: 'a1', text: ' two', reasoning: '' });
    await again.page.getByText('Dear one two').waitFor();
    assert.deepEqual(again.complaints, []);
  });
});
