import assert from 'node:assert/strict';
import type { PageSilence } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import {
  answer,
  type FrameChanges,
  frame,
  own,
  path,
  richText,
  shows,
  silence,
  streamingAnswer,
} from './samples.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const start = (text = '') =>
  shows(frame({ streaming: 'a1' }), [own('u1', 'Hi'), streamingAnswer('a1', { text })]);
const piece = (text: string) => ({ type: 'append', turn: 'a1', text, reasoning: '' });
const end = (text: string): [object, object] => [
  { type: 'turn', turn: answer('a1', { text }) },
  { type: 'frame', frame: frame({ status: 'Answer complete' }) },
];
const html = ({ page }: OpenPage) => page.locator('.markdown').evaluate((element) => element.innerHTML);

describe('A streaming answer', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('ends like the same text from the history', async () => {
    const whole = await browser.open('chat');
    await whole.say(shows(frame(), [own('u1', 'Hi'), answer('a1', { text: richText })]));
    const open = await browser.open('chat');
    await open.say(start());
    for (let at = 0; at < richText.length; at += 23) await open.say(piece(richText.slice(at, at + 23)));
    await open.say(...end(richText));
    for (const { page } of [open, whole]) await page.locator('.hljs-keyword').first().waitFor();
    assert.equal(await html(open), await html(whole));
  });

  it('never changes what is finished, and does not color code before it is complete', async () => {
    const open = await browser.open('chat');
    await open.say(start('First.\n\n```ts\nconst a = 1;\n```\n\nSecond.\n\nThird, '));
    await open.page.locator('.hljs-keyword').waitFor();
    await open.page.evaluate(() => {
      const [...blocks] = document.querySelectorAll('.blocks > *');
      const touched: string[] = [];
      Object.assign(window, { touched });
      const observer = new MutationObserver((all) =>
        touched.push(...all.map(({ target }) => String(target.textContent))),
      );
      for (const block of blocks.slice(0, 3)) {
        observer.observe(block, { subtree: true, childList: true, characterData: true, attributes: true });
      }
    });
    await open.say(piece('still '), piece('third.\n\n'), piece('```ts\nconst b'), piece(' = 2;\n'));
    assert.equal(await open.page.locator('.code-block').nth(1).locator('.hljs-keyword').count(), 0);
    await open.say(
      ...end('First.\n\n```ts\nconst a = 1;\n```\n\nSecond.\n\nThird, still third.\n\n```ts\nconst b = 2;\n'),
    );
    await open.page.locator('.code-block').nth(1).locator('.hljs-keyword').waitFor();
    assert.deepEqual(
      await open.page.evaluate(() => (window as unknown as { touched: string[] }).touched),
      [],
    );
  });

  it('of 120 KB arrives completely, a piece per frame, without asking for anything again', async () => {
    const open = await browser.open('chat');
    const section = `${richText}\n\n${'Some more words, and **bold** ones. '.repeat(20)}\n\n`;
    const text = section.repeat(Math.ceil(120_000 / section.length));
    await open.say(start(text.slice(0, 100_000)));
    await open.page.evaluate(
      async (rest) => {
        let seq = 1;
        for (let at = 0; at < rest.length; at += 240) {
          seq += 1;
          const text = rest.slice(at, at + 240);
          const delta = { type: 'append', seq, turn: 'a1', text, reasoning: '' };
          window.postMessage(delta, '*');
          await new Promise((done) => requestAnimationFrame(done));
        }
      },
      `${text.slice(100_000)}The end.`,
    );
    await open.page.getByText('The end.', { exact: true }).waitFor();
    assert.equal((await open.posted('ready')).length, 1);
  });
});

describe('Following a streaming answer', function () {
  this.timeout(30_000);
  const browser = useBrowser();
  const long = 'A line of text.\n\n'.repeat(80);
  const log = (open: OpenPage) => open.page.getByRole('log');
  const toEnd = (open: OpenPage) => log(open).evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
  const top = (open: OpenPage) => log(open).evaluate((e) => e.scrollTop);
  const isJumpShown = (open: OpenPage) =>
    open.page.getByRole('button', { name: 'Jump to Latest' }).isVisible();

  it('keeps the end in sight', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    for (let n = 0; n < 5; n += 1) await open.say(piece(long));
    assert.ok((await toEnd(open)) <= 4);
    assert.equal(await isJumpShown(open), false);
  });

  it('leaves a person alone who reads back, and offers a jump to the end', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    await log(open).hover();
    await open.page.mouse.wheel(0, -400);
    await open.page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
    const before = await top(open);
    await open.say(piece(long));
    await open.page.getByRole('textbox', { name: 'Message' }).fill('typed\nin\nbetween');
    assert.equal(await top(open), before);
    await open.page.getByRole('button', { name: 'Jump to Latest' }).press('Enter');
    assert.ok((await toEnd(open)) <= 4);
    assert.equal(await isJumpShown(open), false);
    assert.equal(await log(open).evaluate((e) => e === document.activeElement), true);
    await open.say(piece(long));
    assert.ok((await toEnd(open)) <= 4);
  });

  it('works from the keyboard', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    await log(open).focus();
    await open.page.keyboard.press('Home');
    await open.page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
    await open.say(piece(long));
    await open.page.waitForFunction(() => document.querySelector('[role=log]')?.scrollTop === 0);
    await open.page.keyboard.press('End');
    await open.page.getByRole('button', { name: 'Jump to Latest' }).waitFor({ state: 'detached' });
    await open.say(piece(long));
    assert.ok((await toEnd(open)) <= 4);
  });

  it('does not move what is unfolded', async () => {
    const open = await browser.open('chat');
    const turn = streamingAnswer('a1', { text: 'Short.', reasoning: 'A thought.\n'.repeat(200) });
    await open.say(shows(frame({ streaming: 'a1' }), [own('u1', long), turn]));
    const summary = open.page.getByText('Reasoning', { exact: true });
    const before = (await summary.boundingBox())?.y;
    await summary.click();
    await open.page.getByText('A thought.').waitFor();
    await open.say(piece('More.\n\n'));
    assert.equal((await summary.boundingBox())?.y, before);
    assert.equal(await isJumpShown(open), true);
  });

  it('jumps to the end after an own message', async () => {
    const open = await browser.open('chat');
    await open.say(shows(frame(), [own('u1', 'Hi'), answer('a1', { text: long })]));
    await log(open).hover();
    await open.page.mouse.wheel(0, -400);
    await open.page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
    await open.page.getByRole('textbox', { name: 'Message' }).fill('Next');
    await open.page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await open.say(path('u1', 'a1', 'u2'), { type: 'turn', turn: own('u2', 'Next') });
    assert.ok((await toEnd(open)) <= 4);
  });
});

