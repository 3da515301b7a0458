// How the chat page does in Chromium. Alone: node test/bench/chatPage.ts [kilobytes]   (builds nothing: node esbuild.mjs --production)
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openPage } from '../page/openPage.ts';
import { startPageServer } from '../page/pageServer.ts';
import { answer, frame, own, richText, streamingAnswer } from '../page/samples.ts';
import { launchBrowser } from '../workbench/browser.ts';
import { initialScripts } from './initialScripts.ts';

export interface StreamFigures {
  kilobytes: number;
  updates: number;
  /** Time in scripts, layout and style of all updates, in milliseconds. */
  scriptMs: number;
  layoutMs: number;
  /** The longest task of the page's main thread, in milliseconds. */
  longestTaskMs: number;
}

export interface ChatPageFigures {
  streaming: StreamFigures;
  /** The same updates, each of which renders the whole text again with marked. */
  wholeText: StreamFigures;
  /** From the messages to the frame that shows them, in milliseconds. */
  open200TurnsMs: number;
  /** The page's heap after the first and the twentieth opening of the same chat, in megabytes. */
  heapMb: { first: number; twentieth: number };
  /** From the navigation to the first paint of an empty chat, and to its composer, in milliseconds. */
  firstPaintMs: number;
  composerMs: number;
  initialScriptBytes: number;
}

const CHARACTERS_A_TOKEN = 4;
const TOKENS_A_SECOND = 500;
/** The host joins what arrives within so many milliseconds. */
const DELTA_MS = 33;

/** An answer as models write them, of about that size. */
export function sampleAnswer(kilobytes: number): string {
  const section = `${richText}\n\n${'Some more words, and **bold** ones, with $x^2$ in it. '.repeat(12)}\n\n`;
  return section.repeat(Math.ceil((kilobytes * 1024) / section.length)).slice(0, kilobytes * 1024);
}

/** Streams an answer into the page at 500 tokens a second. */
export async function measureStreaming(browser: Browser, kilobytes = 120): Promise<StreamFigures> {
  const server = await startPageServer();
  const open = await openPage(browser, server, 'chat');
  try {
    await open.say({
      type: 'snapshot',
      frame: frame({ streaming: 'a1' }),
      turns: [own('u1', 'Hi'), streamingAnswer('a1')],
    });
    return await record(open.page, kilobytes, (pieces) =>
      open.page.evaluate(feed, { pieces, everyMs: DELTA_MS }),
    );
  } finally {
    await open.close();
    await server.close();
  }
}

/** The same by the simplest way that there is: the whole text as HTML for each update, with nothing else in the page. */
export async function measureWholeText(browser: Browser, kilobytes = 120): Promise<StreamFigures> {
  const page = await browser.newPage();
  try {
    await page.setContent('<!DOCTYPE html><html lang="en"><body><div id="answer"></div></body></html>');
    await page.addScriptTag({ path: path.resolve('node_modules/marked/lib/marked.umd.js') });
    return await record(page, kilobytes, (pieces) =>
      page.evaluate(renderWhole, { pieces, everyMs: DELTA_MS }),
    );
  } finally {
    await page.close();
  }
}

