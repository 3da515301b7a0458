import assert from 'node:assert/strict';
import type { PageSilence } from '../../src/protocol/chat.ts';
import { richText } from './markdownSample.ts';
import type { OpenPage } from './openPage.ts';
import { answer, type FrameChanges, frames, own, piece, silence, streamingAnswer } from './samples.ts';
import { show, status } from './turnTools.ts';
import { useBrowser } from './useBrowser.ts';

const hint = 'A large adapter may have to be loaded first.';
const streaming = (changes: Partial<PageSilence> = {}): FrameChanges => ({
  streaming: 'a1',
  status: 'Waiting for support-tone-v7…',
  silence: silence(changes),
});
const asks = (changes: Partial<PageSilence> = {}) =>
  show(streaming(changes), own('u1', 'Hi'), streamingAnswer('a1'));
const line = ({ page }: OpenPage, text: string | RegExp) =>
  page.locator('.waiting').getByText(text, { exact: true });
/** The page's clock also goes on by itself: `{0}` stands for a number of seconds, or one of the few after it or before it. */
const counted = (text: string, seconds: number, direction: 1 | -1 = 1) => {
  const numbers = Array.from({ length: 9 }, (_, n) => seconds + direction * n).filter((one) => one > 0);
  return new RegExp(`^${text.replace('{0}', `(?:${numbers.join('|')})`)}$`, 'u');
};
const begun = /^Waiting for support-tone-v7…(?: \d s)?$/u;
const spoken = (open: OpenPage) => status(open).innerText();

describe('A wait in a chat', () => {
  const browser = useBrowser();

  it('counts its seconds, says from ten on what may take so long, and ends with the first text and with more of it', async () => {
    const open = await browser.open('chat', { hasClock: true }, asks());
    await line(open, begun).waitFor();
    await open.page.clock.fastForward(2100);
    await line(open, counted('Waiting for support-tone-v7… {0} s', 2)).waitFor();
    assert.doesNotMatch(await spoken(open), /loaded/u);
    await open.page.clock.fastForward(9000);
    await line(open, counted(`Waiting for support-tone-v7… {0} s. ${hint}`, 11)).waitFor();
    assert.match(await spoken(open), new RegExp(`^Waiting for support-tone-v7…\\s+${hint}$`, 'u'));
    await open.say(piece('Dear'));
    assert.equal(await open.page.locator('.waiting').count(), 0);
    assert.doesNotMatch(await spoken(open), /loaded/u);
    // In the middle of an answer.
    await open.page.clock.fastForward(4100);
    await line(open, counted('Waiting for more… {0} s', 4)).waitFor();
    await open.say(piece(' customer'));
    await open.page.locator('.waiting').waitFor({ state: 'detached' });
    await open.page.clock.fastForward(12_100);
    await line(open, counted('Waiting for more… {0} s', 12)).waitFor();
    assert.match(await spoken(open), /Still waiting for more from support-tone-v7$/u);
    await open.say(frames({ status: 'Stopped' }));
    assert.equal(await open.page.locator('.waiting').count(), 0);
  });

  it('goes on counting where the host was; for a busy service down, and anew once the request is repeated', async () => {
    const open = await browser.open('chat', { hasClock: true }, asks({ ms: 31_000 }));
    await line(open, counted(`Waiting for support-tone-v7… {0} s. ${hint}`, 31)).waitFor();
    await open.say(asks({ retry: { text: 'Busy, trying again in {0} s', inMs: 8000 } }));
    await line(open, counted('Busy, trying again in {0} s', 8, -1)).waitFor();
    await open.page.clock.fastForward(3100);
    await line(open, counted('Busy, trying again in {0} s', 5, -1)).waitFor();
    await open.page.clock.fastForward(20_000);
    await line(open, 'Busy, trying again in 1 s').waitFor();
    await open.say(frames(streaming()));
    await line(open, begun).waitFor();
  });

  it('comes and goes without the answer being styled anew', async () => {
    const open = await browser.open('chat', { hasClock: true }, asks());
    await open.say(piece(`${richText}\n\n${'Some $x^2$ in it. '.repeat(200)}`.repeat(2)));
    await open.page.locator('.answer-turn math').first().waitFor();
    const styled = await elementsStyled(open, async () => {
      await open.page.clock.fastForward(4100);
      await line(open, counted('Waiting for more… {0} s', 4)).waitFor();
      await open.say(piece('more'));
      await open.page.locator('.waiting').waitFor({ state: 'detached' });
    });
    assert.ok(styled > 0 && styled < 300, `${styled} elements`);
  });
});

/** The number of elements, each as often as Chromium works out its style, while `change` runs. */
async function elementsStyled({ page }: OpenPage, change: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  assert.ok(browser);
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await change();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args?: { elementCount?: number } }[];
  };
  return trace.traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
}

/** Milliseconds of the page's own time from the host's message to the end of the frame that shows it. */
async function timeOf({ page }: OpenPage, shown: object): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await spent();
  await page.evaluate(async (data) => {
    window.postMessage(data, '*');
    await new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
  }, shown);
  return (await spent()) - before;
}

describe('A chat of many turns', () => {
  const browser = useBrowser();

  it('opens in a time that grows with their number, and no faster', async () => {
    const took: number[] = [];
    for (const count of [400, 400, 1600]) {
      const turns = Array.from({ length: count / 2 }, (_, at) => [own(`u${at}`, 'And?'), answer(`a${at}`)]);
      const open = await browser.open('chat');
      took.push(await timeOf(open, { ...show({}, ...turns.flat()), seq: 1 }));
      assert.equal(await open.page.locator('article').count(), count);
    }
    const [, few = 0, many = 0] = took;
    assert.ok(many < 4 * few * 1.8, `${Math.round(few)} ms for 400, ${Math.round(many)} ms for 1,600`);
  });
});
