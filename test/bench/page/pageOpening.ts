import { statSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { richText } from '../../page/markdownSample.ts';
import { type OpenPage, openPage } from '../../page/openPage.ts';
import { type PageServer, startPageServer } from '../../page/pageServer.ts';
import { answer, frame, own, shows } from '../../page/samples.ts';
import { launchBrowser } from '../../workbench/browser.ts';
import { buildFolder } from '../../workbench/places.ts';
import { type Figure, medianFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { defaultRounds } from '../harness/rounds.ts';
import { readMetrics } from './mainThread.ts';

const openings = 20;
/** After this many openings, everything that is loaded and kept for good is there. */
const settled = 5;

/** Opening the chat page empty and with 200 turns, and what twenty openings leave in memory. */
export const pageOpening: Measurement = {
  name: 'open',
  title: 'Opening the chat page in Chromium',
  needs: ['build', 'browser'],
  async measure() {
    await using stack = new AsyncDisposableStack();
    const server = await startPageServer();
    stack.defer(() => server.close());
    const browser = await launchBrowser();
    stack.defer(() => browser.close());

    const empty = [];
    const long = [];
    // An extra round for the disk and the browser's own caches.
    for (let round = -1; round < defaultRounds; round += 1) {
      const times = await openEmpty(browser, server);
      const turnsMs = await openLong(browser, server);
      if (round < 0) continue;
      empty.push(times);
      long.push(turnsMs);
    }
    return [
      initialSize(),
      medianFigure(
        'an empty chat, first paint',
        'ms',
        empty.map(({ paintMs }) => paintMs),
      ),
      medianFigure(
        'an empty chat, its composer is there',
        'ms',
        empty.map(({ composerMs }) => composerMs),
      ),
      medianFigure('200 turns', 'ms', long),
      ...(await reopen(browser, server)),
    ];
  },
};

function initialSize(): Figure {
  const { size } = statSync(path.join(buildFolder(), 'dist/pages/chat.js'));
  return { name: 'initial script', unit: 'KB', value: size / 1000 };
}

/** In milliseconds since the page got its HTML. */
async function openEmpty(browser: Browser, server: PageServer) {
  await using open = await openPage(browser, server, 'chat');
  await open.say(shows(frame(), []));
  return await open.page.evaluate(async () => {
    const composerMs = performance.now();
    const paint = () => performance.getEntriesByName('first-paint')[0]?.startTime;
    while (paint() === undefined) await new Promise((done) => requestAnimationFrame(done));
    return { paintMs: paint() ?? 0, composerMs };
  });
}

async function openLong(browser: Browser, server: PageServer): Promise<number> {
  await using open = await openPage(browser, server, 'chat');
  return await showTurns(open, 1);
}

/** The page's heap after garbage collection, each time the same chat is opened again. */
async function reopen(browser: Browser, server: PageServer): Promise<Figure[]> {
  await using open = await openPage(browser, server, 'chat');
  const client = await open.page.context().newCDPSession(open.page);
  await client.send('Performance.enable');
  const heaps: number[] = [];
  for (let time = 1; time <= openings; time += 1) {
    await showTurns(open, 2 * time);
    await client.send('HeapProfiler.collectGarbage');
    heaps.push(((await readMetrics(client)).get('JSHeapUsedSize') ?? 0) / 1e6);
    await show(open, { ...shows(frame(), []), seq: 2 * time + 1 });
  }
  const early = heaps[settled - 1] ?? Number.NaN;
  const last = heaps.at(-1) ?? Number.NaN;
  return [
    { name: `heap, opening ${settled}`, unit: 'MB', value: early },
    { name: `heap, opening ${openings}`, unit: 'MB', value: last },
    { name: `heap, opening ${openings} / ${settled}`, unit: '×', value: last / early },
  ];
}

function showTurns(open: OpenPage, seq: number): Promise<number> {
  const turns = Array.from({ length: 100 }, (_, at) => [
    own(`u${at}`, 'Where is my refund?'),
    answer(`a${at}`, {
      text: at % 5 === 0 ? richText : `Answer **${at}**.\n\n- one\n- two\n\nAnd a \`word\`.`,
    }),
  ]).flat();
  return show(open, { ...shows(frame(), turns), seq });
}

/** Milliseconds from the host's message to the end of the frame that shows it. */
function show(open: OpenPage, message: object): Promise<number> {
  return open.page.evaluate(async (data) => {
    const startedAt = performance.now();
    window.postMessage(data, '*');
    await new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))));
    return performance.now() - startedAt;
  }, message);
}
