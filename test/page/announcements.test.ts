import assert from 'node:assert/strict';
import { alert, failed } from './alertStates.ts';
import { richText } from './markdownSample.ts';
import type { OpenPage } from './openPage.ts';
import {
  answer,
  type FrameChanges,
  frame,
  frames,
  goneFrame,
  own,
  path,
  piece,
  streamingAnswer,
  turn,
} from './samples.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const says = (status: string, changes: FrameChanges = {}) => ({
  type: 'frame',
  frame: frame({ status, ...changes }),
});

const refused = failed('a1', alert('Acme refused the API key (401).', ['retry']));

/** Records from now on what a screen reader announces: each text that enters a live region, with its politeness. */
async function listen({ page }: OpenPage): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const liveRegions = '[aria-live], [role=status], [role=alert], [role=log]';
    const impliedPoliteness: Record<string, string> = { alert: 'assertive', status: 'polite', log: 'polite' };
    const heard: string[] = [];
    const note = (region: Element | null | undefined, node: Node) => {
      if (!region) return;
      const live =
        region.getAttribute('aria-live') ?? impliedPoliteness[region.getAttribute('role') ?? ''] ?? 'off';
      const read = node.cloneNode(true);
      if (read instanceof Element)
        for (const hidden of read.querySelectorAll('[aria-hidden=true]')) hidden.remove();
      const text = read.textContent?.trim() ?? '';
      if (live !== 'off' && text !== '') heard.push(`${live}: ${text}`);
    };
    const observer = new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records) {
        for (const node of type === 'childList' ? addedNodes : [target]) {
          const element = node instanceof Element ? node : node.parentElement;
          if (element?.closest('[aria-hidden=true]')) continue;
          const inside = node instanceof Element ? [...node.querySelectorAll(liveRegions)] : [];
          note(element?.closest(liveRegions), node);
          for (const region of inside) note(region, region);
        }
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

describe('What a screen reader hears of a chat', () => {
  const browser = useBrowser();

  it('is that an answer began and that it ended, once each, and none of its text', async () => {
    const open = await browser.chat(show({}, own('u0', 'Hello'), answer('a0')));
    const heard = await listen(open);
    await open.say(
      path('u0', 'a0', 'u1', 'a1'),
      turn(own('u1', 'Rewrite this reply.')),
      turn(streamingAnswer('a1')),
      says('support-tone-v7 is answering', { streaming: 'a1' }),
    );
    for (const thought of ['Hm. ', 'The customer is angry.']) {
      await open.say(piece('', thought));
    }
    for (let at = 0; at < richText.length; at += 97) await open.say(piece(richText.slice(at, at + 97)));
    const ended = answer('a1', { text: richText, reasoning: 'Hm. The customer is angry.' });
    await open.say(turn(ended), says('Answer complete'));
    // Colors arrive late, as do other changes of the frame: neither is announced.
    await open.page.locator('.hljs-keyword').first().waitFor();
    await open.say(says('Answer complete', { settings: { temperature: 1 } }));
    await open.page.getByText('Reasoning').click();
    assert.deepEqual(await heard(), ['polite: support-tone-v7 is answering', 'polite: Answer complete']);
  });

  it('is a failure at once, and once, whatever else is shown again', async () => {
    const open = await browser.chat(
      show({ streaming: 'a1', status: 'x' }, own('u1', 'Hi'), streamingAnswer('a1')),
    );
    const heard = await listen(open);
    await open.say(turn(refused), says(''), says('', { settings: { topP: 1 } }));
    assert.deepEqual(await heard(), ['assertive: Acme refused the API key (401).Retry']);
  });

  it('is once how long a busy service asks to wait, while the seconds are counted down', async () => {
    const open = await browser.open('chat', { hasClock: true }, show({}, own('u1', 'Hi')));
    const heard = await listen(open);
    const text = 'Acme is busy and asks to wait until 8:10 AM.';
    const wait = { text: 'Acme is busy and asks to wait {0} s.', inMs: 29_500 };
    const busy = { ...alert(text, ['retry']), wait };
    await open.say(path('u1', 'a1'), turn(failed('a1', busy)));
    const shown = open.page.getByRole('alert').locator('[aria-hidden=true]:not(.codicon)');
    const seconds = async () => Number(/(\d+) s\.$/u.exec(await shown.innerText())?.[1]);
    assert.ok((await seconds()) > 20);
    await open.page.clock.fastForward(20_000);
    await open.page.waitForFunction(() =>
      /wait \d s\.$/mu.test(document.querySelector('.answer-alert .notice')?.textContent ?? ''),
    );
    // It may be sent again, with what is left.
    await open.say(turn(failed('a1', { ...busy, wait: { ...wait, inMs: 5000 } })));
    assert.ok((await seconds()) <= 5);
    await open.page.clock.fastForward(6000);
    await shown.getByText(text).waitFor();
    assert.deepEqual(await heard(), ['assertive: Acme is busy and asks to wait 30 s.Retry']);
  });

  it('is each wait, the stop, a model that is gone, and that nothing is kept', async () => {
    const open = await browser.chat(show({}, own('u1', 'Hi'), streamingAnswer('a1')));
    const heard = await listen(open);
    const streaming = { streaming: 'a1' };
    const notice = 'Chat history is off.';
    await open.say(says('support-tone-v7 is answering', streaming));
    await open.say(says('Busy, trying again in 8 s', streaming));
    await open.say(says('Busy, trying again in 8 s', { ...streaming, settings: { seed: 1 } }));
    await open.say(says('Stopped'));
    await open.say({ type: 'frame', frame: { ...goneFrame(), status: 'Stopped' } });
    await open.say({ type: 'frame', frame: { ...goneFrame(), status: 'Stopped', notice } });
    assert.deepEqual(await heard(), [
      'polite: support-tone-v7 is answering',
      'polite: Busy, trying again in 8 s',
      'polite: Stopped',
      'polite: support-tone-v7 was deleted. Continue with another model.',
      'polite: Chat history is off.',
    ]);
  });

  it('is nothing about old failures when an old chat is opened', async () => {
    const open = await browser.open('chat');
    const heard = await listen(open);
    await open.say(show({ status: 'Answer complete' }, own('u1', 'Hi'), refused, own('u2', 'Hi')));
    assert.deepEqual(await heard(), []);
    assert.equal(await open.page.getByText('refused the API key').count(), 1);
    assert.equal(await open.page.getByRole('alert').count(), 0);
  });

  it('is structured by headings, and the page has a title', async () => {
    const open = await browser.chat(
      show({ title: 'Chat: support-tone-v7' }, own('u1', 'Hi'), answer('a1', { text: '# Steps\n\nFirst.' })),
    );
    const headings = await open.page
      .getByRole('heading')
      .evaluateAll((all) => all.map((one) => `${one.tagName} ${one.textContent}`));
    assert.deepEqual(headings, ['H1 Chat: support-tone-v7', 'H2 You', 'H2 support-tone-v7', 'H3 Steps']);
    const selected = await open.page.getByRole('log').evaluate((log) => {
      getSelection()?.selectAllChildren(log);
      return String(getSelection());
    });
    assert.deepEqual(selected.match(/support\S*/gu), ['support-tone-v7']);
    assert.equal(await open.page.title(), 'Chat: support-tone-v7');
    await open.say(frames({ title: 'Refunds' }));
    assert.equal(await open.page.title(), 'Refunds');
  });
});
