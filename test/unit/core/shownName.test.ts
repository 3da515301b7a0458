import assert from 'node:assert/strict';
import { shownName } from '../../../src/core/shownName.ts';

describe('A name in a deletion', () => {
  const cases: [what: string, name: string, shown: string][] = [
    ['controls and breaks', 'a\nb\rc\u0085d\u2028e\u2029f', 'a\\u{A}b\\u{D}c\\u{85}d\\u{2028}e\\u{2029}f'],
    ['what changes the direction', 'gpt\u202etxt\u2066', 'gpt\\u{202E}txt\\u{2066}'],
    ['the joiner of an emoji', '👩\u200d💻', '👩\\u{200D}💻'],
    ['fillers of other scripts', 'a\u115f\u1160\uffa0\u17b4', 'a\\u{115F}\\u{1160}\\u{FFA0}\\u{17B4}'],
    ['blank signs', 'a\ufffc\u{13441}\u{16fe4}\u{1d159}', 'a\\u{FFFC}\\u{13441}\\u{16FE4}\\u{1D159}'],
    ['half a surrogate pair', 'a\ud83d', 'a\\u{D83D}'],
    ['private use', 'a\ue000\u{10ffff}', 'a\\u{E000}\\u{10FFFF}'],
    ['unassigned characters', 'a\u0378\ufdd0', 'a\\u{378}\\u{FDD0}'],
    ['spaces at the ends', '  a ', '\\u{20}\\u{20}a\\u{20}'],
    ['all but the first space of a run', 'a   b', 'a \\u{20}\\u{20}b'],
    ['nothing but spaces', '  ', '\\u{20}\\u{20}'],
    ['other spaces', 'a\u2003b\u3000c\td', 'a\\u{2003}b\\u{3000}c\\u{9}d'],
    ['a mark at the beginning', '\u0301a', '\\u{301}a'],
    [
      'a mark behind a space or an escape',
      'a \u0301\u0301\u200b\u0301',
      'a \\u{301}\\u{301}\\u{200B}\\u{301}',
    ],
    ['what looks like an escape', 'prod\\u{3164}', 'prod\\u{5C}u{3164}'],
    ['a backslash before one', '\\\\u{20}', '\\\\u{5C}u{20}'],
  ];
  for (const [what, name, shown] of cases) {
    it(`escapes ${what}`, () => {
      assert.equal(shownName(name), shown);
    });
  }

  it('stays as it is if nothing in it deceives', () => {
    for (const name of [
      'support-tone_v7.1/final:latest@2',
      'two words',
      'Grüße, 世界, שלום, नमस्ते, ไทย',
      'cafe\u0301',
      'flag 🇩🇪 and 😀',
      'C:\\models\\u',
      '$(trash) **bold** <b>',
      '',
    ]) {
      assert.equal(shownName(name), name);
    }
  });

  it('is cut in its middle if it is long, so that both ends stay', () => {
    assert.equal(shownName(`head${'x'.repeat(300)}tail`, 11), 'headx…xtail');
    assert.equal([...shownName('x'.repeat(201))].length, 200);
    assert.equal(shownName('x'.repeat(200)), 'x'.repeat(200));
    assert.equal(shownName('😀'.repeat(9), 4), '😀😀…😀');
  });

  it('shows both ends of a very long one as of a shorter one', () => {
    for (const unit of ['x', 'ab ', '\u200b', '😀', 'e\u0301', ' ', '\\u{200B}']) {
      const shown = (times: number) => shownName(`start\u200b${unit.repeat(times)} \u3164end `, 41);
      assert.equal(shown(60_000), shown(40), JSON.stringify(unit));
    }
  });

  it('is not cut within an escape, nor between a letter and its mark', () => {
    assert.equal(shownName('\u200b'.repeat(9), 20), '\\u{200B}…\\u{200B}');
    assert.equal(shownName(`abcdef${'e\u0301'.repeat(4)}`, 8), 'abcd…e\u0301');
    assert.equal(shownName('abc', 1), '…');
    assert.equal(shownName('abc', 0), '…');
  });
});
