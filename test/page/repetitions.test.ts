import assert from 'node:assert/strict';
import { answer, frame, own, shows, streamingAnswer } from './samples.ts';
import { useBrowser } from './useBrowser.ts';

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

  for (const unit of ['~', '*a_', 'a+_', "~ab'", '| a | b |\n|-|-|\n', '- a\n', '> a\n']) {
    it(`Stop works, and the page draws at most once a frame: ${JSON.stringify(unit)}`, async () => {
      const open = await browser.open('chat');
      const turns = [own('u1', 'Hi'), streamingAnswer('a1', { text: 'So: ' })];
      await open.say(shows(frame({ streaming: 'a1' }), turns));
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
    const open = await browser.open('chat');
    const text = `${'.*'.repeat(500)}\n\n.*.*a`;
    await open.say(shows(frame(), [own('u1', 'Hi'), answer('a1', { text })]));
    const paragraphs = open.page.locator('.markdown p');
    assert.deepEqual(await Promise.all([0, 1].map((at) => paragraphs.nth(at).getAttribute('dir'))), [
      'ltr',
      'auto',
    ]);
  });

  it('and is opened from the history, the composer takes text before all of it is read', async () => {
    const open = await browser.open('chat');
    const text = '*a_'.repeat(200_000);
    await open.say(shows(frame(), [own('u1', 'Hi'), answer('a1', { text })]));
    await open.page.keyboard.type('What?');
    const isReading = () => document.querySelector('.markdown[aria-busy]') !== null;
    assert.equal(await open.page.evaluate(isReading), true);
    assert.equal(await open.page.getByRole('textbox').inputValue(), 'What?');
    await open.page.waitForFunction(() => document.querySelector('.markdown[aria-busy]') === null);
    assert.ok((await open.page.locator('.markdown').innerText()).length > text.length / 2);
  });
});
