import assert from 'node:assert/strict';
import type { PageQueued } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { readMessage } from './readMessage.ts';
import { answer, chip, type FrameChanges, frame, own, path, shows, streamingAnswer } from './samples.ts';
import { button, focused, message, show } from './turnTools.ts';
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

  it('says what was deleted above the composer, and Undo leads to the composer', async () => {
    const open = await browser.open('chat');
    const deleted = 'Deleted a turn and the one that followed it.';
    await open.say(shows(frame({ deleted }), []));
    const { page } = open;
    const notice = page.getByRole('status').filter({ hasText: deleted });
    const [above, send] = [
      await notice.boundingBox(),
      await page.getByRole('button', { name: 'Send' }).boundingBox(),
    ];
    assert.ok(above && send && above.y + above.height <= send.y);
    await page.getByRole('button', { name: 'Undo' }).click();
    await open.say({ type: 'frame', frame: frame() });
    assert.equal(await notice.count(), 0);
    assert.equal(await focused(open), 'Message');
    await open.say({ type: 'frame', frame: frame({ deleted }) });
    await page.getByRole('button', { name: 'Close' }).click();
    assert.deepEqual((await open.posted()).slice(1), [{ type: 'undoDeletion' }, { type: 'forgetDeletions' }]);
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

const streaming = { streaming: 'a1', status: 'support-tone-v7 is answering' };
const turns = [own('u1', 'Hi'), streamingAnswer('a1')];
const queued = (id: string, changes: Partial<PageQueued> = {}): PageQueued => ({
  id,
  text: 'And in French?',
  attachments: [],
  ...changes,
});
const waiting = ({ page }: OpenPage) => page.getByRole('group', { name: 'Waiting message' });
const says = (changes: FrameChanges) => ({ type: 'frame', frame: frame(changes) });

describe('A message sent while an answer streams', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  /** Types it and presses Enter; the host takes it. */
  async function queue(open: OpenPage): Promise<string> {
    await open.say(show(streaming, ...turns));
    await message(open).fill('And in French?');
    await message(open).press('Enter');
    const [posted] = await open.waitForPosted('queue');
    assert.deepEqual(readMessage(posted), posted);
    const id = String(posted?.['id']);
    await open.say(says({ ...streaming, queued: queued(id) }));
    return id;
  }

  it('waits above the composer, which is free for the next one and says so', async () => {
    const open = await browser.open('chat');
    await open.say(show(streaming, ...turns));
    await open.page.getByText('Enter sends after this answer').waitFor();
    const id = await queue(open);
    assert.match(
      await waiting(open).innerText(),
      /^Queued: sent when this answer is complete\s+Edit\s+And in French\?$/u,
    );
    assert.equal(await message(open).inputValue(), '');
    assert.deepEqual(await open.kept(), {
      conversationId: 'c1',
      draft: '',
      queued: { id, text: 'And in French?' },
    });
    await message(open).fill('A second one');
    await message(open).press('Enter');
    await open.page.getByText('A message is already queued').waitFor();
    assert.equal((await open.posted('queue')).length, 1);
    assert.equal(await message(open).inputValue(), 'A second one');
  });

  it('takes its attachments along', async () => {
    const open = await browser.open('chat');
    await open.say(show(streaming, ...turns), { type: 'attachments', attachments: [chip('t1')] });
    await message(open).press('Enter');
    const [posted] = await open.waitForPosted('queue');
    assert.deepEqual([posted?.['text'], posted?.['attachments']], ['', ['t1']]);
    await open.say(
      { type: 'attachments', attachments: [] },
      says({ ...streaming, queued: queued(String(posted?.['id']), { text: '', attachments: [chip('t1')] }) }),
    );
    assert.match(await waiting(open).innerText(), /reply\.md/u);
  });

  it('becomes a turn once it is sent, and what was typed meanwhile stays', async () => {
    const open = await browser.open('chat');
    const id = await queue(open);
    await message(open).fill('And in French? Or Spanish?');
    await open.say(
      { type: 'turn', turn: answer('a1') },
      says({ status: 'Answer complete', queued: queued(id) }),
      { type: 'accepted', text: 'And in French?', turn: id },
      { type: 'turn', turn: own(id, 'And in French?') },
      { type: 'turn', turn: streamingAnswer('a2') },
      path('u1', 'a1', id, 'a2'),
      says({ ...streaming, streaming: 'a2' }),
    );
    assert.equal(await waiting(open).count(), 0);
    assert.equal(await message(open).inputValue(), 'And in French? Or Spanish?');
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'And in French? Or Spanish?' });
  });

  it('comes back before what was typed meanwhile if it is not sent, and the page says so', async () => {
    const open = await browser.open('chat');
    await queue(open);
    await message(open).fill('Never mind.');
    await open.say({ type: 'turn', turn: answer('a1', { state: 'stopped' }) }, says({ status: 'Stopped' }));
    assert.equal(await message(open).inputValue(), 'And in French?\n\nNever mind.');
    assert.equal(
      await open.page.getByRole('status').innerText(),
      'The queued message is back in the message box',
    );
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'And in French?\n\nNever mind.' });
  });

  it('is taken back by Edit, and by ↑ in an empty composer', async () => {
    const open = await browser.open('chat');
    await queue(open);
    await button(open, 'Edit').last().click();
    assert.equal((await open.posted('unqueue')).length, 1);
    assert.equal(await focused(open), 'Message');
    await message(open).press('ArrowUp');
    assert.deepEqual((await open.posted('unqueue')).map(readMessage), [
      { type: 'unqueue' },
      { type: 'unqueue' },
    ]);
    await open.say(says(streaming));
    assert.equal(await message(open).inputValue(), 'And in French?');
  });

  it('is back in the composer of the next page if its window ended first, but not if it was sent', async () => {
    const kept = { conversationId: 'c1', draft: 'More', queued: { id: 'q1', text: 'And in French?' } };
    const lost = await browser.open('chat', { kept });
    await lost.say(show({}, own('u1', 'Hi'), answer('a1', { state: 'cut' })));
    assert.equal(await message(lost).inputValue(), 'And in French?\n\nMore');
    const sent = await browser.open('chat', { kept });
    await sent.say(show({}, own('u1', 'Hi'), answer('a1'), own('q1', 'And in French?'), answer('a2')));
    assert.equal(await message(sent).inputValue(), 'More');
    const there = await browser.open('chat', { kept });
    await there.say(show({ ...streaming, queued: queued('q1') }, ...turns));
    assert.equal(await message(there).inputValue(), 'More');
    assert.equal(await waiting(there).count(), 1);
  });
});