const hint = 'A large adapter may have to be loaded first.';
const streaming = (changes: Partial<PageSilence> = {}): FrameChanges => ({
  streaming: 'a1',
  status: 'Waiting for support-tone-v7…',
  silence: silence(changes),
});
const asks = (changes: Partial<PageSilence> = {}) =>
  show(streaming(changes), own('u1', 'Hi'), streamingAnswer('a1'));
const line = ({ page }: OpenPage, text: string | RegExp) =>
  page.locator('.waiting').getByText(text, { exact: true });
/** The page's clock also goes on by itself: `{0}` stands for a number of seconds, or one of the few after it or before it. */
const counted = (text: string, seconds: number, direction: 1 | -1 = 1) => {
  const numbers = Array.from({ length: 9 }, (_, n) => seconds + direction * n).filter((one) => one > 0);
  return new RegExp(`^${text.replace('{0}', `(?:${numbers.join('|')})`)}$`, 'u');
};
const begun = /^Waiting for support-tone-v7…(?: \d s)?$/u;
const spoken = ({ page }: OpenPage) => page.getByRole('status').innerText();

describe('A wait in a chat', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('counts its seconds, says from ten on what may take so long, and ends with the first text', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks());
    await line(open, begun).waitFor();
    await open.page.clock.fastForward(2100);
    await line(open, counted('Waiting for support-tone-v7… {0} s', 2)).waitFor();
    assert.doesNotMatch(await spoken(open), /loaded/u);
    await open.page.clock.fastForward(9000);
    await line(open, counted(`Waiting for support-tone-v7… {0} s. ${hint}`, 11)).waitFor();
    assert.match(await spoken(open), new RegExp(`^Waiting for support-tone-v7…\\s+${hint}$`, 'u'));
    await open.say({ type: 'append', turn: 'a1', text: 'Dear', reasoning: '' });
    assert.equal(await open.page.locator('.waiting').count(), 0);
    assert.doesNotMatch(await spoken(open), /loaded/u);
  });

  it('goes on counting where the host was when the page comes back', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks({ ms: 31_000 }));
    await line(open, counted(`Waiting for support-tone-v7… {0} s. ${hint}`, 31)).waitFor();
  });

  it('in the middle of an answer shows its seconds, and ends with more text', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks(), { type: 'append', turn: 'a1', text: 'Dear', reasoning: '' });
    assert.equal(await open.page.locator('.waiting').count(), 0);
    await open.page.clock.fastForward(4100);
    await line(open, counted('Waiting for more… {0} s', 4)).waitFor();
    await open.say({ type: 'append', turn: 'a1', text: ' customer', reasoning: '' });
    await open.page.locator('.waiting').waitFor({ state: 'detached' });
    await open.page.clock.fastForward(12_100);
    await line(open, counted('Waiting for more… {0} s', 12)).waitFor();
    assert.match(await spoken(open), /Still waiting for more from support-tone-v7$/u);
    await open.say({ type: 'frame', frame: frame({ status: 'Stopped' }) });
    assert.equal(await open.page.locator('.waiting').count(), 0);
  });

  it('for a busy service counts down, and counts anew once the request is repeated', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks({ retry: { text: 'Busy, trying again in {0} s', inMs: 8000 } }));
    await line(open, counted('Busy, trying again in {0} s', 8, -1)).waitFor();
    await open.page.clock.fastForward(3100);
    await line(open, counted('Busy, trying again in {0} s', 5, -1)).waitFor();
    await open.page.clock.fastForward(20_000);
    await line(open, 'Busy, trying again in 1 s').waitFor();
    await open.say({ type: 'frame', frame: frame(streaming()) });
    await line(open, begun).waitFor();
  });
});

/** Milliseconds of the page's own time from the host's message to the end of the frame that shows it. */
async function open({ page }: OpenPage, message: object): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await spent();
  await page.evaluate(async (data) => {
    window.postMessage(data, '*');
    await new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
  }, message);
  return (await spent()) - before;
}

describe('A chat of many turns', function () {
  this.timeout(120_000);
  const browser = useBrowser();

  it('opens in a time that grows with their number, and no faster', async () => {
    const turns = (count: number) =>
      Array.from({ length: count / 2 }, (_, at) => [own(`u${at}`, 'And?'), answer(`a${at}`)]).flat();
    const took: number[] = [];
    for (const count of [400, 400, 1600]) {
      const page = await browser.open('chat');
      took.push(await open(page, { ...shows(frame(), turns(count)), seq: 1 }));
      assert.equal(await page.page.locator('article').count(), count);
    }
    const [, few = 0, many = 0] = took;
    assert.ok(many < 4 * few * 1.8, `${Math.round(few)} ms for 400, ${Math.round(many)} ms for 1,600`);
  });
});
