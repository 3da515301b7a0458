import assert from 'node:assert/strict';
import type { OpenPage } from './openPage.ts';
import { readMessage } from './readMessage.ts';
import { conversation, frames, own, streamingAnswer } from './samples.ts';
import { hasFocus, message, show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const pasted = `${'A line of a log that was pasted.\n'.repeat(4_000)}${'x'.repeat(120_000)}`;

const streaming = { streaming: 'a1', status: 'support-tone-v7 is answering' };
const turns = [own('u1', 'Hi'), streamingAnswer('a1')];
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

describe('The composer', () => {
  const browser = useBrowser();

  it('leaves Enter, Escape and ↑ to an input method, however the browser reports it', async () => {
    const open = await browser.chat(conversation());
    // WebKit ends the composition first, and then reports the key that ended it as 229, no longer composing.
    assert.equal(await pressAs(open, 'ArrowUp', { isComposing: true }), false);
    assert.equal(await message(open).inputValue(), '');
    await message(open).fill('にほん');
    for (const state of [{ keyCode: 229 }, { keyCode: 13, isComposing: true }])
      assert.equal(await pressAs(open, 'Enter', state), false);
    assert.deepEqual(await open.posted('send'), []);
    await open.say(show(streaming, ...turns));
    for (const state of [{ keyCode: 229 }, { keyCode: 27, isComposing: true }]) {
      await pressAs(open, 'Escape', state);
      assert.deepEqual(await open.posted('stop'), []);
    }
    await pressAs(open, 'Escape', { keyCode: 27 });
    assert.equal((await open.posted('stop')).length, 1);
  });

  it('keeps what an input method composes when messages arrive or the last message is accepted', async () => {
    const open = await browser.chat(show());
    await message(open).fill('Hello');
    await message(open).press('Enter');
    await message(open).press('End');
    const client = await open.page.context().newCDPSession(open.page);
    await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await open.say(frames({ status: 'x' }), { type: 'accepted', text: 'Hello' });
    const enter = { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 } as const;
    await client.send('Input.dispatchKeyEvent', enter);
    await client.send('Input.insertText', { text: '日本' });
    assert.match(await message(open).inputValue(), /日本$/);
    assert.equal((await open.posted('send')).length, 1);
  });

  it('forgets what was sent before a reload, even if the host accepts it before the page is drawn', async () => {
    const kept = { conversationId: 'c1', draft: 'Hello' };
    const open = await browser.open('chat', { kept });
    await open.page.evaluate(
      (all) => {
        for (const data of all) window.dispatchEvent(new MessageEvent('message', { data }));
      },
      [
        { seq: 1, ...show() },
        { seq: 2, type: 'accepted', text: 'Hello' },
      ],
    );
    await open.say();
    assert.equal(await message(open).inputValue(), '');
  });

  it('takes a paste of 250 KB, keeps its size, and sends all of it', async () => {
    const open = await browser.chat(conversation());
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

  it('keeps a short draft at once; a long one when typing pauses, or the page loses the focus, is hidden or unloads', async () => {
    const open = await browser.open('chat', { isLoaded: true }, show());
    const length = () => open.page.evaluate(() => (window.kept as { draft: string }).draft.length);
    await message(open).fill('short');
    assert.equal(await length(), 5);
    await message(open).fill('x'.repeat(100_000));
    await open.page.waitForFunction(() => (window.kept as { draft: string }).draft.length === 100_000);
    await open.page.evaluate(() => {
      // The pause never comes.
      const real = window.setTimeout;
      const never = (run: () => void, ms: number) => (ms === 500 ? 0 : real(run, ms));
      Object.assign(window, { setTimeout: never });
    });
    let before = 100_000;
    for (const event of ['blur', 'pagehide', 'visibilitychange']) {
      await message(open).fill('x'.repeat(before + 100_000));
      await open.say(frames({ status: event }));
      assert.equal(await length(), before);
      await open.page.evaluate((name) => {
        const target = name === 'visibilitychange' ? document : window;
        target.dispatchEvent(new Event(name));
      }, event);
      before += 100_000;
      assert.equal(await length(), before, event);
    }
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

describe('A composer that a link has filled', () => {
  const browser = useBrowser();

  const filled = () => browser.chat(show(), fill());

  it('has the text, the focus and a line above it, and sends nothing by itself', async () => {
    const open = await filled();
    assert.equal(await message(open).inputValue(), 'From a link');
    assert.equal(await hasFocus(message(open)), true);
    assert.equal(await lines(open), 1);
    const line = await open.page.getByText(note).boundingBox();
    const box = await message(open).boundingBox();
    assert.ok(line && box && line.y + line.height <= box.y && box.y - line.y < 60);
    const posted = await open.posted();
    assert.deepEqual(posted, [{ type: 'ready' }, { type: 'filled' }]);
    assert.deepEqual(readMessage(posted[1]), { type: 'filled' });
    assert.deepEqual(open.complaints, []);
  });

  it('is announced once: in a region that was there before, and again only if it is filled again', async () => {
    const open = await browser.open('chat');
    const said = await announced(open);
    await open.say(show(), fill());
    await open.say(frames(), frames({ notice: undefined }));
    assert.deepEqual(await said(), [note]);
  });

  it('loses the line when the message is sent, or waits for an answer, or is emptied, but not when it is changed', async () => {
    const open = await filled();
    await message(open).press('Enter');
    assert.equal(await lines(open), 1);
    await open.say({ type: 'accepted', text: 'From a link' });
    assert.equal(await lines(open), 0);
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: '' });
    await open.say(show(streaming, ...turns), fill());
    await open.say(frames({ ...streaming, queued: { id: 'q1', text: 'From a link', attachments: [] } }));
    assert.equal(await lines(open), 0);
    await open.say(show(), fill());
    await message(open).fill('From a link, changed');
    assert.equal(await lines(open), 1);
    for (const text of ['', 'My own words']) {
      await message(open).fill(text);
      assert.equal(await lines(open), 0);
    }
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
    const last = await browser.open('chat', { kept: await again.kept() }, show());
    assert.equal(await lines(last), 0);
  });

  it('has the text once if it comes twice, and loses no draft: what was typed before stays behind it', async () => {
    const open = await filled();
    await open.say(show(), fill());
    assert.equal(await message(open).inputValue(), 'From a link');
    assert.equal(await lines(open), 1);
    assert.equal((await open.posted('filled')).length, 2);
    await message(open).fill('My own words');
    await open.say(fill());
    assert.equal(await message(open).inputValue(), 'From a link\n\nMy own words');
  });

  it('keeps a prompt of the greatest length at once', async () => {
    const text = '語'.repeat(20_000);
    const open = await browser.chat(show(), fill(text));
    assert.deepEqual(await open.kept(), { conversationId: 'c1', draft: text, note });
    assert.equal((await open.posted('filled')).length, 1);
  });
});
