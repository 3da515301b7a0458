import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, frames, own, path, piece, streamingAnswer, turn } from './samples.ts';
import { fromEnd, hasFocus, jump, log, long, message, scrollTop, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const text = long.repeat(2);
const code = `\`\`\`py\n${'line\n'.repeat(200)}\`\`\`\n\n`;
const start = (said: string, reasoning = '') =>
  show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1', { text: said, reasoning }));
/** Scrolls back with the wheel, and waits until that is over. */
async function wheelBack(open: OpenPage): Promise<void> {
  await log(open).hover();
  await open.page.mouse.wheel(0, -600);
  await jump(open).waitFor();
  await open.page.waitForFunction(isStill);
}

/** Asserts that what arrives does not move what is being read. */
async function staysWhileItGrows(open: OpenPage, why = ''): Promise<void> {
  const seen = await log(open).evaluateHandle((region) => {
    const { left, top, width, height } = region.getBoundingClientRect();
    const element = document.elementFromPoint(left + width / 2, top + height / 2);
    return element?.closest('.blocks > *, .reasoning') ?? region;
  });
  const y = () => seen.evaluate((element) => element.getBoundingClientRect().y);
  const before = await y();
  await open.say(piece(text), piece('', 'More thoughts.\n'.repeat(50)), piece(code));
  await open.page.waitForFunction(isStill);
  assert.ok(Math.abs((await y()) - before) <= 1, `${why}: ${before} became ${await y()}`);
  assert.equal(await jump(open).isVisible(), true, why);
}

async function followsWhileItGrows(open: OpenPage): Promise<void> {
  await open.say(piece(text), piece(code));
  await open.page.waitForFunction(isStill);
  assert.ok((await fromEnd(open)) <= 4);
  assert.equal(await jump(open).count(), 0);
}

describe('Reading while an answer streams', () => {
  const browser = useBrowser();

  it('can go back by whatever scrolls, and nothing pulls to the end', async () => {
    const open = await browser.chat(start(text));
    const ways: Record<string, () => Promise<void>> = {
      'the wheel': () => open.page.mouse.wheel(0, -300),
      'Page Up': () => log(open).press('PageUp'),
      'the arrow key': async () => {
        for (let times = 0; times < 4; times += 1) await log(open).press('ArrowUp');
      },
      'Shift and Space': () => log(open).press('Shift+Space'),
      'the scroll bar': async () => {
        const box = await log(open).boundingBox();
        assert.ok(box);
        const x = box.x + box.width - 4;
        await open.page.mouse.move(x, box.y + box.height - 30);
        await open.page.mouse.down();
        await open.page.mouse.move(x, box.y + box.height / 2, { steps: 5 });
        await open.page.mouse.up();
      },
      'the find widget or a script': () => log(open).evaluate((element) => element.scrollBy(0, -500)),
    };
    await log(open).hover();
    for (const [name, goBack] of Object.entries(ways)) {
      await goBack();
      await jump(open).waitFor();
      await open.page.waitForFunction(isStill);
      await staysWhileItGrows(open, name);
      await jump(open).click();
      await jump(open).waitFor({ state: 'detached' });
      await log(open).hover();
    }
  });

  for (const [how, goTo] of [
    ['the wheel', (open: OpenPage) => open.page.mouse.wheel(0, 5000)],
    ['the End key', (open: OpenPage) => log(open).press('End')],
  ] as const) {
    it(`follows the end again when the person returns there by ${how}`, async () => {
      const open = await browser.chat(start(text));
      await wheelBack(open);
      await goTo(open);
      await jump(open).waitFor({ state: 'detached' });
      await followsWhileItGrows(open);
    });
  }

  it('can jump to the end by keyboard, with a button between the transcript and the composer', async () => {
    const open = await browser.chat(start(text));
    await log(open).focus();
    await open.page.keyboard.press('Home');
    await jump(open).waitFor();
    await message(open).focus();
    await open.page.keyboard.press('Shift+Tab');
    assert.equal(await hasFocus(jump(open)), true);
    await open.page.keyboard.press('Enter');
    await jump(open).waitFor({ state: 'detached' });
    await followsWhileItGrows(open);
  });

  it('stays in place when code is unfolded, and follows again when it is folded at the end', async () => {
    const open = await browser.chat(start(`${text}${code}The end.`));
    const fold = open.page.getByRole('button', { name: 'Show All 200 Lines' });
    const before = await log(open).evaluate((element) => element.scrollTop);
    await fold.click();
    await open.page.getByRole('button', { name: 'Show Less' }).waitFor();
    assert.equal(await scrollTop(open), before);
    await staysWhileItGrows(open);
  });

  it('stays in place when live reasoning is unfolded by keyboard', async () => {
    const open = await browser.chat(start('Short.', 'A thought.\n'.repeat(100)));
    const summary = open.page.getByText('Reasoning', { exact: true });
    const before = (await summary.boundingBox())?.y;
    await open.page.locator('summary').focus();
    await open.page.keyboard.press('Enter');
    await open.page.getByText('A thought.').waitFor();
    await staysWhileItGrows(open);
    assert.equal((await summary.boundingBox())?.y, before);
  });

  it('is disturbed neither by typing nor by a growing composer', async () => {
    const open = await browser.chat(start(text));
    await wheelBack(open);
    const before = await scrollTop(open);
    await message(open).focus();
    for (const line of ['one', 'two', 'three', 'four']) {
      await open.page.keyboard.type(line);
      await open.page.keyboard.press('Shift+Enter');
    }
    assert.equal(await scrollTop(open), before);
    await staysWhileItGrows(open);
  });

  it('keeps the end in sight while the composer grows and the window changes', async () => {
    const open = await browser.chat(start(text));
    await message(open).fill('a\nb\nc\nd\ne');
    await open.page.setViewportSize({ width: 400, height: 500 });
    await followsWhileItGrows(open);
  });

  it('keeps the end in sight when formulas and colors arrive late', async () => {
    const open = await browser.open(
      'chat',
      { isLoaded: true },
      start(`${text}$$\n\\frac{a}{b}\n$$\n\n\`\`\`ts\nconst a = 1;\n\`\`\`\n\nThe end.\n\nReally.`),
    );
    await open.page.locator('math').waitFor();
    await open.page.locator('.hljs-keyword').waitFor();
    await open.page.waitForFunction(isStill);
    assert.ok((await fromEnd(open)) <= 4);
  });

  it('stays in place when the answer ends, while an old chat opens at its end', async () => {
    const open = await browser.chat(start(text));
    await wheelBack(open);
    const before = await scrollTop(open);
    await open.say(turn(answer('a1', { text })), frames());
    assert.equal(await scrollTop(open), before);
    const old = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text })));
    assert.ok((await fromEnd(old)) <= 4);
  });

  it('ends with an own message, which is in sight', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text })));
    await wheelBack(open);
    await message(open).fill('Next');
    await message(open).press('Enter');
    await open.say(path('u1', 'a1', 'u2'), turn(own('u2', 'Next')));
    assert.ok((await fromEnd(open)) <= 4);
  });
});

