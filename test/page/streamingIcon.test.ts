import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../workbench/places.ts';
import { countSteps, maxSteps } from './endlessMotion.ts';
import { useBrowser } from './useBrowser.ts';

describe('The icon of a tab whose chat streams', () => {
  const browser = useBrowser();

  for (const theme of ['dark', 'light']) {
    it(`turns in eight steps a second (${theme})`, async () => {
      const { page } = await browser.open('chat', { isLoaded: true });
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
});

function iconFile(name: string): string {
  return readFileSync(path.join(projectRoot, 'media', name), 'utf8');
}

function imageUrl(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
