import type { Browser, LaunchOptions } from 'playwright-core';
import { launchBrowser } from '../workbench/browser.ts';
import { type OpenPage, openPage, type PageOptions } from './openPage.ts';
import { type PageName, type PageServer, startPageServer } from './pageServer.ts';

export interface PageTools {
  open(name: PageName, options?: PageOptions): Promise<OpenPage>;
  readonly server: PageServer;
}

/** One browser and one server for a suite; each test's pages are closed behind it. */
export function useBrowser(options: LaunchOptions = {}): PageTools {
  let browser: Browser | undefined;
  let server: PageServer | undefined;
  const pages: OpenPage[] = [];
  const started = () => {
    if (browser === undefined || server === undefined) throw new Error('The suite has not started yet.');
    return { browser, server };
  };
  before(async function () {
    this.timeout(60_000);
    server = await startPageServer();
    browser = await launchBrowser(options);
  });
  afterEach(async () => {
    await Promise.all(pages.splice(0).map((page) => page.close()));
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    get server() {
      return started().server;
    },
    open: async (name, pageOptions) => {
      const page = await openPage(started().browser, started().server, name, pageOptions);
      pages.push(page);
      return page;
    },
  };
}
