import assert from 'node:assert/strict';
import { titleFrom } from '../../../../../src/core/chats/tree/questionText.ts';

describe('A chat’s title', () => {
  for (const [text, title] of [
    ['Refund tone, angry mails', 'Refund tone, angry mails'],
    ['\n\n  # A *heading*\nand more', 'A heading'],
    ['---\n> quoted', 'quoted'],
    ['- item one\n- item two', 'item one'],
    ['a\t b   c', 'a b c'],
    ['???', '???'],
    ['😀', '😀'],
    ['***', '***'],
    ['\n # \n> `` ', '# > ``'],
    ['-'.repeat(61), `${'-'.repeat(60)}…`],
    ['***\n😀', '😀'],
    [' \n', ''],
  ] as const) {
    it(`is ${JSON.stringify(title)} for ${JSON.stringify(text)}`, () => {
      assert.equal(titleFrom(text), title);
    });
  }

  it('is cut at a word, at about 60 characters', () => {
    const title = titleFrom(
      'Please rewrite this reply to an angry customer so that it sounds kind and short',
    );
    assert.equal(title, 'Please rewrite this reply to an angry customer so that it…');
  });

  it('is cut in the middle of a longer word, but never in the middle of a character', () => {
    assert.equal(titleFrom('x'.repeat(100)), `${'x'.repeat(60)}…`);
    assert.equal(titleFrom('😀'.repeat(61)), `${'😀'.repeat(60)}…`);
  });
});
