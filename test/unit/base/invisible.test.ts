import assert from 'node:assert/strict';
import { invisibles } from '../../../src/base/invisible.ts';

describe('Invisible characters', () => {
  const left = (text: string) => text.replace(invisibles, '');

  it('are controls, line breaks, bidi marks, zero-width ones, tags, fillers and variation selectors', () => {
    const some = [
      ...['\u0000', '\t', '\n', '\u001b', '\u007f', '\u0085', '\u009f', '\u00ad', '\u034f', '\u061c'],
      ...['\u115f', '\u1160', '\u17b4', '\u180e', '\u200b', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029'],
      ...['\u202a', '\u202e', '\u2060', '\u2066', '\u2069', '\u3164', '\ufe0f', '\ufeff', '\uffa0'],
      ...['\u{e0041}', '\u{e0101}'],
    ];
    for (const one of some) assert.equal(left(`a${one}b`), 'ab', one.codePointAt(0)?.toString(16));
  });

  it('are none of the signs, spaces and letters of any script', () => {
    const text = 'Grüße, 世界\u3000שלום नमस्ते\u00a0ภาษา 😀 §$%&"\'`';
    assert.equal(left(text), text);
  });
});
