import type { Browser, Page } from 'playwright-core';
import type { PageName } from '../../src/ui/shared/pageHtml.ts';
import { unwatchPage, watchPage } from '../workbench/failurePictures.ts';
import { documentOf, type PageServer } from './pageServer.ts';
import { applyTheme, type ThemeName } from './themes.ts';

declare global {
  interface Window {
    /** The messages from the page to its host. */
    posted: unknown[];
    /** Those of them that are requests without a reply, with their ids. */
    requests: { request: string; message: { type: string } }[];
    /** What the page keeps with `setState`. */
    kept: unknown;
    /** Call before another page comes into the window. */
    startHost: (kept: unknown) => void;
    /** The frames that the page has asked for, which may show more of what it was told. */
    askedFrames: Set<number>;
  }
}

export interface PageOptions {
  width?: number;
  height?: number;
  theme?: ThemeName;
  /** What the page kept before a reload. */
  kept?: unknown;
  /** The texts of the display language. */
  bundle?: Readonly<Record<string, string>>;
  /** The page is in a window of its own, since it is loaded for once or changes its window. */
  isLoaded?: boolean;
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

  /** Sends messages as the host, with the next numbers, which replies don't have. Resolves once the page shows all of them, and does nothing more about them. */
  say(...messages: object[]): Promise<void> {
    return this.#send(messages, false);
  }

  /** Like `say`, but resolves once the page has begun to show the messages. */
  begin(...messages: object[]): Promise<void> {
    return this.#send(messages, true);
  }

  #send(messages: readonly object[], isBegun: boolean): Promise<void> {
    const numbered = messages.map((message) =>
      'to' in message ? message : { seq: ++this.#seq, ...message },
    );
    return this.page.evaluate(sendAndDraw, { messages: numbered, isBegun });
  }

  /** Replies to the last request of this type, once the page has made one. */
  async reply(type: string, value: unknown): Promise<void> {
    const to = await this.page.waitForFunction((wanted) => {
      const at = window.requests.findLastIndex(({ message }) => message.type === wanted);
      return window.requests.splice(at < 0 ? window.requests.length : at, 1)[0]?.request;
    }, type);
    await this.say({ type: 'reply', to: await to.jsonValue(), value });
  }

  /** Skips a number, as if a message were lost. */
  lose(): void {
    this.#seq += 1;
  }

  /** Without `type`, all but what is typed. */
  async posted(type?: string): Promise<Record<string, unknown>[]> {
    const all = await this.page.evaluate(() => window.posted as Record<string, unknown>[]);
    const isTyped = (one: unknown) => one === 'draft' || one === 'edits';
    return all.filter(({ type: one }) => (type === undefined ? !isTyped(one) : one === type));
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

/** Runs in the page. */
async function sendAndDraw({ messages, isBegun }: { messages: object[]; isBegun: boolean }): Promise<void> {
  const handled = new Promise<void>((done) => {
    let left = messages.length;
    const count = () => {
      left -= 1;
      if (left > 0) return;
      window.removeEventListener('message', count);
      done();
    };
    window.addEventListener('message', count);
  });
  for (const message of messages) window.postMessage(message, '*');
  if (messages.length > 0) await handled;
  // The frame in which the page renders them, and what it does after that. It rests after a slow one, and reads a long text in many.
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const rendered = async () => {
    do await frame();
    while (window.askedFrames.size > 0 && !isBegun);
    await frame();
  };
  await rendered();
  // Then come the heights that the icon font makes.
  if (isBegun || document.fonts.status === 'loaded') return;
  await document.fonts.ready;
  await rendered();
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
  return showPage(await context.newPage(), server, name, options, () => context.close());
}

/** How many pages each window has shown: their scripts stay in its memory. */
const shownIn = new WeakMap<Page, number>();
const maxShown = 40;

/**
 * Opens a page in a tab that may have shown others: then it is written into the same window, since loading it takes more time than most
 * tests. `leave` gets the tab back as it was.
 */
export async function showPage(
  tab: Page,
  server: PageServer,
  name: PageName,
  { width = 800, height = 700, theme = 'dark', kept, bundle, isLoaded = false }: PageOptions,
  leave: () => Promise<void>,
): Promise<OpenPage> {
  const shown = shownIn.get(tab) ?? maxShown;
  const isNew = isLoaded || shown >= maxShown;
  if (!shownIn.has(tab)) await tab.addInitScript(actAsHost);
  shownIn.set(tab, isLoaded ? maxShown : isNew ? 1 : shown + 1);
  const open = new OpenPage(tab, leave);
  await tab.setViewportSize({ width, height });
  if (isNew) await tab.goto(server.url(name));
  // What the page finds must be there before it runs.
  if (!isNew || kept !== undefined || bundle)
    await tab.evaluate(write, { html: documentOf(name, bundle, `?${shown}`), kept });
  await applyTheme(tab, theme);
  await open.waitForPosted('ready');
  return open;
}

/** Runs in each window: VS Code's API, with its own state for each page, so that an earlier one can't change a later one's. */
function actAsHost(): void {
  let host = { posted: [] as unknown[], kept: undefined as unknown, requests: [] as Window['requests'] };
  const property = (name: keyof typeof host) => ({ get: () => host[name] });
  Object.defineProperties(window, {
    posted: property('posted'),
    kept: property('kept'),
    requests: property('requests'),
  });
  window.startHost = (kept) => {
    host = { posted: [], kept, requests: [] };
    window.askedFrames.clear();
  };
  window.askedFrames = new Set();
  const { requestAnimationFrame: ask, cancelAnimationFrame: cancel } = window;
  window.requestAnimationFrame = (callback) => {
    const id = ask.call(window, (time) => {
      window.askedFrames.delete(id);
      callback(time);
    });
    window.askedFrames.add(id);
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    window.askedFrames.delete(id);
    cancel.call(window, id);
  };
  const acquireVsCodeApi = () => {
    const own = host;
    return {
      postMessage: (given: { type: string; request?: string }) => {
        const { request, ...message } = structuredClone(given);
        if (request !== undefined) own.requests.push({ request, message });
        own.posted.push(message);
      },
      getState: () => own.kept,
      setState: (next: unknown) => {
        own.kept = next;
      },
    };
  };
  Object.assign(window, { acquireVsCodeApi });
}

/** Runs in the page: replaces the document, and with it all listeners. */
function write({ html, kept }: { html: string; kept: unknown }): void {
  window.startHost(kept);
  CSS.highlights.clear();
  // The window stays, and so would what the earlier page is going to do: timers count up, and have no list.
  for (let id = window.setTimeout(() => undefined); id > 0; id -= 1) window.clearTimeout(id);
  document.open();
  document.write(html);
  document.close();
}
