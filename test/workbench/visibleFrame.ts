import type { Frame, Page } from 'playwright-core';

/** Each webview is a VS Code iframe around one with the extension's page; the outer one is hidden with its tab. */
async function whenVisible(frame: Frame, selector: string, timeout: number): Promise<Frame> {
  const wrapper = frame.parentFrame();
  if (!wrapper?.parentFrame()) throw new Error('Not the page of a webview.');
  await frame.waitForSelector(selector, { state: 'attached', timeout });
  const outer = await wrapper.frameElement();
  await outer.waitForElementState('visible', { timeout });
  return frame;
}

/** Resolves with the first visible webview page that contains `selector`, including ones that open later. */
export function visibleFrame(page: Page, selector: string, timeout = 60_000): Promise<Frame> {
  return new Promise((resolve, reject) => {
    const seen = new Set<Frame>();
    const watch = (frame: Frame): void => {
      if (seen.has(frame)) return;
      seen.add(frame);
      // A frame that goes away, or is no webview, is not a failure: another one may come.
      whenVisible(frame, selector, timeout).then(done, () => seen.delete(frame));
    };
    const stop = (): void => {
      clearTimeout(timer);
      page.off('frameattached', watch);
      page.off('framenavigated', watch);
    };
    const done = (frame: Frame): void => {
      stop();
      resolve(frame);
    };
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`No visible webview with ${selector} within ${timeout} ms.`));
    }, timeout);
    page.on('frameattached', watch);
    page.on('framenavigated', watch);
    for (const frame of page.frames()) watch(frame);
  });
}
