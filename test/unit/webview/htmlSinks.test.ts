import assert from 'node:assert/strict';
import { readSources } from '../structure/sources.ts';

const sinks =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\(|new Function|srcdoc/;

describe('The pages’ code', () => {
  const files = readSources('src/webview/**/*.{ts,tsx}');
  const matching = (pattern: RegExp, end = '') =>
    [...files].flatMap(([file, text]) => (file.endsWith(end) && pattern.test(text) ? [file] : []));

  it('turns no text into HTML or code', () => {
    assert.ok(files.size > 30);
    assert.deepEqual(matching(sinks), []);
  });

  it('creates no element that loads from the network', () => {
    // Of an SVG, these parts.
    const loads =
      /<(?:img|picture|video|audio|source|iframe|object|embed|image|use|foreignObject|link|base|form)\b/;
    assert.deepEqual(matching(loads, '.tsx'), []);
  });
});
