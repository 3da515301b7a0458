import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserOptions } from './browser.ts';
import { Driver } from './driver.ts';
import { watchPage } from './failurePictures.ts';
import { quickMessages, withoutNetworkEvents } from './quickMessages.ts';
import { type ServerOptions, startServer } from './serverProcess.ts';
import { newest, type VscodeVersion } from './vscodeServer.ts';
import { type Development, workbenchUrl } from './workbenchUrl.ts';

/** With `extensionDevelopmentPath` (and not with `vsix`) VS Code shows no notification toasts. */
export interface WorkbenchOptions
  extends Omit<ServerOptions, 'version' | 'userDataDir' | 'development'>,
    Development {
  /** Default: the newest. */
  version?: VscodeVersion;
  /** The folder to open; without one, a new empty folder. */
  folder?: string;
  /** A folder that outlives this workbench; without it, everything is forgotten at `close`. */
  userDataDir?: string;
  /** Default true. Without it this server's SecretStorage forgets on window reload. */
  keepSecrets?: boolean;
  /** Runs before the workbench loads, to prepare the page. */
  prepare?: (page: Page) => Promise<void>;
  viewport?: { width: number; height: number };
  /** Pixels of the picture for each CSS pixel, default 1. */
  scale?: number;
  /** Default `reduce`. */
  reducedMotion?: 'reduce' | 'no-preference';
}

export interface Workbench extends Driver {
  readonly url: string;
  readonly folder: string;
  readonly userDataDir: string;
  /** What the page and the extension host have written to the console. */
  readonly console: readonly string[];
  /** Like *Developer: Reload Window*. */
  reload(): Promise<void>;
  /** Opens the same folder in a second VS Code window beside this one. */
  openWindow(): Promise<Driver>;
  close(): Promise<void>;
}

async function openBrowser(userDataDir: string, options: WorkbenchOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(path.join(userDataDir, 'browser'), {
    ...browserOptions(),
    viewport: options.viewport ?? { width: 1200, height: 800 },
    deviceScaleFactor: options.scale ?? 1,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: options.reducedMotion ?? 'reduce',
  });
  await quickMessages(context);
  if (options.keepSecrets ?? true) await keepSecrets(context);
  return context;
}

/**
 * Opens an empty page in a browser window of its own. `context.newPage()` would open a tab in the same window: a full Chromium
 * draws the tab behind at most once a second, so that a hover there, which waits for a frame, hangs. (A headless shell has no tabs.)
 */
async function newWindow(context: BrowserContext): Promise<Page> {
  const [opener] = context.pages();
  if (!opener) throw new Error('The browser has no page yet.');
  const session = await context.newCDPSession(opener);
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    session.send('Target.createTarget', { url: 'about:blank', newWindow: true }),
  ]);
  await session.detach();
  return page;
}

/** A whole VS Code: the server, its workbench in a headless Chromium, and a driver, ready for use. */
export async function startWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const own = options.userDataDir ? undefined : await mkdtemp(path.join(tmpdir(), 'hosted-models-'));
  const userDataDir = options.userDataDir ?? path.join(own ?? tmpdir(), 'user-data');
  const folder = options.folder ?? path.join(userDataDir, 'workspace');
  await mkdir(folder, { recursive: true });
  const ends: (() => Promise<void>)[] = own
    ? [() => rm(own, { recursive: true, force: true, maxRetries: 5 })]
    : [];
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const development = options.extensionDevelopmentPath !== undefined;
    const server = await startServer({
      ...options,
      version: options.version ?? newest,
      userDataDir,
      development,
    });
    ends.push(() => server.close());
    const context = await openBrowser(userDataDir, options);
    ends.push(() => context.close());
    context.on('page', watchPage);
    const page = context.pages()[0] ?? (await context.newPage());
    await withoutNetworkEvents(page);
    watchPage(page);
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await options.prepare?.(page);
    const url = workbenchUrl(server.authority, folder, options);
    await page.goto(url);
    const driver = new Driver(page);
    await driver.ready();
    const reload = async (): Promise<void> => {
      // A plain page reload may come before VS Code has saved what is open.
      await Promise.all([page.waitForEvent('load'), driver.runCommand('Developer: Reload Window')]);
      await driver.ready();
    };
    const openWindow = async (): Promise<Driver> => {
      const second = await newWindow(context);
      await withoutNetworkEvents(second);
      await second.goto(url);
      const other = new Driver(second);
      await other.ready();
      return other;
    };
    return Object.assign(driver, { url, folder, userDataDir, console: lines, reload, openWindow, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The browser workbench seals secrets with a key that it requests at this address, which the server answers only as part of
 * code-server. The key must be the same each time; it is worthless outside a test's browser profile. The page answers itself,
 * because a route of playwright's would need the network events that `quickMessages.ts` switches off.
 */
async function keepSecrets(context: BrowserContext): Promise<void> {
  const key = Array.from({ length: 32 }, (_, index) => (index * 37 + 11) % 256);
  await context.addInitScript((bytes) => {
    const request = window.fetch;
    window.fetch = async (input, init) =>
      input === '/mint-key' ? new Response(new Uint8Array(bytes)) : request(input, init);
  }, key);
}
