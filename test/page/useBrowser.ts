import type { Page } from 'playwright-core';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import { launchBrowser } from '../workbench/browser.ts';
import { picturesTaken } from '../workbench/failurePictures.ts';
import { type OpenPage, openPage, type PageOptions, showPage } from './openPage.ts';
import { startPageServer } from './pageServer.ts';

export interface PageTools {
  /** Opens a page, and sends it these messages as its host. */
  open(name: PageName, options?: PageOptions, ...messages: object[]): Promise<OpenPage>;
  /** Opens the chat page, 800 pixels wide. */
  chat(...messages: object[]): Promise<OpenPage>;
}

/** How long a test with a page may take, in milliseconds. */
const pageMs = 60_000;

/** One server and one browser for all suites. */
let started: ReturnType<typeof start> | undefined;

async function start() {
  return { server: await startPageServer(true), browser: await launchBrowser() };
}

/** Tabs that tests have left, for the next ones: a new tab starts a process, which takes longer than most tests. */
const spareTabs: Page[] = [];

after(async () => {
  const { browser, server } = (await started) ?? {};
  await browser?.close();
  await server?.close();
});

/** The page stays in its tab until the next one comes. */
async function leaveTab(tab: Page): Promise<void> {
  for (const event of ['console', 'pageerror', 'request'] as const) tab.removeAllListeners(event);
  await tab.emulateMedia({ forcedColors: null, reducedMotion: null });
  await tab.context().clearPermissions();
  // Else the next page would find it where this one had it.
  await tab.mouse.move(0, 0);
  spareTabs.push(tab);
}

/** Pages for the tests of a suite; each test's pages are closed after it. */
export function useBrowser(): PageTools {
  const pages: OpenPage[] = [];
  let hasFailed = false;
  beforeEach(function () {
    hasFailed = false;
    const limit = this.currentTest?.timeout() ?? 0;
    // Mocha's own limit is for tests without a page.
    if (limit > 0 && limit < pageMs) this.currentTest?.timeout(pageMs);
  });
  afterEach(async function () {
    hasFailed = this.currentTest?.isFailed() ?? false;
    await picturesTaken();
    await Promise.all(pages.splice(0).map((page) => page.close()));
  });
  const open: PageTools['open'] = async (name, options = {}, ...messages) => {
    started ??= start();
    const { browser, server } = await started;
    // A clock can't be taken out again.
    const tab = options.hasClock
      ? undefined
      : (spareTabs.pop() ?? (await (await browser.newContext()).newPage()));
    const page = tab
      ? await showPage(tab, server, name, options, () => (hasFailed ? tab.context().close() : leaveTab(tab)))
      : await openPage(browser, server, name, options);
    pages.push(page);
    if (messages.length > 0) await page.say(...messages);
    return page;
  };
  return { open, chat: (...messages) => open('chat', {}, ...messages) };
}
