import assert from 'node:assert/strict';
import { documents as allDocuments, seeded } from '../unit/webview/markdown/markdownCorpus.ts';
import type { OpenPage } from './openPage.ts';
import { answer, own, streamingAnswer } from './samples.ts';
import { show } from './turnTools.ts';
import { type PageTools, useBrowser } from './useBrowser.ts';

/** Every third one: how all of them are cut into blocks is tested without a page. */
const documents = allDocuments.filter((_, at) => at % 3 === 0);

/** Loads in advance what loads late, so that a document is complete in the frame after its end. */
const warmUp = '$x$\n\n```ts\nconst a = 1;\n```\n';

/** The page's content after the end, and what changed too late. */
interface Outcome {
  dom: string;
  late: string[];
}

declare global {
  interface Window {
    /** An element with its content, as text. */
    describeElement: (element: Element) => string;
  }
}

async function openWarm(browser: PageTools): Promise<OpenPage> {
  const open = await browser.open('chat', { isLoaded: true });
  await open.page.evaluate(() => {
    const describe = (node: Node): string => {
      if (!(node instanceof Element)) return JSON.stringify(node.textContent);
      // The order in which attributes were set does not matter.
      const attributes = node
        .getAttributeNames()
        .sort()
        .map((name) => `${name}=${node.getAttribute(name)}`);
      return `<${[node.localName, ...attributes].join(' ')}>${[...node.childNodes].map(describe).join('')}</>`;
    };
    window.describeElement = describe;
  });
  await open.say(show({}, own('u1', 'Hi'), answer('a1', { text: warmUp })));
  await open.page.locator('math').waitFor({ state: 'attached' });
  await open.page.locator('.hljs-keyword').waitFor();
  // Only the DOM is compared, so nothing is laid out or waits for a frame, and no update takes so long that the page pauses.
  await open.page.evaluate(() => {
    document.body.style.display = 'none';
    performance.now = () => 0;
    window.requestAnimationFrame = (run) => {
      void scheduler.postTask(() => run(0));
      return 0;
    };
  });
  return open;
}

interface Playing {
  pieces: string[];
  streaming: object;
  ended: object;
}

