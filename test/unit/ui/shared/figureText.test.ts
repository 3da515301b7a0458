import assert from 'node:assert/strict';
import { loadTexts, t } from '../../../../src/ui/shared/text/t.ts';
import {
  priceText,
  rateText,
  secondsText,
  sizeText,
  tokensText,
} from '../../../../src/ui/shared/text/unitText.ts';

describe('Figures', () => {
  afterEach(() => loadTexts(undefined, 'en'));

  it('are written as a person writes them', () => {
    const seconds = [420, 9_994, 9_999, 12_340, 123_400, 1_234_000].map(secondsText);
    assert.deepEqual(seconds, ['0.42 s', '9.99 s', '10.0 s', '12.3 s', '123 s', '1,234 s']);
    const rates = [61.4, 9.46, 9.96, 1234.5].map(rateText);
    assert.deepEqual(rates, ['61 tokens/s', '9.5 tokens/s', '10 tokens/s', '1,235 tokens/s']);
    assert.deepEqual(
      [tokensText(1), tokensText(212), tokensText(4096, true)],
      ['1 token', '212 tokens', '≈ 4,096 tokens'],
    );
  });

  it('are written in one way, whatever text they are in', () => {
    assert.equal(t('{0} of {1}', 1000, 3000), '1,000 of 3,000');
    assert.equal(t('{0} of {1}', '1000', 0), '1000 of 0');
    loadTexts(undefined, 'de');
    assert.equal(t('{0} of {1}', 1000, 3000), '1.000 of 3.000');
    assert.equal(secondsText(420), '0,42 s');
  });

  it('are prices without powers of ten and without what binary fractions add', () => {
    const prices: [number, string][] = [
      [0, '0'],
      [0.25, '0.25'],
      [0.35000000000000003, '0.35'],
      [0.1 + 0.2, '0.3'],
      [2e-7, '0.0000002'],
      [1234.5, '1,234.5'],
      [1e21, '1,000,000,000,000,000,000,000'],
    ];
    for (const [price, text] of prices) assert.equal(priceText(price), text);
  });

  it('are sizes that are rounded up', () => {
    const sizes: [number, string][] = [
      [1, '1 byte'],
      [1023, '1,023 bytes'],
      [1024, '1 KB'],
      [1025, '1.1 KB'],
      [1000 * 1024, '1,000 KB'],
      [1000 * 1024 + 1, '1 MB'],
      [1024 * 1024, '1 MB'],
      [1024 * 1024 + 1, '1.1 MB'],
      [5 * 1024 * 1024, '5 MB'],
    ];
    for (const [bytes, text] of sizes) assert.equal(sizeText(bytes), text);
  });
});
