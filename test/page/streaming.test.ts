import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, frame, own, path, richText, shows, streamingAnswer } from './samples.ts';
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

  it('never changes what is finished, and does not colour code before it is complete', async () => {
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
