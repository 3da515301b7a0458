import assert from 'node:assert/strict';
import { Lexer } from 'marked';
import { boundedBlock, boundedInline } from '../../../../../src/webview/markdown/parse/boundedTokenizer.ts';

// Written from the source of marked 18.2.1, which package.json pins: of another one they may be no expressions, or unbounded ones.
describe('What is edited in marked’s own expressions', () => {
  const { gfm: inline } = Lexer.rules.inline;
  const { gfm: block } = Lexer.rules.block;

  it('is there twice: the letters before an email address’s @', () => {
    assert.equal(inline.text.source.split(']+@').length, 3);
    assert.equal(boundedInline.text.source.split(']{1,64}@').length, 3);
  });

  it('is there once: the rows of a table that ends a paragraph', () => {
    const at = block.table.source.indexOf(String.raw`(?:\n((`);
    assert.ok(at > 0);
    const rows = block.table.source.slice(at);
    assert.equal(block.paragraph.source.split(rows).length, 2);
    assert.equal(boundedBlock.paragraph.source.includes(rows), false);
  });
});
