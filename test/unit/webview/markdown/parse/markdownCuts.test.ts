import assert from 'node:assert/strict';
import { Lexer } from 'marked';
import { BoundedTokenizer } from '../../../../../src/webview/markdown/parse/boundedTokenizer.ts';
import { type Block, MarkdownBlocks } from '../../../../../src/webview/markdown/parse/markdownBlocks.ts';
import { mathExtensions } from '../../../../../src/webview/markdown/parse/mathSyntax.ts';
import { documents, seeded } from '../markdownCorpus.ts';

const shape = (blocks: readonly Block[]) => JSON.stringify(blocks.map(({ token, isCut }) => [token, isCut]));

const normalized = (text: string) => text.replace(/\r\n?/g, '\n');
const rawOf = (blocks: readonly Block[]) => blocks.map(({ raw }) => raw).join('');

/** Where a stream is cut: a short one after each character, a longer one at random places. */
function* cuts(text: string, random: () => number): Generator<number> {
  const longest = text.length > 16_000 ? 6000 : text.length > 4000 ? 900 : text.length > 200 ? 30 : 0;
  for (let at = 0; at < text.length; at += 1 + Math.floor(random() ** 2 * longest)) yield at;
}

describe('A streaming document', function () {
  // A quiet machine needs two seconds for the longest of these.
  this.timeout(60_000);

  it('never changes a finished block, loses and repeats nothing, and ends with the same blocks as all at once', () => {
    assert.ok(documents.length >= 300);
    for (const [seed, text] of documents.entries()) {
      const name = JSON.stringify(text.slice(0, 300));
      const blocks = new MarkdownBlocks();
      let finished: Block[] = [];
      for (const cut of cuts(text, seeded(seed))) {
        const live = blocks.update(text.slice(0, cut), true);
        for (const [index, block] of finished.entries()) assert.equal(live[index], block, name);
        finished = live.filter(({ isFinal }) => isFinal);
        const shown = rawOf(live);
        const given = normalized(text.slice(0, cut));
        // After a list, marked writes a blank as a line end of the same length.
        assert.ok(given.startsWith(shown.trimEnd()) && shown.length <= given.length, name);
        // Only an unfinished line may be withheld, with the line of cells above it.
        if (text.length < 200)
          assert.match(given.slice(shown.length).trimEnd(), /^(?:[^\n]*\|[^\n]*\n)?[^\n]*$/, name);
      }
      const end = blocks.update(text, false);
      assert.equal(shape(end), shape(new MarkdownBlocks().update(text, false)), name);
      assert.equal(rawOf(end).trimEnd(), normalized(text).trimEnd(), name);
      for (const [index, block] of finished.entries()) assert.equal(end[index], block, name);
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
});
