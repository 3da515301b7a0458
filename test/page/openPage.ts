import type { Browser, Disposable, Page } from 'playwright-core';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import { unwatchPage, watchPage } from '../workbench/failurePictures.ts';
import type { PageServer } from './pageServer.ts';
import { applyTheme, type ThemeName } from './themes.ts';

declare global {
  interface Window {
    /** The messages from the page to its host. */
    posted: unknown[];
    /** What the page keeps with `setState`. */
    kept: unknown;
  }
}

export interface PageOptions {
  width?: number;
  height?: number;
  theme?: ThemeName;
  /** What the page kept before a reload. */
  kept?: unknown;
  /** The page's clock can be put forward, by `page.clock`. */
  hasClock?: boolean;
}

/** A built page in Chromium, with the test as its host. */
export class OpenPage implements AsyncDisposable {
  readonly page: Page;
  /** Violations of the policy, script errors and console output. */
  readonly complaints: string[] = [];
  readonly #leave: () => Promise<void>;
  #seq = 0;
  #isOpen = true;

  /** `leave` is called once the test is done with the page. */
  constructor(page: Page, leave: () => Promise<void>) {
    this.page = page;
    this.#leave = leave;
    watchPage(page);
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => this.complaints.push(message.text()));
  }

  /** Sends messages as the host, with the next numbers. */
  async say(...messages: object[]): Promise<void> {
    const numbered = messages.map((message) => ({ seq: ++this.#seq, ...message }));
    await this.page.evaluate(async (all) => {
      const handled = new Promise<void>((done) => {
        let left = all.length;
        const count = () => {
          left -= 1;
          if (left > 0) return;
          window.removeEventListener('message', count);
          done();
        };
        window.addEventListener('message', count);
      });
      for (const message of all) window.postMessage(message, '*');
      if (all.length > 0) await handled;
      // Then the frame in which the page renders them, what it does after that, and the icon font with its heights.
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const rendered = async () => {
        await frame();
        await frame();
      };
      await rendered();
      if (document.fonts.status === 'loaded') return;
      await document.fonts.ready;
      await rendered();
    }, numbered);
  }

  /** Skips a number, as if a message were lost. */
  lose(): void {
    this.#seq += 1;
  }

  async posted(type?: string): Promise<Record<string, unknown>[]> {
    const all = await this.page.evaluate(() => window.posted as Record<string, unknown>[]);
    return type === undefined ? all : all.filter((message) => message['type'] === type);
  }

  async waitForPosted(type: string, count = 1): Promise<Record<string, unknown>[]> {
    await this.page.waitForFunction(
      ([name, least]) => window.posted.filter((m) => (m as { type: string }).type === name).length >= least,
      [type, count] as const,
    );
    return this.posted(type);
  }

  kept(): Promise<unknown> {
    return this.page.evaluate(() => window.kept);
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    unwatchPage(this.page);
    await this.#leave();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Opens a page in a tab of its own, which is closed with it. */
export async function openPage(
  browser: Browser,
  server: PageServer,
  name: PageName,
  options: PageOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext();
  if (options.hasClock) await context.clock.install();
  const tab = await context.newPage();
  return showPage(tab, server, name, options, () => context.close());
}

/** Opens a page in a tab that may have shown others. `leave` gets the tab back as it was. */
export async function showPage(
  tab: Page,
  server: PageServer,
  name: PageName,
  { width = 800, height = 700, theme = 'dark', kept }: PageOptions,
  leave: () => Promise<void>,
): Promise<OpenPage> {
  await tab.setViewportSize({ width, height });
  const host: Disposable = await tab.addInitScript((state) => {
    window.posted = [];
    window.kept = state;
    const api = {
      postMessage: (message: unknown) => window.posted.push(structuredClone(message)),
      getState: () => window.kept,
      setState: (next: unknown) => {
        window.kept = next;
      },
    };
    Object.assign(window, { acquireVsCodeApi: () => api });
  }, kept);
  const open = new OpenPage(tab, async () => {
    await host.dispose();
    await leave();
  });
  await tab.goto(server.url(name));
  await applyTheme(tab, theme);
  await open.waitForPosted('ready');
  return open;
}