describe('The place in a chat', () => {
  const browser = useBrowser();

  it('shows the turn that was found by a search, and stays there', async () => {
    const open = await browser.open('chat');
    const turns = [
      own('u1', 'First'),
      answer('a1', { text: long }),
      own('u2', 'Second'),
      answer('a2', { text: long }),
    ];
    await open.say(show({}, ...turns));
    const second = open.page.getByText('Second', { exact: true });
    const first = open.page.getByText('First', { exact: true });
    await open.say({ type: 'reveal', turn: 'u1', words: [] });
    await first.waitFor();
    const isSeen = (text: typeof first) =>
      text.evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return top >= 0 && top < innerHeight;
      });
    assert.deepEqual([await isSeen(first), await isSeen(second)], [true, false]);
    await open.say({ type: 'reveal', turn: 'u2', words: [] });
    assert.deepEqual([await isSeen(first), await isSeen(second)], [false, true]);
    await open.page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
  });

  it('scrolls to the words that a search found within a long turn, and marks them for a while', async () => {
    const open = await browser.open('chat', { isLoaded: true });
    const line = 'A line.\n\n';
    const text = `A **Refund** here.\n\n${line.repeat(60)}The refund (late) is *there*, no prerefund.\n\n${line.repeat(60)}`;
    await open.say(show({}, own('u1', 'Refund?'), answer('a1', { text })));
    const marked = () =>
      open.page.evaluate(() => {
        const ranges = [...(CSS.highlights.get('found') ?? [])] as Range[];
        const tops = ranges.map((range) => range.getBoundingClientRect().top);
        return { texts: ranges.map(String), isSeen: tops.map((top) => top > 0 && top < innerHeight - 150) };
      });
    await open.say({ type: 'reveal', turn: 'a1', words: ['refund'] });
    assert.deepEqual(await marked(), { texts: ['Refund', 'refund'], isSeen: [true, false] });
    await open.say({ type: 'reveal', turn: 'a1', words: ['there', '(late)'] });
    assert.deepEqual(await marked(), { texts: ['(late)', 'there'], isSeen: [true, true] });
    await open.say({ type: 'reveal', turn: 'a1', words: ['ate'] });
    assert.deepEqual((await marked()).texts, ['ate'], 'within a word, if no word begins with it');
    await open.page.getByRole('button', { name: 'Jump to Latest' }).waitFor();
    await open.page.waitForFunction(() => !CSS.highlights.has('found'));
    assert.deepEqual(open.complaints, []);
  });

  it('returns to the place where the person was reading', async () => {
    const turns = ['1', '2', '3'].flatMap((at) => [
      own(`u${at}`, `Question ${at}`),
      answer(`a${at}`, { text: `A line of answer ${at}.\n\n`.repeat(60) }),
    ]);
    const read = show({}, ...turns);
    const left = await browser.chat(read);
    const topOf = ({ page }: OpenPage) =>
      page.getByText('Question 2').evaluate((element) => element.getBoundingClientRect().top);
    await left.page.getByRole('log').evaluate((log) => {
      const question = [...log.querySelectorAll('article')][2];
      log.scrollTop += (question?.getBoundingClientRect().top ?? 0) - 200;
    });
    await left.page.waitForFunction(() => (window.kept as { place?: unknown } | undefined)?.place);
    const before = await topOf(left);
    assert.ok(before > 100 && before < 300, `${before}`);
    const again = await browser.open('chat', { kept: await left.kept() }, read);
    assert.ok(Math.abs((await topOf(again)) - before) <= 1, `${before} became ${await topOf(again)}`);

    await again.page.getByRole('button', { name: 'Jump to Latest' }).click();
    await again.page.waitForFunction(() => !(window.kept as { place?: unknown }).place);
    const atEnd = await browser.open('chat', { kept: await again.kept() }, read);
    assert.equal(await atEnd.page.getByRole('button', { name: 'Jump to Latest' }).count(), 0);
  });
});

/** Runs in the page: whether the transcript does not move over two frames. */
async function isStill(): Promise<boolean> {
  const region = document.querySelector('[role=log]');
  const before = region?.scrollTop;
  for (let frames = 0; frames < 3; frames += 1) await new Promise((done) => requestAnimationFrame(done));
  return region?.scrollTop === before;
}
