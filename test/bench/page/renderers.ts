import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { answerIn, columnsFrame } from '../../page/columnSamples.ts';
import { openPage } from '../../page/openPage.ts';
import { startPageServer } from '../../page/pageServer.ts';
import { column, frame, own, shows, stream, streamingAnswer } from '../../page/samples.ts';

/** A page that shows an answer, whose text comes in messages with `{ text }`, in the element `answer`. */
export interface Renderer extends AsyncDisposable {
  page: Page;
  /** A selector of the element with the rendered answer. */
  answer: string;
}

/** The built chat page, in which an answer streams. */
export async function openOurs(browser: Browser): Promise<Renderer> {
  await using stack = new AsyncDisposableStack();
  const server = await startPageServer();
  stack.defer(() => server.close());
  const open = stack.use(await openPage(browser, server, 'chat'));
  await open.say(shows(frame({ streaming: 'a1' }), [own('u1', 'Hi'), streamingAnswer('a1')]));
  return toRenderer(open.page, '.answer-turn .markdown', stack.move());
}

/** The answers that stream in `openColumns`. */
export const columnTurns = ['a1', 'a2', 'a3', 'a4'] as const;

/** The built page, in whose four columns answers stream, below `asked` questions that have theirs. */
export async function openColumns(browser: Browser, asked = 0): Promise<Renderer> {
  await using stack = new AsyncDisposableStack();
  const server = await startPageServer();
  stack.defer(() => server.close());
  const open = stack.use(await openPage(browser, server, 'chat', { width: 1600, height: 900 }));
  const [first, ...others] = columnTurns.map((turn) => column(turn, { name: `model-${turn}` }));
  if (!first) throw new Error('There is no column.');
  const shown = columnsFrame({
    columns: [first, ...others],
    streams: columnTurns.map((turn) => stream(turn)),
  });
  const history = Array.from({ length: asked }, (_, at) => [
    own(`u${at}`, 'And then?'),
    ...columnTurns.map((turn) =>
      answerIn(`a${at}-${turn}`, `model-${turn}`, { text: 'A **short** one.\n\n- a\n- b' }),
    ),
  ]);
  const answers = columnTurns.map((turn) => streamingAnswer(turn, { name: `model-${turn}` }));
  await open.say(shows(shown, [...history.flat(), own('u-last', 'Hi'), ...answers]));
  const last = '.turn-row:last-child .answer-turn .markdown';
  return toRenderer(open.page, last, stack.move());
}

export const openMarked = (browser: Browser) => openPeer(browser, 'markedPage.ts');
export const openMarkedInFull = (browser: Browser) => openPeer(browser, 'markedInFullPage.ts');
export const openStreamdown = (browser: Browser) => openPeer(browser, '../peers/streamdownPage.ts');
/** A page that shows nothing: it measures the cost of delivering the updates. */
export const openQuiet = (browser: Browser) => openPeer(browser, 'quietPage.ts');

async function openPeer(browser: Browser, script: string): Promise<Renderer> {
  await using stack = new AsyncDisposableStack();
  const page = await browser.newPage({ viewport: { width: 800, height: 700 } });
  stack.defer(() => page.close());
  await page.setContent('<!DOCTYPE html><html lang="en"><body><div id="answer"></div></body></html>');
  await page.addScriptTag({ content: await bundle(script) });
  return toRenderer(page, '#answer', stack.move());
}

function toRenderer(page: Page, answer: string, stack: AsyncDisposableStack): Renderer {
  return { page, answer, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** As it would be shipped: minified, and with React's production build. */
async function bundle(script: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, script)],
    bundle: true,
    format: 'iife',
    write: false,
    minify: true,
    target: 'es2024',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}
