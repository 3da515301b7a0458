import assert from 'node:assert/strict';
import { canColour } from '../../../../../src/webview/markdown/parse/fence.ts';

describe('Code that is coloured', () => {
  it('is finished, has a language, and is as long as people read', () => {
    const code = 'const a = 1;\n'.repeat(1000);
    assert.equal(canColour(code, 'js', true), true);
    assert.equal(canColour(code, 'js', false), false);
    assert.equal(canColour(code, '', true), false);
    assert.equal(canColour(code.repeat(4), 'js', true), false);
  });

  it('may be any code of many lines', () => {
    const code = [
      'static inline unsigned long long int **next_of(const struct list<int> *all, int at) {',
      '  /* A comment of some length, as people write it in front of what it is about: plain words. */',
      '  return all == NULL ? NULL : (unsigned long long int **)&all->items[at + 1]; // the next one',
      '}',
    ].join('\n');
    assert.equal(canColour(`${code}\n`.repeat(100), 'c', true), true);
  });

  // Each of them took a grammar many seconds.
  for (const [language, piece] of [
    ['c', 'a'],
    ['cpp', 'a b '],
    ['c', 'a\n'],
    ['bash', '_'],
    ['c', '**a'],
    ['java', '$'],
    ['csharp', '"'],
    ['markdown', '['],
  ] as const) {
    it(`is none of ${JSON.stringify(piece)} again and again, which would hold up the page: ${language}`, () => {
      assert.equal(canColour(piece.repeat(39_000 / piece.length), language, true), false);
    });
  }
});