async function record(
  page: Page,
  kilobytes: number,
  run: (pieces: string[]) => Promise<number>,
): Promise<StreamFigures> {
  const text = sampleAnswer(kilobytes);
  const length = Math.round((TOKENS_A_SECOND * CHARACTERS_A_TOKEN * DELTA_MS) / 1000);
  const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
    text.slice(at * length, (at + 1) * length),
  );
  const client = await page.context().newCDPSession(page);
  // Time of the thread's own, so that other work of the machine doesn't count.
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metrics(client);
  const tasks = await traceTasks(page.context().browser(), page);
  const updates = await run(pieces);
  const longestTaskMs = await tasks.stop();
  const after = await metrics(client);
  const spent = (name: string) => Math.round(((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000);
  return {
    kilobytes,
    updates,
    scriptMs: spent('ScriptDuration'),
    layoutMs: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    longestTaskMs,
  };
}

async function metrics(client: CDPSession): Promise<Map<string, number>> {
  const { metrics: all } = await client.send('Performance.getMetrics');
  return new Map(all.map(({ name, value }) => [name, value]));
}

interface TraceEvent {
  name: string;
  ph: string;
  /** Microseconds, and those that the thread worked. */
  dur?: number;
  tdur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

/** Tasks of the renderers' main threads, of which this browser has one that works. */
async function traceTasks(browser: Browser | null, page: Page): Promise<{ stop(): Promise<number> }> {
  if (browser === null) throw new Error('The page has no browser.');
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  return {
    async stop() {
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
        traceEvents: TraceEvent[];
      };
      const mains = new Set(
        traceEvents
          .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
          .map(({ pid, tid }) => `${pid}/${tid}`),
      );
      const durations = traceEvents
        .filter(({ name, ph, pid, tid }) => ph === 'X' && /RunTask$/.test(name) && mains.has(`${pid}/${tid}`))
        .map(({ dur = 0, tdur = dur }) => tdur / 1000);
      return Math.round(durations.reduce((most, one) => Math.max(most, one), 0) * 10) / 10;
    },
  };
}

/** Runs in the page. */
async function feed({ pieces, everyMs }: { pieces: string[]; everyMs: number }): Promise<number> {
  let seq = 1;
  for (const text of pieces) {
    seq += 1;
    window.postMessage({ type: 'append', seq, turn: 'a1', text, reasoning: '' }, '*');
    await new Promise((done) => setTimeout(done, everyMs));
  }
  return pieces.length;
}

/** Runs in the page. */
async function renderWhole({ pieces, everyMs }: { pieces: string[]; everyMs: number }): Promise<number> {
  const { marked } = window as Window & { marked?: { parse(text: string): string } };
  const answerElement = document.getElementById('answer');
  if (marked === undefined || answerElement === null) throw new Error('The page is not ready.');
  let text = '';
  for (const piece of pieces) {
    text += piece;
    await new Promise((done) =>
      setTimeout(() => {
        answerElement.innerHTML = marked.parse(text);
        done(undefined);
      }, everyMs),
    );
  }
  return pieces.length;
}

/** A chat of 200 turns, opened twenty times over in one page: how long it takes, and what stays behind. */
export async function measureOpening(
  browser: Browser,
): Promise<Pick<ChatPageFigures, 'open200TurnsMs' | 'heapMb'>> {
  const server = await startPageServer();
  const open = await openPage(browser, server, 'chat');
  try {
    const turns = Array.from({ length: 100 }, (_, at) => [
      own(`u${at}`, 'Where is my refund?'),
      answer(`a${at}`, {
        text: at % 5 === 0 ? richText : `Answer **${at}**.\n\n- one\n- two\n\nAnd a \`word\`.`,
      }),
    ]).flat();
    const client = await open.page.context().newCDPSession(open.page);
    await client.send('Performance.enable');
    const heap = async () => {
      await client.send('HeapProfiler.collectGarbage');
      return Math.round(((await metrics(client)).get('JSHeapUsedSize') ?? 0) / 10_000) / 100;
    };
    const show = (seq: number) =>
      open.page.evaluate(
        async (message) => {
          const before = performance.now();
          window.postMessage(message, '*');
          await new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
          return performance.now() - before;
        },
        { type: 'snapshot', seq, frame: frame(), turns },
      );
    const first = await show(1);
    const heaps = [await heap()];
    for (let times = 2; times <= 20; times += 1) {
      await open.say({ type: 'snapshot', frame: frame(), turns: [] });
      await show(times * 10);
      heaps.push(await heap());
    }
    return {
      open200TurnsMs: Math.round(first),
      heapMb: { first: heaps[0] ?? 0, twentieth: heaps.at(-1) ?? 0 },
    };
  } finally {
    await open.close();
    await server.close();
  }
}

/** An empty chat, from the navigation on. The best of five: the others measure the machine. */
export async function measureFirstPaint(
  browser: Browser,
): Promise<Pick<ChatPageFigures, 'firstPaintMs' | 'composerMs'>> {
  const server = await startPageServer();
  const all: { paint: number; composer: number }[] = [];
  try {
    for (let times = 0; times < 5; times += 1) {
      const open = await openPage(browser, server, 'chat');
      await open.say({ type: 'snapshot', frame: frame(), turns: [] });
      all.push(
        await open.page.evaluate(async () => {
          const composer = performance.now();
          // What is painted first is the page's ground: nothing stands there before the host has spoken.
          const paint = () => performance.getEntriesByName('first-paint')[0]?.startTime;
          while (paint() === undefined) await new Promise((done) => requestAnimationFrame(done));
          return { paint: paint() ?? 0, composer };
        }),
      );
      await open.close();
    }
  } finally {
    await server.close();
  }
  const best = (values: number[]) => Math.round(Math.min(...values));
  return {
    firstPaintMs: best(all.map(({ paint }) => paint)),
    composerMs: best(all.map(({ composer }) => composer)),
  };
}

export async function measureChatPage(kilobytes = 120): Promise<ChatPageFigures> {
  const browser = await launchBrowser();
  try {
    return {
      streaming: await measureStreaming(browser, kilobytes),
      wholeText: await measureWholeText(browser, kilobytes),
      ...(await measureOpening(browser)),
      ...(await measureFirstPaint(browser)),
      initialScriptBytes: Buffer.byteLength(
        initialScripts((name) => readFileSync(path.resolve('dist/pages', name), 'utf8'), 'chat.js'),
      ),
    };
  } finally {
    await browser.close();
  }
}

if (process.argv[1] === import.meta.filename) {
  const kilobytes = Number(process.argv[2] ?? 120);
  console.log(JSON.stringify(await measureChatPage(kilobytes), null, 2));
}
