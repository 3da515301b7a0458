import type { Browser, LaunchOptions, Page } from 'playwright-core';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import { launchBrowser } from '../workbench/browser.ts';
import { picturesTaken } from '../workbench/failurePictures.ts';
import { type OpenPage, openPage, type PageOptions, showPage } from './openPage.ts';
import { type PageServer, startPageServer } from './pageServer.ts';

export interface PageTools {
  open(name: PageName, options?: PageOptions): Promise<OpenPage>;
  readonly server: PageServer;
}

/** One server for all suites, and one browser for each set of launch options. */
let server: Promise<PageServer> | undefined;
const browsers = new Map<string, Promise<Browser>>();

/** Tabs that tests have left, for the next ones: a new tab starts a process, which takes longer than most tests. */
const spareTabs = new Map<Browser, Page[]>();

function browserFor(options: LaunchOptions): Promise<Browser> {
  const key = JSON.stringify(options);
  const browser = browsers.get(key) ?? launchBrowser(options);
  browsers.set(key, browser);
  return browser;
}

after(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  await (await server)?.close();
});

async function takeTab(browser: Browser): Promise<Page> {
  const spare = spareTabs.get(browser)?.pop();
  return spare ?? (await browser.newContext()).newPage();
}

/** The page stays in its tab until the next one comes. */
async function leaveTab(browser: Browser, tab: Page): Promise<void> {
  for (const event of ['console', 'pageerror', 'request'] as const) tab.removeAllListeners(event);
  await tab.emulateMedia({ forcedColors: null, reducedMotion: null });
  await tab.context().clearPermissions();
  // Else the next page would find it where this one had it.
  await tab.mouse.move(0, 0);
  spareTabs.set(browser, [...(spareTabs.get(browser) ?? []), tab]);
}

/** Pages for the tests of a suite; each test's pages are closed after it. */
export function useBrowser(options: LaunchOptions = {}): PageTools {
  let started: { browser: Browser; server: PageServer } | undefined;
  const pages: OpenPage[] = [];
  let hasFailed = false;
  const tools = () => {
    if (started === undefined) throw new Error('The suite has not started yet.');
    return started;
  };
  before(async function () {
    this.timeout(60_000);
    server ??= startPageServer(true);
    started = { server: await server, browser: await browserFor(options) };
    started.server.bundle = {};
  });
  beforeEach(() => {
    hasFailed = false;
  });
  afterEach(async function () {
    hasFailed = this.currentTest?.isFailed() ?? false;
    await picturesTaken();
    await Promise.all(pages.splice(0).map((page) => page.close()));
  });
  const open = async (browser: Browser, from: PageServer, name: PageName, given: PageOptions = {}) => {
    // A clock can't be taken out again.
    if (given.hasClock) return openPage(browser, from, name, given);
    const tab = await takeTab(browser);
    const leave = () => (hasFailed ? tab.context().close() : leaveTab(browser, tab));
    return showPage(tab, from, name, given, leave);
  };
  return {
    get server() {
      return tools().server;
    },
    open: async (name, pageOptions) => {
      const { browser, server } = tools();
      const page = await open(browser, server, name, pageOptions);
      pages.push(page);
      return page;
    },
  };
}
