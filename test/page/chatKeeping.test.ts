import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { answer, frame, own, shows } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

describe('A chat’s page', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  it('says that the chat is open in another window, sends nothing, and offers to go on in a new chat', async () => {
    const open = await browser.open('chat');
    const reason = 'Open in another window.';
    await open.say(shows(frame({ readOnly: reason, canFork: true }), [own('u1', 'Hi')]));
    const { page } = open;
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('status').filter({ hasText: reason }).count(), 1);
    await page.getByRole('button', { name: 'Continue in a New Chat' }).click();
    assert.deepEqual((await open.posted()).slice(1), [{ type: 'fork' }]);
  });

  it('says that the chat is not kept, and still sends', async () => {
    const open = await browser.open('chat');
    const notice = 'Chat history is off.';
    await open.say(shows(frame({ notice }), []));
    const { page } = open;
    assert.equal(await page.getByRole('status').filter({ hasText: notice }).count(), 1);
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.keyboard.press('Enter');
    assert.deepEqual((await open.posted()).slice(1), [{ type: 'send', text: 'Hello' }]);
  });

  it('shows the turn that was found by a search, and stays there', async () => {
    const open = await browser.open('chat');
    const long = 'A line.\n\n'.repeat(60);
    const turns = [
      own('u1', 'First'),
      answer('a1', { text: long }),
      own('u2', 'Second'),
      answer('a2', { text: long }),
    ];
    await open.say(shows(frame(), turns));
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
    const open = await browser.open('chat');
    const line = 'A line.\n\n';
    const text = `A **Refund** here.\n\n${line.repeat(60)}The refund (late) is *there*, no prerefund.\n\n${line.repeat(60)}`;
    await open.say(shows(frame(), [own('u1', 'Refund?'), answer('a1', { text })]));
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
    const show = shows(frame(), turns);
    const left = await browser.open('chat');
    await left.say(show);
    const topOf = ({ page }: OpenPage) =>
      page.getByText('Question 2').evaluate((element) => element.getBoundingClientRect().top);
    await left.page.getByRole('log').evaluate((log) => {
      const question = [...log.querySelectorAll('article')][2];
      log.scrollTop += (question?.getBoundingClientRect().top ?? 0) - 200;
    });
    await left.page.waitForFunction(() => (window.kept as { place?: unknown } | undefined)?.place);
    const before = await topOf(left);
    assert.ok(before > 100 && before < 300, `${before}`);
    const again = await browser.open('chat', { kept: await left.kept() });
    await again.say(show);
    assert.ok(Math.abs((await topOf(again)) - before) <= 1, `${before} became ${await topOf(again)}`);

    await again.page.getByRole('button', { name: 'Jump to Latest' }).click();
    await again.page.waitForFunction(() => !(window.kept as { place?: unknown }).place);
    const atEnd = await browser.open('chat', { kept: await again.kept() });
    await atEnd.say(show);
    assert.equal(await atEnd.page.getByRole('button', { name: 'Jump to Latest' }).count(), 0);
  });
});
