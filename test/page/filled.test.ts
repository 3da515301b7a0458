import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { readMessage } from './readMessage.ts';
import { frame, own, shows, streamingAnswer } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const show = (changes: object = {}) => shows(frame(changes), []);
const note = 'Filled in by a link.';
const fill = (text = 'From a link') => ({ type: 'fill', text, note });
const message = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Message' });
/** How often the line is there; it counts only where assistive technology finds it. */
const lines = ({ page }: OpenPage) => page.getByRole('status').getByText(note, { exact: true }).count();

/** Returns what comes into the live region from now on: screen readers announce that, and not what a new region begins with. */
async function announced({ page }: OpenPage): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const isLive = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest('[role=status]') != null;
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (!isLive(target)) continue;
        for (const node of addedNodes) if (node.textContent) said.push(node.textContent);
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said);
}

describe('A composer that a link has filled', function () {
  this.timeout(30_000);
  const browser = useBrowser();

  async function filled(): Promise<OpenPage> {
    const open = await browser.open('chat');
    await open.say(show(), fill());
    return open;
  }

  it('has the text, the focus and a line above it, and sends nothing by itself', async () => {
    const open = await filled();
    assert.equal(await message(open).inputValue(), 'From a link');
    assert.equal(await message(open).evaluate((box) => box === document.activeElement), true);
    assert.equal(await lines(open), 1);
    const line = await open.page.getByText(note).boundingBox();
    const box = await message(open).boundingBox();
    assert.ok(line && box && line.y + line.height <= box.y && box.y - line.y < 60);
    const posted = await open.posted();
    assert.deepEqual(posted, [{ type: 'ready' }, { type: 'filled' }]);
    assert.deepEqual(readMessage(posted[1]), { type: 'filled' });
    assert.deepEqual(open.complaints, []);
  });

  it('says so once: the line comes into a region that was there before, and again only if it is filled again', async () => {
    const open = await browser.open('chat');
    const said = await announced(open);
    await open.say(show(), fill());
    await open.say({ type: 'frame', frame: frame() }, { type: 'frame', frame: frame({ notice: undefined }) });
    assert.deepEqual(await said(), [note]);
  });

  it('loses the line when the message is sent, or waits for an answer', async () => {
    const open = await filled();
    await message(open).press('Enter');
    assert.equal(await lines(open), 1);
    await open.say({ type: 'accepted', text: 'From a link' });
    assert.equal(await lines(open), 0);
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: '' });

    const later = await browser.open('chat');
    const answering = { streaming: 'a1' };
    await later.say({ ...show(answering), turns: [own('u1', 'Hi'), streamingAnswer('a1')] }, fill());
    await later.say({
      type: 'frame',
      frame: frame({ ...answering, queued: { id: 'q1', text: 'From a link', attachments: [] } }),
    });
    assert.equal(await lines(later), 0);
  });

  it('keeps the line while the text is changed, and loses it when that is emptied', async () => {
    const open = await filled();
    await message(open).fill('From a link, changed');
    assert.equal(await lines(open), 1);
    await message(open).fill('');
    assert.equal(await lines(open), 0);
    await message(open).fill('My own words');
    assert.equal(await lines(open), 0);
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'My own words' });
  });

  it('has text and line again after a reload, without the host’s help and without saying it again', async () => {
    const left = await filled();
    const kept = await left.kept();
    assert.deepEqual(kept, { conversationId: 'c1', draft: 'From a link', note });
    const again = await browser.open('chat', { kept });
    const said = await announced(again);
    await again.say(show());
    assert.deepEqual(await said(), []);
    assert.equal(await message(again).inputValue(), 'From a link');
    assert.equal(await lines(again), 1);
    assert.deepEqual(await again.posted('filled'), []);
    await message(again).fill('');
    const last = await browser.open('chat', { kept: await again.kept() });
    await last.say(show());
    assert.equal(await lines(last), 0);
  });

  it('has the text once if it comes twice, since its host may not know that the page has it', async () => {
    const left = await filled();
    const again = await browser.open('chat', { kept: await left.kept() });
    await again.say(show(), fill());
    await again.say(show(), fill());
    assert.equal(await message(again).inputValue(), 'From a link');
    assert.equal(await lines(again), 1);
    assert.equal((await again.posted('filled')).length, 2);
  });

  it('loses no draft: what was typed before stays behind the text', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    await message(open).fill('My own words');
    await open.say(fill());
    assert.equal(await message(open).inputValue(), 'From a link\n\nMy own words');
  });

  it('keeps a prompt of the greatest length at once', async () => {
    const open = await browser.open('chat');
    const text = '語'.repeat(20_000);
    await open.say(show(), fill(text));
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: text, note });
    assert.equal((await open.posted('filled')).length, 1);
  });
});
