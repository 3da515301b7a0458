import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../workbench/places.ts';
import { pageStates } from './states.ts';
import { useBrowser } from './useBrowser.ts';

/** States that show something under way; without them the others would prove nothing. */
const underWay = ['chat-answering', 'details-loading', 'details-waiting'];

/** Every step repaints, and in a tab's icon nothing else does while the tab is hidden. */
const mostSteps = 8;

describe('Motion', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  for (const state of pageStates) {
    it(`what moves without an end in ${state.name} makes at most eight steps a second, and none if motion is reduced`, async () => {
      const open = await browser.open(state.page);
      await open.page.emulateMedia({ reducedMotion: 'no-preference' });
      await open.say(...state.messages);
      await state.act?.(open);
      const steps = await open.page.evaluate(countSteps);
      if (underWay.includes(state.name)) assert.ok(steps.length > 0);
      for (const count of steps) assert.ok(count <= mostSteps, `${count} steps a second`);
      await assertStill(open.page);
    });
  }

  for (const theme of ['dark', 'light']) {
    it(`the icon of a tab whose chat streams turns in eight steps a second (${theme})`, async () => {
      const { page } = await browser.open('chat');
      const icon = iconFile(`chat-streaming-${theme}.svg`);
      await page.goto(imageUrl(icon));
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      assert.deepEqual(await page.evaluate(countSteps), [mostSteps]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      assert.deepEqual(await page.evaluate(countSteps), []);
      // The system's setting as an image sees it; VS Code's own, which it can't see, chooses another file.
      const still = iconFile(`chat-streaming-still-${theme}.svg`);
      assert.equal(icon.replace(/<style>.*<\/style>/, ''), still);
    });
  }

  it('the icon is painted no more often than that', async () => {
    const { page } = await browser.open('chat');
    await page.goto('about:blank');
    const frames = await watchFrames(page);
    await page.setContent(`<img src="${imageUrl(iconFile('chat-streaming-dark.svg'))}" alt="">`);
    const painted = await frames(17);
    const [first = 0] = painted;
    const seconds = (painted.at(-1) ?? 0) - first;
    // A busy machine paints less often. The first frames may still be those of the page.
    assert.ok(seconds > 14 / mostSteps, `17 frames in ${seconds} s`);
  });
});

function iconFile(name: string): string {
  return readFileSync(path.join(projectRoot, 'media', name), 'utf8');
}

function imageUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

async function assertStill(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.deepEqual(await page.evaluate(countSteps), [], 'reduced in the system');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
  assert.deepEqual(await page.evaluate(countSteps), [], 'reduced in VS Code');
}

/** Starts to record when the page is painted; the returned function waits for that many frames, and returns their times in seconds. */
async function watchFrames(page: Page): Promise<(count: number) => Promise<number[]>> {
  const session = await page.context().newCDPSession(page);
  const times: number[] = [];
  let onFrame = (): void => undefined;
  session.on('Page.screencastFrame', ({ metadata, sessionId }) => {
    times.push(metadata.timestamp ?? 0);
    void session.send('Page.screencastFrameAck', { sessionId });
    onFrame();
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 1 });
  return async (count) => {
    await new Promise<void>((resolve) => {
      onFrame = () => {
        if (times.length >= count) resolve();
      };
      onFrame();
    });
    await session.send('Page.stopScreencast');
    return times.slice(0, count);
  };
}

/**
 * Runs in the page: how often in a second each endless animation changes what it animates, seen at every millisecond,
 * however its timing is written.
 */
function countSteps(): number[] {
  const isEndless = ({ effect }: Animation) =>
    effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
  return document
    .getAnimations()
    .filter(isEndless)
    .map((animation) => {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || !effect.target) throw new Error('An animation of nothing.');
      const notStyles = ['offset', 'computedOffset', 'easing', 'composite'];
      const names = effect
        .getKeyframes()
        .flatMap(Object.keys)
        .filter((name) => !notStyles.includes(name));
      const style = getComputedStyle(effect.target, effect.pseudoElement);
      const now = () => JSON.stringify(names.map((name) => Reflect.get(style, name)));
      animation.pause();
      let [steps, last] = [0, ''];
      for (let time = 0; time <= 1000; time += 1) {
        animation.currentTime = time;
        if (time > 0 && now() !== last) steps += 1;
        last = now();
      }
      animation.play();
      return steps;
    });
}
