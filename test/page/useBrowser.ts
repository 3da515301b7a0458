import type { Browser, LaunchOptions } from 'playwright-core';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import { launchBrowser } from '../workbench/browser.ts';
import { picturesTaken } from '../workbench/failurePictures.ts';
import { type OpenPage, openPage, type PageOptions } from './openPage.ts';
import { type PageServer, startPageServer } from './pageServer.ts';

export interface PageTools {
  open(name: PageName, options?: PageOptions): Promise<OpenPage>;
  readonly server: PageServer;
}

/** One server for all suites, and one browser for each set of launch options. */
let server: Promise<PageServer> | undefined;
const browsers = new Map<string, Promise<Browser>>();

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

/** Pages for the tests of a suite; each test's pages are closed after it. */
export function useBrowser(options: LaunchOptions = {}): PageTools {
  let started: { browser: Browser; server: PageServer } | undefined;
  const pages: OpenPage[] = [];
  const tools = () => {
    if (started === undefined) throw new Error('The suite has not started yet.');
    return started;
  };
  before(async function () {
    this.timeout(60_000);
    server ??= startPageServer();
    started = { server: await server, browser: await browserFor(options) };
    started.server.bundle = {};
  });
  afterEach(async () => {
    await picturesTaken();
    await Promise.all(pages.splice(0).map((page) => page.close()));
  });
  return {
    get server() {
      return tools().server;
    },
    open: async (name, pageOptions) => {
      const page = await openPage(tools().browser, tools().server, name, pageOptions);
      pages.push(page);
      return page;
    },
  };
}
