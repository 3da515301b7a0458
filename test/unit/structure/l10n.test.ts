import assert from 'node:assert/strict';
import { readJson } from './sources.ts';
import { isLiteral, textBundle, textCalls } from './textCalls.ts';

describe('The texts for people', () => {
  const calls = textCalls();

  it('are found at all', () => {
    assert.ok(calls.some((one) => one.place.startsWith('src/ui/')));
    assert.ok(calls.some((one) => one.place.startsWith('src/webview/')));
  });

  it('are literals, so that translators get them', () => {
    assert.deepEqual(
      calls.filter((one) => !isLiteral(one.text)).map((one) => `${one.place} ${one.text}`),
      [],
    );
  });

  it('have a placeholder for each value, and a value for each placeholder', () => {
    const wrong = calls.filter(({ text, values, isPlural }) => {
      const places = new Set([...text.matchAll(/\{(\d+)\}/gu)].map((match) => Number(match[1])));
      if (isPlural) places.add(0);
      return places.size !== values.length || [...places].some((place) => place >= values.length);
    });
    assert.deepEqual(
      wrong.map((one) => `${one.place} ${one.text}`),
      [],
    );
  });

  it('are in the user interface only, but for what a prompt set says', () => {
    const others = calls.filter((one) => !one.place.startsWith('src/core/promptSets/'));
    const layers = new Set(others.map((one) => one.place.split('/')[1]));
    assert.deepEqual(
      [...layers].filter((layer) => !['ui', 'webview', 'extension.ts'].includes(layer ?? '')),
      [],
    );
  });

  it('are all in the bundle for translators', () => {
    const hint = 'Run "npm run l10n".';
    assert.deepEqual(readJson('l10n/bundle.l10n.json'), textBundle(calls), hint);
  });
});
