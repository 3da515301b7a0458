import assert from 'node:assert/strict';
import { detailsSections } from '../../../../src/ui/details/detailsSections.ts';
import { loadTexts } from '../../../../src/ui/shared/text/t.ts';
import {
  absoluteTime,
  briefTime,
  clockTime,
  createdText,
  daysBetween,
  relativeTime,
  shortAge,
  shortDate,
  timeOfDay,
} from '../../../../src/ui/shared/text/time.ts';
import { lora } from '../../core/fixtures.ts';

const absurd = [
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...[1e15, 1_763_200_000_000_000, 1e20, 1e300].flatMap((at) => [at, -at]),
];

describe('A time as text', () => {
  const functions = { absoluteTime, briefTime, clockTime, relativeTime, shortAge, shortDate, timeOfDay };
  for (const [name, textOf] of Object.entries(functions)) {
    it(`is the number that came if it is not a date: ${name}`, () => {
      for (const at of absurd) assert.equal(textOf(at), String(at));
    });

    it(`is text for every date, past or future: ${name}`, () => {
      for (const at of [0, -1, -62_135_596_800_000, 253_402_300_799_999, Date.now()]) {
        const text = textOf(at);
        assert.notEqual(text, String(at));
        assert.notEqual(text, '');
      }
    });
  }

  it('is in the display language', () => {
    loadTexts(undefined, 'de');
    assert.equal(shortDate(Date.UTC(2026, 10, 18, 12)), '18.11.2026');
    loadTexts(undefined, 'en');
    assert.equal(shortDate(Date.UTC(2026, 10, 18, 12)), 'Nov 18, 2026');
  });

  it('has no number of days if it is beyond any date', () => {
    for (const at of [Number.NaN, Number.POSITIVE_INFINITY, -1e300]) {
      assert.deepEqual([daysBetween(at, 0), daysBetween(0, at)], [Number.NaN, Number.NaN]);
      assert.equal(clockTime(0, at), clockTime(0));
    }
  });

  it('is short in a row, in the units of the whole text, and tells minutes from months', () => {
    const now = Date.now();
    const ages: [days: number, short: string, whole: string][] = [
      [0, 'now', 'just now'],
      [5 / 1440, '5m', '5 minutes ago'],
      [23 / 24, '23h', '23 hours ago'],
      [1, '1d', '1 day ago'],
      [29, '29d', '29 days ago'],
      [30, '1mo', '1 month ago'],
      [364, '12mo', '12 months ago'],
      [800, '2y', '2 years ago'],
      [-3, 'in 3 days', 'in 3 days'],
    ];
    for (const [days, short, whole] of ages) {
      const at = now - days * 86_400_000;
      assert.deepEqual([shortAge(at, now), relativeTime(at, now)], [short, whole]);
    }
  });

  it('of creation is read in seconds, and shown as it came in any other unit', () => {
    for (const format of [relativeTime, shortDate, absoluteTime]) {
      const text = (createdAt: number) => createdText(createdAt, format);
      assert.equal(text(1_763_200_000_000), '1763200000000');
      assert.equal(text(1_763_200_000_000_000), '1763200000000000');
      for (const at of absurd) assert.equal(text(at), String(at));
      assert.doesNotMatch(text(1_763_200_000), /1763200000/u);
    }
  });
});

describe('A model that was created in microseconds', () => {
  it('shows it once in its details, and copies it', () => {
    const [, deployment] = detailsSections(lora('odd', { createdAt: 1_763_200_000_000_000 }), undefined);
    const at = '1763200000000000';
    const created = { label: 'Created', value: at, detail: undefined, copy: at, model: undefined };
    assert.deepEqual(
      deployment?.facts.filter(({ label }) => label === 'Created'),
      [created],
    );
  });
});
