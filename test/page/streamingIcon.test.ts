import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../workbench/places.ts';
import { countSteps, maxSteps } from './endlessMotion.ts';
import { useBrowser } from './useBrowser.ts';

describe('The icon of a tab whose chat streams', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  for (const theme of ['dark', 'light']) {
    it(`turns in eight steps a second (${theme})`, async () => {
      const { page } = await browser.open('chat');
      const icon = iconFile(`chat-streaming-${theme}.svg`);
      await page.goto(imageUrl(icon));
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      assert.deepEqual(await page.evaluate(countSteps), [maxSteps]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      assert.deepEqual(await page.evaluate(countSteps), []);
      // The system's setting as an image sees it; VS Code's own, which it can't see, chooses another file.
      const still = iconFile(`chat-streaming-still-${theme}.svg`);
      assert.equal(icon.replace(/<style>.*<\/style>/, ''), still);
    });
  }

  it('is painted no more often than that', async () => {
    const { page } = await browser.open('chat');
    await page.goto('about:blank');
    const frames = await watchFrames(page);
    await page.setContent(`<img src="${imageUrl(iconFile('chat-streaming-dark.svg'))}" alt="">`);
    const painted = await frames(17);
    const [first = 0] = painted;
    const seconds = (painted.at(-1) ?? 0) - first;
    // A busy machine paints less often. The first frames may still be those of the page.
    assert.ok(seconds > 14 / maxSteps, `17 frames in ${seconds} s`);
  });
});

function iconFile(name: string): string {
  return readFileSync(path.join(projectRoot, 'media', name), 'utf8');
}

function imageUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
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
