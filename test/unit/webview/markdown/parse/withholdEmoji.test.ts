import assert from 'node:assert/strict';
import { withholdEmoji } from '../../../../../src/webview/markdown/parse/withhold.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemes = (text: string) => [...segmenter.segment(text)].map(({ segment }) => segment);

describe('An emoji at the end of a growing text', () => {
  it('is shown completely or not at all, wherever the text is cut', () => {
    const text = 'a👩‍👩‍👧‍👦b 🏳️‍🌈🇩🇪🇯🇵👍🏽 c❤️‍🔥1️⃣d🏴󠁧󠁢󠁳󠁣󠁴󠁿😀😀\n🇩x';
    const whole = graphemes(text);
    for (let length = 0; length <= text.length; length += 1) {
      const shown = withholdEmoji(text.slice(0, length));
      const parts = graphemes(shown);
      // A digit may still become a keycap, which no text can wait for.
      const compared = parts.at(-1) === '1' ? parts.slice(0, -1) : parts;
      assert.deepEqual(compared, whole.slice(0, compared.length), JSON.stringify(text.slice(0, length)));
    }
  });

  it('is shown as soon as anything else follows', () => {
    for (const text of ['😀 ', '🇩🇪.', '👍🏽a', 'plain', '', 'naïve', '日本語', '“quoted”', 'a\u2014']) {
      assert.equal(withholdEmoji(text), text);
    }
  });

  it('is the only one withheld, and not for long', () => {
    assert.equal(withholdEmoji('😀😀😀'), '😀😀');
    assert.equal(withholdEmoji('🇩🇪🇯'), '🇩🇪');
    assert.equal(withholdEmoji('x\ud83d'), 'x');
    // Not an emoji, but endless marks on one letter.
    const marks = `a${'\u20e3'.repeat(100)}`;
    assert.equal(withholdEmoji(marks), marks);
  });
});
