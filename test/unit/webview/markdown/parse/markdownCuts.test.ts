import assert from 'node:assert/strict';
import { Lexer } from 'marked';
import { BoundedTokenizer } from '../../../../../src/webview/markdown/parse/boundedTokenizer.ts';
import { type Block, MarkdownBlocks } from '../../../../../src/webview/markdown/parse/markdownBlocks.ts';
import { mathExtensions } from '../../../../../src/webview/markdown/parse/mathSyntax.ts';
import { documents, seeded } from '../markdownCorpus.ts';

const shape = (blocks: readonly Block[]) => JSON.stringify(blocks.map(({ token, isCut }) => [token, isCut]));

/** Random places at which a stream could be cut. */
function* cuts(text: string, random: () => number): Generator<number> {
  const longest = text.length > 16_000 ? 6000 : text.length > 4000 ? 900 : 30;
  for (let at = 0; at < text.length; at += 1 + Math.floor(random() ** 2 * longest)) yield at;
}

describe('A streaming document', function () {
  // A quiet machine needs two seconds for the longest of these.
  this.timeout(60_000);

  it('ends with the same blocks as all at once, wherever it is cut', () => {
    assert.ok(documents.length >= 300);
    for (const [seed, text] of documents.entries()) {
      const whole = shape(new MarkdownBlocks().update(text, false));
      for (const round of [1, 2, 3]) {
        const blocks = new MarkdownBlocks();
        for (const cut of cuts(text, seeded(seed * 10 + round))) blocks.update(text.slice(0, cut), true);
        assert.equal(shape(blocks.update(text, false)), whole, JSON.stringify(text.slice(0, 300)));
      }
    }
  });

  it('ends as after a single parse of the whole, unless it is cut for its length', () => {
    for (const text of documents.filter(({ length }) => length < 4000)) {
      const lexer = new Lexer({
        gfm: true,
        tokenizer: new BoundedTokenizer(),
        extensions: mathExtensions(false),
      });
      const whole = JSON.stringify([...lexer.lex(text)]);
      const blocks = new MarkdownBlocks().update(text, false);
      assert.equal(JSON.stringify(blocks.map(({ token }) => token)), whole, JSON.stringify(text));
    }
  });

  it('never changes a finished block', () => {
    for (const [seed, text] of documents.entries()) {
      const blocks = new MarkdownBlocks();
      let finished: Block[] = [];
      for (const cut of cuts(text, seeded(seed))) {
        const shown = blocks.update(text.slice(0, cut), true);
        for (const [index, block] of finished.entries()) assert.equal(shown[index], block);
        finished = shown.filter(({ isFinal }) => isFinal);
      }
    }
  });

  it('loses and repeats no character', () => {
    for (const text of documents) {
      const raw = new MarkdownBlocks().update(text, false).map((block) => block.raw);
      assert.equal(raw.join('').trimEnd(), text.replace(/\r\n?/g, '\n').trimEnd());
    }
  });
});
