import assert from 'node:assert/strict';
import { titleFrom } from '../../../src/core/chats/tree/chatTitle.ts';
import { cleanText } from '../../../src/core/cleanText.ts';

describe('The title of a chat', () => {
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

  it('is cut in the middle of a word that is longer, but never of a letter', () => {
    assert.equal(titleFrom('x'.repeat(100)), `${'x'.repeat(60)}…`);
    assert.equal(titleFrom('😀'.repeat(61)), `${'😀'.repeat(60)}…`);
  });
});

describe('Text of the service for a dialog', () => {
  it('is one line', () => {
    assert.equal(cleanText('  a\r\n\tb\u2028c\u0085d  '), 'a b cd');
  });

  it('holds nothing that deceives the eye', () => {
    const deceptive = [
      ...['\u0000', '\u001b', '\u007f', '\u009f', '\u00ad', '\u061c', '\u180e', '\u200b', '\u200e', '\u200f'],
      ...['\u202a', '\u202e', '\u2060', '\u2066', '\u2069', '\ufeff', '\u{e0041}'],
    ];
    for (const one of deceptive)
      assert.equal(cleanText(`a${one}b`).replace(' ', ''), 'ab', one.codePointAt(0)?.toString(16));
  });

  it('is cut at its limit, between letters', () => {
    assert.equal(cleanText('x'.repeat(201)), `${'x'.repeat(199)}…`);
    assert.equal(cleanText('x'.repeat(200)).length, 200);
    assert.equal(cleanText('😀😀😀', 2), '😀…');
  });

  it('leaves other scripts alone', () => {
    assert.equal(cleanText('Grüße, 世界, שלום, नमस्ते'), 'Grüße, 世界, שלום, नमस्ते');
  });
});
