import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../../../src/webview');
const sinks =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\(|new Function|srcdoc/;

describe('The pages’ code', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: folder });

  it('turns no text into HTML or code', () => {
    assert.ok(files.length > 30);
    assert.deepEqual(
      files.filter((file) => sinks.test(readFileSync(path.join(folder, file), 'utf8'))),
      [],
    );
  });

  it('creates no element that loads from the network', () => {
    // Of an SVG, these parts.
    const loads =
      /<(?:img|picture|video|audio|source|iframe|object|embed|image|use|foreignObject|link|base|form)\b/;
    const pages = files.filter((file) => file.endsWith('.tsx'));
    assert.deepEqual(
      pages.filter((file) => loads.test(readFileSync(path.join(folder, file), 'utf8'))),
      [],
    );
  });
});
