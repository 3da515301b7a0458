import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, frame, own, shows, streamingAnswer } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const long = 'A line of text.\n\n'.repeat(80);
const code = `\`\`\`py\n${'line\n'.repeat(200)}\`\`\`\n\n`;
const start = (text: string, reasoning = '') =>
  shows(frame({ streaming: 'a1' }), [own('u1', 'Hi'), streamingAnswer('a1', { text, reasoning })]);
const piece = (text: string, reasoning = '') => ({ type: 'append', turn: 'a1', text, reasoning });
const log = ({ page }: OpenPage) => page.getByRole('log');
const top = (open: OpenPage) => log(open).evaluate((element) => element.scrollTop);
const fromEnd = (open: OpenPage) =>
  log(open).evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
const jump = ({ page }: OpenPage) => page.getByRole('button', { name: 'Jump to Latest' });

/** Asserts that what arrives does not move what is being read. */
async function staysWhileItGrows(open: OpenPage): Promise<void> {
  const seen = await log(open).evaluateHandle((region) => {
    const { left, top, width, height } = region.getBoundingClientRect();
    const element = document.elementFromPoint(left + width / 2, top + height / 2);
    return element?.closest('.blocks > *, .reasoning') ?? region;
  });
  const y = () => seen.evaluate((element) => element.getBoundingClientRect().y);
  const before = await y();
  await open.say(piece(long), piece('', 'More thoughts.\n'.repeat(50)), piece(code));
  await open.page.waitForFunction(isStill);
  assert.ok(Math.abs((await y()) - before) <= 1, `${before} became ${await y()}`);
  assert.equal(await jump(open).isVisible(), true);
}

async function followsWhileItGrows(open: OpenPage): Promise<void> {
  await open.say(piece(long), piece(code));
  await open.page.waitForFunction(isStill);
  assert.ok((await fromEnd(open)) <= 4);
  assert.equal(await jump(open).count(), 0);
}

describe('Reading while an answer streams', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  const ways: readonly [string, (open: OpenPage) => Promise<void>][] = [
    [
      'the wheel',
      async (open) => {
        await log(open).hover();
        await open.page.mouse.wheel(0, -300);
      },
    ],
    [
      'Page Up',
      async (open) => {
        await log(open).focus();
        await open.page.keyboard.press('PageUp');
      },
    ],
    [
      'the arrow key',
      async (open) => {
        await log(open).focus();
        for (let times = 0; times < 4; times += 1) await open.page.keyboard.press('ArrowUp');
      },
    ],
    [
      'Shift and Space',
      async (open) => {
        await log(open).focus();
        await open.page.keyboard.press('Shift+Space');
      },
    ],
    [
      'the scroll bar',
      async (open) => {
        const box = await log(open).boundingBox();
        if (box === null) throw new Error('There is no transcript.');
        const x = box.x + box.width - 4;
        await open.page.mouse.move(x, box.y + box.height - 30);
        await open.page.mouse.down();
        await open.page.mouse.move(x, box.y + box.height / 2, { steps: 5 });
        await open.page.mouse.up();
      },
    ],
    [
      'the find widget or a script',
      async (open) => log(open).evaluate((element) => element.scrollTo({ top: element.scrollTop - 500 })),
    ],
  ];
  for (const [name, goBack] of ways) {
    it(`can go back by ${name}, and nothing pulls to the end`, async () => {
      const open = await browser.open('chat');
      await open.say(start(long));
      await goBack(open);
      await jump(open).waitFor();
      await open.page.waitForFunction(isStill);
      await staysWhileItGrows(open);
    });
  }

  it('follows the end again when the person returns there by the wheel', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    await log(open).hover();
    await open.page.mouse.wheel(0, -300);
    await jump(open).waitFor();
    await open.page.mouse.wheel(0, 5000);
    await jump(open).waitFor({ state: 'detached' });
    await followsWhileItGrows(open);
  });

  it('can jump to the end by keyboard, with a button between the transcript and the composer', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    await log(open).focus();
    await open.page.keyboard.press('Home');
    await jump(open).waitFor();
    await open.page.getByRole('textbox', { name: 'Message' }).focus();
    await open.page.keyboard.press('Shift+Tab');
    assert.equal(await jump(open).evaluate((button) => button === document.activeElement), true);
    await open.page.keyboard.press('Enter');
    await jump(open).waitFor({ state: 'detached' });
    await followsWhileItGrows(open);
  });

  it('stays in place when code is unfolded, and follows again when it is folded at the end', async () => {
    const open = await browser.open('chat');
    await open.say(start(`${long}${code}The end.`));
    const fold = open.page.getByRole('button', { name: 'Show All 200 Lines' });
    const before = await log(open).evaluate((element) => element.scrollTop);
    await fold.click();
    await open.page.getByRole('button', { name: 'Show Less' }).waitFor();
    assert.equal(await top(open), before);
    await staysWhileItGrows(open);
  });

  it('stays in place when live reasoning is unfolded by keyboard', async () => {
    const open = await browser.open('chat');
    await open.say(start('Short.', 'A thought.\n'.repeat(100)));
    const summary = open.page.getByText('Reasoning', { exact: true });
    const before = (await summary.boundingBox())?.y;
    await open.page.locator('summary').focus();
    await open.page.keyboard.press('Enter');
    await open.page.getByText('A thought.').waitFor();
    await staysWhileItGrows(open);
    assert.equal((await summary.boundingBox())?.y, before);
  });

  it('is disturbed neither by typing nor by a growing composer', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    await log(open).hover();
    await open.page.mouse.wheel(0, -600);
    await jump(open).waitFor();
    await open.page.waitForFunction(isStill);
    const before = await top(open);
    const message = open.page.getByRole('textbox', { name: 'Message' });
    await message.focus();
    for (const line of ['one', 'two', 'three', 'four']) {
      await open.page.keyboard.type(line);
      await open.page.keyboard.press('Shift+Enter');
    }
    assert.equal(await top(open), before);
    await staysWhileItGrows(open);
  });

  it('keeps the end in sight while the composer grows and the window changes', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    await open.page.getByRole('textbox', { name: 'Message' }).fill('a\nb\nc\nd\ne');
    await open.page.setViewportSize({ width: 400, height: 500 });
    await followsWhileItGrows(open);
  });

  it('keeps the end in sight when formulas and colors arrive late', async () => {
    const open = await browser.open('chat');
    await open.say(
      start(`${long}$$\n\\frac{a}{b}\n$$\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\nThe end.\n\nReally.`),
    );
    await open.page.locator('math').waitFor();
    await open.page.locator('.hljs-keyword').waitFor();
    await open.page.waitForFunction(isStill);
    assert.ok((await fromEnd(open)) <= 4);
  });

  it('stays in place when the answer ends, while an old chat opens at its end', async () => {
    const open = await browser.open('chat');
    await open.say(start(long));
    await log(open).hover();
    await open.page.mouse.wheel(0, -600);
    await jump(open).waitFor();
    await open.page.waitForFunction(isStill);
    const before = await top(open);
    await open.say({ type: 'turn', turn: answer('a1', { text: long }) }, { type: 'frame', frame: frame() });
    assert.equal(await top(open), before);
    const old = await browser.open('chat');
    await old.say(shows(frame(), [own('u1', 'Hi'), answer('a1', { text: long })]));
    assert.ok((await fromEnd(old)) <= 4);
  });
});

/** Runs in the page: whether the transcript does not move over two frames. */
async function isStill(): Promise<boolean> {
  const region = document.querySelector('[role=log]');
  const before = region?.scrollTop;
  for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done));
  return region?.scrollTop === before;
}
