import type { Frame, Page } from 'playwright-core';

/**
 * Resolves once VS Code has seen that no webview has the focus, for which it looks four times a second (pre/index.html, `trackFocus`). If
 * it saw that only after the way back, it wouldn't give the focus back. A person is not as quick.
 */
export async function whenAway(page: Page): Promise<void> {
  const isSeen = async (frame: Frame) => {
    await frame.waitForFunction(() => !document.hasFocus() && document.activeElement?.tagName !== 'IFRAME');
    await frame.evaluate(nextLook);
  };
  const frames = page.frames().slice(1);
  // A frame may go meanwhile.
  await Promise.all(frames.map((frame) => isSeen(frame).catch(() => undefined)));
  await toldOf(page);
}

/** Resolves once VS Code has seen that the page in `frame` has the focus; else it would not see either that the page loses it soon after. */
export async function whenBack(frame: Frame): Promise<void> {
  await frame.parentFrame()?.evaluate(nextLook);
  await toldOf(frame.page());
}

/** The workbench has read what the webviews sent once it has nothing else to do, or after a second in which it is busy. */
const toldOf = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));

/** Runs in a frame; resolves when VS Code has looked there whether it has the focus. */
async function nextLook(): Promise<void> {
  if (document.getElementById('active-frame') === null) return;
  await new Promise<void>((looked) => {
    document.hasFocus = () => {
      Reflect.deleteProperty(document, 'hasFocus');
      looked();
      return document.hasFocus();
    };
  });
}
