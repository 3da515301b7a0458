import assert from 'node:assert/strict';
import { textDirection } from '../../../../src/webview/shared/textDirection.ts';

describe('The direction of a text', () => {
  it('is left to the browser, line by line, as long as that is fast', () => {
    for (const text of ['', 'Hello', 'שלום', 'x'.repeat(20_000)]) assert.equal(textDirection(text), 'auto');
  });

  it('is that of the first letter if that comes late, which takes the browser quadratic time', () => {
    for (const start of ['.*', '12, ', '- (`\n']) {
      assert.equal(textDirection(start.repeat(200)), start === '.*' ? 'auto' : 'ltr');
      assert.equal(textDirection(start.repeat(1000)), 'ltr');
      assert.equal(textDirection(`${start.repeat(1000)}שלום`), 'rtl');
      assert.equal(textDirection(`a${start.repeat(1000)}`), 'auto');
    }
  });

  it('is that of the first letter if the text is very long', () => {
    assert.equal(textDirection('x'.repeat(20_001)), 'ltr');
    assert.equal(textDirection(`12. "${'שלום '.repeat(5000)}`), 'rtl');
    assert.equal(textDirection(`> ${'مرحبا '.repeat(5000)}`), 'rtl');
    assert.equal(textDirection('日本語'.repeat(10_000)), 'ltr');
    assert.equal(textDirection('1 '.repeat(20_000)), 'ltr');
  });
});
