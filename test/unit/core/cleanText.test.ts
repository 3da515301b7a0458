import assert from 'node:assert/strict';
import { cleanText } from '../../../src/core/cleanText.ts';

describe('Text of the service for a dialog', () => {
  it('is one line', () => {
    assert.equal(cleanText('  a\r\n\tb\u2028c\u0085d  '), 'a b cd');
  });

  it('contains nothing that deceives the eye', () => {
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
    assert.equal(cleanText(`a${' '.repeat(65_000)}b`), 'a…');
    assert.equal(cleanText('\u200b'.repeat(65_000)), '…');
  });

  it('leaves other scripts alone', () => {
    assert.equal(cleanText('Grüße, 世界, שלום, नमस्ते'), 'Grüße, 世界, שלום, नमस्ते');
  });
});
