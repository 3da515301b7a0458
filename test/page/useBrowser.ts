import type { Browser, LaunchOptions, Page } from 'playwright-core';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import { launchBrowser } from '../workbench/browser.ts';
import { picturesTaken } from '../workbench/failurePictures.ts';
import { type OpenPage, openPage, type PageOptions, showPage } from './openPage.ts';
import { type PageServer, startPageServer } from './pageServer.ts';

export interface PageTools {
  /** Opens a page, and sends it these messages as its host. */
  open(name: PageName, options?: PageOptions, ...messages: object[]): Promise<OpenPage>;
  /** Opens a page that stays for later tests, until the next one of its kind. */
  lasting(name: PageName, options?: PageOptions): Promise<OpenPage>;
  /** Opens the chat page, 800 pixels wide. */
  chat(...messages: object[]): Promise<OpenPage>;
  readonly server: PageServer;
}

/** How long a test with a page may take, in milliseconds. */
const pageMs = 60_000;

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
  let lasting: OpenPage | undefined;
  let hasFailed = false;
  const tools = () => {
    if (started === undefined) throw new Error('The suite has not started yet.');
    return started;
  };
  before(async function () {
    this.timeout(pageMs);
    server ??= startPageServer(true);
    started = { server: await server, browser: await browserFor(options) };
    started.server.bundle = {};
  });
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
  after(() => lasting?.close());
  const open = async (browser: Browser, from: PageServer, name: PageName, given: PageOptions = {}) => {
    // A clock can't be taken out again.
    if (given.hasClock) return openPage(browser, from, name, given);
    const tab = await takeTab(browser);
    const leave = () => (hasFailed ? tab.context().close() : leaveTab(browser, tab));
    return showPage(tab, from, name, given, leave);
  };
  const shown: PageTools['open'] = async (name, pageOptions, ...messages) => {
    const { browser, server } = tools();
    const page = await open(browser, server, name, pageOptions);
    pages.push(page);
    if (messages.length > 0) await page.say(...messages);
    return page;
  };
  return {
    get server() {
      return tools().server;
    },
    open: shown,
    lasting: async (name, pageOptions) => {
      await lasting?.close();
      lasting = await open(tools().browser, tools().server, name, pageOptions);
      return lasting;
    },
    chat: (...messages) => shown('chat', {}, ...messages),
  };
}
