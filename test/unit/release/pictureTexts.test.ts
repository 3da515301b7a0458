import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readJson, root } from '../structure/sources.ts';

const folder = 'docs/pictures';
const texts = readJson(`${folder}/texts.json`) as Record<string, string[]>;

/** The product's texts; a placeholder stands for any value. Those of placeholders alone would match everything. */
const patterns = Object.keys(readJson('l10n/bundle.l10n.json'))
  .filter((text) => /[\p{L}]{2}/u.test(text.replaceAll(/\{\d\}/gu, '')))
  .map((text) => {
    const parts = text.split(/\{\d\}/u).map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`, 'u');
  });
/** What a sample is called or says, which a button may show alone, and a key before its choice. */
const samples = /llama-3-8b|support-tone-v7|^0\nTie|[Oo]rder \d{4}|^\d/u;

describe('The buttons in the README’s pictures', () => {
  for (const [name, shown] of Object.entries(texts))
    it(`are called so in the product: ${name}`, () => {
      const unknown = shown.filter(
        (text) => !samples.test(text) && !patterns.some((pattern) => pattern.test(text)),
      );
      assert.deepEqual(unknown, []);
    });

  it('are noted for each picture with a page of ours', () => {
    assert.deepEqual(
      Object.keys(texts).sort(),
      readdirSync(path.join(root, folder))
        .filter((file) => file.endsWith('.png'))
        .map((file) => path.parse(file).name)
        .sort(),
    );
    for (const name of ['compare', 'models']) assert.ok((texts[name] ?? []).length > 3, name);
  });
});
