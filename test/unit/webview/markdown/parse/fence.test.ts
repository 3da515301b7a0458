import assert from 'node:assert/strict';
import { canColor, readLanguage } from '../../../../../src/webview/markdown/parse/fence.ts';

describe('A code block', () => {
  it('is named by the first word of its fence', () => {
    assert.equal(readLanguage('python title="x"'), 'python');
    assert.equal(readLanguage(' ts{1,3}'), 'ts');
    assert.equal(readLanguage(undefined), '');
  });
});

describe('Colored code', () => {
  it('is finished, has a language, and is no longer than people read', () => {
    const code = 'const a = 1;\n'.repeat(1000);
    assert.equal(canColor(code, 'js', true), true);
    assert.equal(canColor(code, 'js', false), false);
    assert.equal(canColor(code, '', true), false);
    assert.equal(canColor(code.repeat(4), 'js', true), false);
  });

  it('may be any code with many lines', () => {
    const code = [
      'static inline unsigned long long int **next_of(const struct list<int> *all, int at) {',
      '  /* A comment of some length, as people write it in front of what it is about: plain words. */',
      '  return all == NULL ? NULL : (unsigned long long int **)&all->items[at + 1]; // the next one',
      '}',
    ].join('\n');
    assert.equal(canColor(`${code}\n`.repeat(100), 'c', true), true);
  });

  // Each of them kept a grammar busy for many seconds.
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
    it(`is never ${JSON.stringify(piece)} repeated, which would block the page: ${language}`, () => {
      assert.equal(canColor(piece.repeat(39_000 / piece.length), language, true), false);
    });
  }
});
