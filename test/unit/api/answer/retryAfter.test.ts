import assert from 'node:assert/strict';
import { readRetryAfter, readShouldRetry } from '../../../../src/api/answer/errorAnswer.ts';

const now = Date.UTC(2026, 10, 21, 10, 0, 0);
const hourMs = 3_600_000;

const at = (ms: number): string => new Date(now + ms).toUTCString();

/** Headers as they are sent, a line each. */
type Row = [what: string, headers: string, waitMs: number | undefined];

const after = (value: string): string => `retry-after: ${value}`;

const rows: Row[] = [
  ['a missing header', '', undefined],
  ['whole seconds', after('8'), 8_000],
  ['seconds with a fraction', after('0.01'), 10],
  ['zero seconds', after('0'), 0],
  ['seconds with white space around them', after(' 8\t'), 8_000],
  ['milliseconds', 'retry-after-ms: 250', 250],
  ['milliseconds beside seconds', `${after('9')}\nretry-after-ms: 250`, 250],
  ['seconds beside invalid milliseconds', `${after('9')}\nretry-after-ms: x`, 9_000],
  ['a date', after(at(8_000)), 8_000],
  ['a date in the format of RFC 850', after('Saturday, 21-Nov-26 10:00:08 GMT'), 8_000],
  ['a date in the format of asctime', after('Sat Nov 21 10:00:08 2026 GMT'), 8_000],
  ['a date in the past', after(at(-60_000)), 0],
  [
    'a date from a server whose clock is ahead',
    `${after(at(2 * hourMs + 8_000))}\ndate: ${at(2 * hourMs)}`,
    8_000,
  ],
  ['a date from a server whose clock is behind', `${after(at(8_000 - hourMs))}\ndate: ${at(-hourMs)}`, 8_000],
  ['a date beside an invalid Date header', `${after(at(8_000))}\ndate: now`, 8_000],
  ['the longest of several', ['3', '5', '4'].map(after).join('\n'), 5_000],
  ['several in different formats', `${after('3')}\n${after(at(5_000))}`, undefined],
  ['thousands of headers', Array<string>(5_000).fill(after('1')).join('\n'), 1_000],
  ['thirty days', after(String(30 * 24 * 3600)), 30 * 24 * hourMs],
  ['a negative number', after('-5'), undefined],
  ['negative milliseconds', 'retry-after-ms: -1', undefined],
  ['NaN', after('NaN'), undefined],
  ['Infinity', after('Infinity'), undefined],
  ['a power of ten', after('1e3'), undefined],
  ['a hexadecimal number', after('0x10'), undefined],
  ['a number with a unit', after('5s'), undefined],
  ['30,000 years', after('1000000000000'), undefined],
  ['more than a number can represent', after('9'.repeat(400)), undefined],
  ['the year 9999', after('Fri, 31 Dec 9999 23:59:59 GMT'), undefined],
  ['a date in ISO 8601', after('2027-01-01T00:00:00Z'), undefined],
  ['a word', after('soon'), undefined],
  ['an invalid date', after('Someday, 99 Foo 2026'), undefined],
  ['an empty value', after(''), undefined],
];

describe('The wait that a service asks for', () => {
  for (const [what, headers, waitMs] of rows) {
    it(`is ${waitMs === undefined ? 'none' : `${waitMs} ms`} for ${what}`, () => {
      const sent = new Headers();
      for (const line of headers.split('\n').filter(Boolean)) {
        const [name = '', value = ''] = line.split(/: (.*)/u);
        sent.append(name, value);
      }
      assert.equal(readRetryAfter(sent, now), waitMs);
    });
  }

  it('may come with x-should-retry, which is true or false in any case; other values are ignored', () => {
    const read = (value: string) => readShouldRetry(new Headers({ 'x-should-retry': value }));
    assert.deepEqual(['true', ' TRUE ', 'false', 'False', '', '1', 'true, false'].map(read), [
      true,
      true,
      false,
      false,
      undefined,
      undefined,
      undefined,
    ]);
    assert.equal(readShouldRetry(new Headers()), undefined);
  });
});