/** Runs in the page: streams each text in its pieces, one per update of the page, and ends the answer. */
async function play(documents: Playing[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let seq = 1;
  const say = async (message: object) => {
    seq += 1;
    const handled = new Promise((done) => window.addEventListener('message', done, { once: true }));
    window.postMessage({ seq, ...message }, '*');
    await handled;
    await new Promise((done) => requestAnimationFrame(done));
  };
  for (const { pieces, streaming, ended } of documents) {
    await say(streaming);
    const late: string[] = [];
    for (const text of pieces) {
      const before = [...document.querySelectorAll('.blocks > *')];
      // Only the end may change: everything before the last three blocks is finished.
      const tail = before.slice(-3);
      const observer = new MutationObserver((all) => {
        for (const { target } of all) {
          const isTail =
            tail.some((block) => block.contains(target)) || !before.some((block) => block.contains(target));
          if (!isTail) late.push((target.textContent ?? '').slice(0, 80));
        }
      });
      const root = document.querySelector('.markdown');
      if (root)
        observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
      await say({ type: 'append', turn: 'a1', text, reasoning: '' });
      observer.disconnect();
      const gone = before.slice(0, -3).filter((block) => !block.isConnected);
      late.push(...gone.map((block) => `gone: ${block.outerHTML.slice(0, 80)}`));
    }
    await say(ended);
    const root = document.querySelector('.markdown');
    outcomes.push({ dom: root === null ? '' : window.describeElement(root), late });
  }
  return outcomes;
}

function cut(text: string, random: () => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor((random() * text.length) / 2);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

describe('The DOM of a streaming document', function () {
  this.timeout(280_000);
  const browser = useBrowser();
  const streaming = show({ streaming: 'a1' }, own('u1', 'Hi'), streamingAnswer('a1'));
  const ended = (text: string) => show({}, own('u1', 'Hi'), answer('a1', { text }));

  async function playAll(all: Playing[]): Promise<Outcome[]> {
    const open = await openWarm(browser);
    const played = await open.page.evaluate(play, all);
    assert.deepEqual(open.complaints, []);
    return played;
  }

  /** Shows all of them as the answers of one chat. */
  async function showAll(): Promise<string[]> {
    const open = await openWarm(browser);
    const turns = documents.flatMap((text, at) => [own(`u${at}`, 'Hi'), answer(`a${at}`, { text })]);
    await open.say(show({}, ...turns));
    await open.page.waitForFunction(() => document.querySelector('.markdown[aria-busy]') === null);
    return open.page.evaluate(() =>
      [...document.querySelectorAll('article')]
        .filter((_, at) => at % 2 === 1)
        .map((article) => article.querySelector('.markdown'))
        .map((root) => (root === null ? '' : window.describeElement(root))),
    );
  }

  it('ends like that of the same document at once, and changes only at its end', async () => {
    const streamed = await playAll(
      documents.map((text, at) => ({ pieces: cut(text, seeded(at)), streaming, ended: ended(text) })),
    );
    const whole = await showAll();
    assert.ok(documents.length >= 100);
    for (const [at, text] of documents.entries()) {
      assert.equal(streamed[at]?.dom, whole[at], JSON.stringify(text.slice(0, 500)));
      assert.deepEqual(streamed[at]?.late, [], JSON.stringify(text.slice(0, 500)));
    }
  });
});

const length = 32_768;
const piece = 30;
/** More pieces come in each turn of the loop than anybody could see. */
const atOnce = 4;

interface Streaming {
  text: string;
  piece: number;
  atOnce: number;
}

interface Streamed {
  pieces: number;
  /** How often the text on the page changed, and how many frames there were. */
  drawn: number;
  frames: number;
}

/** Runs in the page: streams the text in pieces until the page says `stop`, or the text ends. */
async function streamUntilStop({ text, piece, atOnce }: Streaming): Promise<Streamed> {
  const streamed = { pieces: 0, drawn: 0, frames: 0 };
  let isOver = false;
  const countFrame = () => {
    streamed.frames += 1;
    if (!isOver) requestAnimationFrame(countFrame);
  };
  requestAnimationFrame(countFrame);
  const observer = new MutationObserver(() => {
    streamed.drawn += 1;
  });
  observer.observe(document.querySelector('.markdown') ?? document, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  const isStopped = () => window.posted.some((message) => (message as { type: string }).type === 'stop');
  for (let at = 0; at < text.length && !isStopped(); at += piece) {
    streamed.pieces += 1;
    const append = { type: 'append', turn: 'a1', text: text.slice(at, at + piece), reasoning: '' };
    window.postMessage({ seq: streamed.pieces + 1, ...append }, '*');
    if (streamed.pieces % atOnce === 0) await new Promise((done) => setTimeout(done));
  }
  isOver = true;
  observer.disconnect();
  return streamed;
}

describe('While an answer repeats itself', function () {
  this.timeout(60_000);
  const browser = useBrowser();

  for (const unit of ['*a_', '| a | b |\n|-|-|\n']) {
    it(`Stop works, and the page draws at most once a frame: ${JSON.stringify(unit)}`, async () => {
      const turns = [own('u1', 'Hi'), streamingAnswer('a1', { text: 'So: ' })];
      const open = await browser.chat(show({ streaming: 'a1' }, ...turns));
      const text = unit.repeat(length / unit.length);
      const streaming = open.page.evaluate(streamUntilStop, { text, piece, atOnce });
      await open.page.waitForFunction(
        (least) => (document.querySelector('.markdown')?.textContent?.length ?? 0) > least,
        length / 16,
      );
      await open.page.getByRole('button', { name: 'Stop' }).click();
      const { pieces, drawn, frames } = await streaming;
      assert.ok(pieces < text.length / piece, 'the text came to its end before Stop worked');
      assert.ok(drawn > 0 && drawn <= frames, `${drawn} times in ${frames} frames`);
      assert.ok(drawn < pieces, `${drawn} times for ${pieces} pieces`);
    });
  }

  it('without a letter, the browser is not left to look for one: it would at each node that is added', async () => {
    const text = `${'.*'.repeat(500)}\n\n.*.*a`;
    const open = await browser.chat(show({}, own('u1', 'Hi'), answer('a1', { text })));
    const paragraphs = open.page.locator('.markdown p');
    assert.deepEqual(await Promise.all([0, 1].map((at) => paragraphs.nth(at).getAttribute('dir'))), [
      'ltr',
      'auto',
    ]);
  });

  it('and is opened from the history, the composer takes text before all of it is read', async () => {
    const text = '*a_'.repeat(200_000);
    const open = await browser.chat();
    await open.begin(show({}, own('u1', 'Hi'), answer('a1', { text })));
    await open.page.keyboard.type('What?');
    const isReading = () => document.querySelector('.markdown[aria-busy]') !== null;
    assert.equal(await open.page.evaluate(isReading), true);
    assert.equal(await open.page.getByRole('textbox').inputValue(), 'What?');
    await open.page.waitForFunction(() => document.querySelector('.markdown[aria-busy]') === null);
    assert.ok((await open.page.locator('.markdown').innerText()).length > text.length / 2);
  });
});
