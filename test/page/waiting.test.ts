import assert from 'node:assert/strict';
import type { ChatFrame, PageSilence } from '../../src/protocol/chat.ts';
import type { OpenPage } from './openPage.ts';
import { frame, own, silence, streamingAnswer } from './samples.ts';
import { show } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const hint = 'A large adapter may have to be loaded first.';
const streaming = (changes: Partial<PageSilence> = {}): Partial<ChatFrame> => ({
  streaming: 'a1',
  status: 'Waiting for support-tone-v7…',
  silence: silence(changes),
});
const asks = (changes: Partial<PageSilence> = {}) =>
  show(streaming(changes), own('u1', 'Hi'), streamingAnswer('a1'));
const line = ({ page }: OpenPage, text: string) => page.locator('.waiting').getByText(text, { exact: true });
const spoken = ({ page }: OpenPage) => page.getByRole('status').innerText();

describe('A wait in a chat', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  it('counts its seconds, says from ten on what may take so long, and ends with the first text', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks());
    await line(open, 'Waiting for support-tone-v7…').waitFor();
    await open.page.clock.fastForward(2100);
    await line(open, 'Waiting for support-tone-v7… 2 s').waitFor();
    assert.doesNotMatch(await spoken(open), /loaded/u);
    await open.page.clock.fastForward(9000);
    await line(open, `Waiting for support-tone-v7… 11 s. ${hint}`).waitFor();
    assert.match(await spoken(open), new RegExp(`^Waiting for support-tone-v7…\\s+${hint}$`, 'u'));
    await open.say({ type: 'append', turn: 'a1', text: 'Dear', reasoning: '' });
    assert.equal(await open.page.locator('.waiting').count(), 0);
    assert.doesNotMatch(await spoken(open), /loaded/u);
  });

  it('goes on counting where the host was when the page comes back', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks({ ms: 31_000 }));
    await line(open, `Waiting for support-tone-v7… 31 s. ${hint}`).waitFor();
  });

  it('in the middle of an answer shows its seconds, and ends with more text', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks(), { type: 'append', turn: 'a1', text: 'Dear', reasoning: '' });
    assert.equal(await open.page.locator('.waiting').count(), 0);
    await open.page.clock.fastForward(4100);
    await line(open, 'Waiting for more… 4 s').waitFor();
    await open.say({ type: 'append', turn: 'a1', text: ' customer', reasoning: '' });
    await open.page.locator('.waiting').waitFor({ state: 'detached' });
    await open.page.clock.fastForward(12_100);
    await line(open, 'Waiting for more… 12 s').waitFor();
    assert.match(await spoken(open), /Still waiting for more from support-tone-v7$/u);
    await open.say({ type: 'frame', frame: frame({ status: 'Stopped' }) });
    assert.equal(await open.page.locator('.waiting').count(), 0);
  });

  it('for a busy service counts down, and counts anew once the request is repeated', async () => {
    const open = await browser.open('chat', { hasClock: true });
    await open.say(asks({ retry: { text: 'Busy, trying again in {0} s', inMs: 8000 } }));
    await line(open, 'Busy, trying again in 8 s').waitFor();
    await open.page.clock.fastForward(3100);
    await line(open, 'Busy, trying again in 5 s').waitFor();
    await open.page.clock.fastForward(20_000);
    await line(open, 'Busy, trying again in 1 s').waitFor();
    await open.say({ type: 'frame', frame: frame(streaming()) });
    await line(open, 'Waiting for support-tone-v7…').waitFor();
  });
});
