import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { readMessage } from './readMessage.ts';
import { conversation, frame, own, shows, streamingAnswer } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

const show = (changes: object = {}) => shows(frame(changes), []);
const message = ({ page }: OpenPage) => page.getByRole('textbox', { name: 'Message' });
const pasted = `${'A line of a log that was pasted.\n'.repeat(4_000)}${'x'.repeat(120_000)}`;

async function paste({ page }: OpenPage, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
}

/** Presses a key like an input method in browsers whose events have a different order than Chromium's. */
const pressAs = (open: OpenPage, key: string, state: { keyCode?: number; isComposing?: boolean }) =>
  message(open).evaluate(
    (box, [name, changes]) => {
      const init = { key: name, bubbles: true, cancelable: true, ...changes };
      return !box.dispatchEvent(new KeyboardEvent('keydown', init));
    },
    [key, state] as const,
  );

describe('The composer', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('leaves Enter, Escape and ↑ to an input method, however the browser reports it', async () => {
    const open = await browser.open('chat');
    await open.say(conversation());
    // WebKit ends the composition first, and then reports the key that ended it as 229, no longer composing.
    assert.equal(await pressAs(open, 'ArrowUp', { isComposing: true }), false);
    assert.equal(await message(open).inputValue(), '');
    await message(open).fill('にほん');
    await message(open).evaluate((box) => {
      box.dispatchEvent(new CompositionEvent('compositionend', { data: '日本', bubbles: true }));
    });
    assert.equal(await pressAs(open, 'Enter', { keyCode: 229, isComposing: false }), false);
    assert.equal(await pressAs(open, 'Enter', { keyCode: 13, isComposing: true }), false);
    assert.deepEqual(await open.posted('send'), []);
    const streaming = show({ streaming: 'a1' });
    await open.say({ ...streaming, turns: [own('u1', 'Hi'), streamingAnswer('a1')] });
    await pressAs(open, 'Escape', { keyCode: 229 });
    await pressAs(open, 'Escape', { keyCode: 27, isComposing: true });
    assert.deepEqual(await open.posted('stop'), []);
    await pressAs(open, 'Escape', { keyCode: 27 });
    assert.equal((await open.posted('stop')).length, 1);
  });

  it('keeps what an input method composes when messages arrive or the last message is accepted', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    await message(open).fill('Hello');
    await message(open).press('Enter');
    await message(open).press('End');
    const client = await open.page.context().newCDPSession(open.page);
    await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await open.say({ type: 'frame', frame: frame({ status: 'x' }) }, { type: 'accepted', text: 'Hello' });
    await client.send('Input.insertText', { text: '日本' });
    assert.match(await message(open).inputValue(), /日本$/);
  });

  it('takes a paste of 250 KB, keeps its size, and sends all of it', async () => {
    const open = await browser.open('chat');
    await open.say(conversation());
    await message(open).focus();
    await paste(open, pasted);
    await open.page.keyboard.type('y');
    const { height, direction, unicodeBidi } = await message(open).evaluate((box) => {
      const { direction, unicodeBidi } = getComputedStyle(box);
      return { height: box.clientHeight, direction, unicodeBidi };
    });
    assert.ok(height <= 0.4 * 700, `${height} px`);
    // Finding the direction of each line is what makes a long text slow (test/unit tests the rule).
    assert.deepEqual([direction, unicodeBidi === 'plaintext'], ['ltr', false]);
    assert.equal(await open.page.evaluate(() => document.documentElement.scrollHeight), 700);
    await message(open).press('Enter');
    const [sent] = await open.waitForPosted('send');
    assert.equal(sent?.['text'] === `${pasted}y`, true);
    assert.deepEqual(readMessage(sent), sent);
    await open.say({ type: 'accepted', text: `${pasted}y` });
    assert.equal(await message(open).inputValue(), '');
    assert.equal(await message(open).evaluate((box) => box.clientHeight < 60), true);
  });

  it('keeps a short draft at once, and a long one when typing pauses', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    await message(open).fill('short');
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: 'short' });
    await message(open).fill('x'.repeat(100_000));
    await open.page.waitForFunction(() => (window.kept as { draft: string }).draft.length === 100_000);
  });

  it('keeps a long draft at once when the page loses the focus, is hidden or unloads', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    await open.page.evaluate(() => {
      // The pause never comes.
      const real = window.setTimeout;
      const never = (run: () => void, ms: number) => (ms === 500 ? 0 : real(run, ms));
      Object.assign(window, { setTimeout: never });
    });
    const length = () => open.page.evaluate(() => (window.kept as { draft: string }).draft.length);
    let before = 0;
    for (const event of ['blur', 'pagehide', 'visibilitychange']) {
      await message(open).fill('x'.repeat(before + 100_000));
      await open.say({ type: 'frame', frame: frame({ status: event }) });
      assert.equal(await length(), before);
      await open.page.evaluate((name) => {
        const target = name === 'visibilitychange' ? document : window;
        target.dispatchEvent(new Event(name));
      }, event);
      before += 100_000;
      assert.equal(await length(), before, event);
    }
  });

  it('sends with the key that the person set, even if that changes while the page is open', async () => {
    const open = await browser.open('chat');
    await open.say(show());
    await message(open).fill('a');
    await open.say({ type: 'frame', frame: frame({ sendWith: 'modEnter' }) });
    await message(open).press('End');
    await message(open).press('Enter');
    assert.equal(await message(open).inputValue(), 'a\n');
    await message(open).press('Meta+Enter');
    assert.deepEqual(await open.posted('send'), [{ type: 'send', text: 'a\n' }]);
  });
});

const note = 'Filled in by a link.';
const fill = (text = 'From a link') => ({ type: 'fill', text, note });
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
