import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, conversation, frame, modelWith, own, piece, shows, streamingAnswer } from './samples.ts';
import { scripts } from './scripts.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const english = 'It takes up to fourteen days until the money is back on the account that it came from. ';

const says = (asked: string, text: string) => show({}, own('u1', asked), answer('a1', { text }));

/** The side on which the text of the first of these elements begins. */
const side = ({ page }: OpenPage, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const left = text.left - box.left - Number.parseFloat(paddingLeft);
      const right = box.right - text.right - Number.parseFloat(paddingRight);
      return left < right ? 'left' : 'right';
    });
const direction = ({ page }: OpenPage, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).direction);

describe('Text in any script', () => {
  const browser = useBrowser();

  it('begins on its own side: paragraphs, lists, quotes, tables, own messages and input', async () => {
    const open = await browser.chat(says(`${scripts.hebrew}\nPlease.`, scripts.everything));
    for (const selector of ['.blocks > h3', '.blocks > p', '.blocks > ul > li', '.markdown td']) {
      assert.equal(await side(open, selector), 'right', selector);
    }
    for (const selector of ['.blocks > ul', '.blocks > blockquote', '.table-scroll']) {
      assert.equal(await direction(open, selector), 'rtl', selector);
    }
    for (const selector of ['.markdown code', '.code-block', '.code-block pre']) {
      assert.equal(await direction(open, selector), 'ltr', selector);
    }
    assert.equal(await side(open, '.blocks > p:has-text("An English")'), 'left');
    const message = open.page.getByRole('textbox', { name: 'Message' });
    await message.fill(scripts.hebrew);
    assert.equal(await direction(open, '.composer textarea'), 'rtl');
    await message.fill('Hello');
    assert.equal(await direction(open, '.composer textarea'), 'ltr');
  });

  it('never shows half an emoji while it streams, neither in the answer nor in the reasoning', async () => {
    const open = await browser.chat(show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1')));
    await open.say(piece('', '1 👩\u200d'));
    await open.page.locator('summary').click();
    const thought = open.page.locator('.reasoning-text');
    await thought.getByText('1', { exact: true }).waitFor();
    await open.say(piece('So: 👩\u200d', '👧 '));
    assert.equal((await thought.innerText()).trim(), '1 👩\u200d👧');
    const text = open.page.locator('.markdown');
    assert.equal((await text.innerText()).trim(), 'So:');
    await open.say(piece('👧 '));
    assert.equal((await text.innerText()).trim(), 'So: 👩\u200d👧');
  });

  it('scrolls nothing sideways, whatever the length of a line or name', async () => {
    const open = await browser.open('chat', { width: 300 });
    const long = (letter: string) => letter.repeat(10_000);
    await open.say(
      shows(
        frame({
          title: long('t'),
          notice: long('n'),
          model: modelWith({ name: long('m'), connection: long('c'), gone: long('g') }),
          presets: { names: [long('p')], current: long('p'), problem: long('q') },
        }),
        [
          own('u1', `${long('o')}\n${scripts.chinese}`),
          answer('a1', {
            name: long('m'),
            text: `${long('w')}\n\n> ${long('b')}\n\n- ${long('l')}\n\n# ${long('h')}\n\n\`${long('i')}\``,
            reasoning: long('r'),
            notice: `Sent without \`${long('f')}\`.`,
            alert: { text: long('a'), detail: long('d'), buttons: [{ action: 'retry', label: long('R') }] },
          }),
        ],
      ),
    );
    await open.page.locator('summary').click();
    await open.page.getByRole('button', { name: 'Settings' }).first().click();
    const sideways = () =>
      open.page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('.transcript, .settings, .chat')].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      );
    assert.deepEqual(await sideways(), [0, 0, 0, 0]);
    await open.page.setViewportSize({ width: 3000, height: 700 });
    assert.deepEqual(await sideways(), [0, 0, 0, 0]);
  });

  it('scrolls a formula within its line if the page is narrower', async () => {
    const open = await browser.open(
      'chat',
      { width: 300 },
      says('Hi', 'So $a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u$, and $x^2$.'),
    );
    await open.page.locator('.math-phrase math').waitFor();
    const widths = () =>
      open.page
        .locator('.blocks p > span')
        .evaluateAll((all) => all.map((formula) => [formula.scrollWidth, formula.clientWidth]));
    const [[content = 0, room = 0] = []] = await widths();
    assert.ok(room > 0 && room < content, `${content} px in ${room}`);
    await open.page.setViewportSize({ width: 900, height: 700 });
    for (const [content = 0, room = 0] of await widths())
      assert.ok(content <= room, `${content} px in ${room}`);
  });

  it('has lines of a readable length, even on a screen of 3000 px', async () => {
    const open = await browser.open(
      'chat',
      { width: 3000 },
      says(english.repeat(12), `${english.repeat(12)}\n\n- ${english.repeat(12)}`),
    );
    for (const selector of ['.own-text', '.blocks > p', '.markdown li']) {
      const lines = await open.page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { lineHeight } = getComputedStyle(element);
          return Math.round(element.clientHeight / Number.parseFloat(lineHeight));
        });
      const letters = (english.length * 12) / lines;
      assert.ok(letters > 60 && letters < 125, `${selector}: ${letters} letters a line`);
    }
  });

  it('can be read and used in forced colors', async () => {
    const open = await browser.open('chat', { theme: 'hc-dark' });
    await open.page.emulateMedia({ forcedColors: 'active' });
    await open.say(conversation());
    await open.page.getByRole('button', { name: 'Settings (2)' }).click();
    const bare = await open.page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'button:not(.link-button, .code-fold, .figures button), input, select, .composer',
        ),
      ]
        .filter((element) => {
          const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
          return borderTopStyle === 'none' || borderTopWidth === '0px';
        })
        .map((element) => element.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(bare, []);
    // A disabled button shows it by its color: forced colors may turn half opacity into no difference at all.
    const send = open.page.getByRole('button', { name: 'Send' });
    const color = (button: typeof send) => button.evaluate((element) => getComputedStyle(element).color);
    assert.equal(await send.evaluate((element) => getComputedStyle(element).opacity), '1');
    assert.notEqual(await color(send), await color(open.page.getByRole('button', { name: 'Export' })));
  });
});
