import assert from 'node:assert/strict';
import { readRetryAfter, readShouldRetry } from '../../../../src/api/answer/retryAfter.ts';

const now = Date.UTC(2026, 10, 21, 10, 0, 0);
const hourMs = 3_600_000;

const at = (ms: number): string => new Date(now + ms).toUTCString();

type Row = [what: string, headers: [string, string][], waitMs: number | undefined];

const rows: Row[] = [
  ['a missing header', [], undefined],
  ['whole seconds', [['retry-after', '8']], 8_000],
  ['seconds with a fraction', [['retry-after', '0.01']], 10],
  ['zero seconds', [['retry-after', '0']], 0],
  ['seconds with white space around them', [['retry-after', ' 8\t']], 8_000],
  ['milliseconds', [['retry-after-ms', '250']], 250],
  [
    'milliseconds beside seconds',
    [
      ['retry-after', '9'],
      ['retry-after-ms', '250'],
    ],
    250,
  ],
  [
    'seconds beside invalid milliseconds',
    [
      ['retry-after', '9'],
      ['retry-after-ms', 'x'],
    ],
    9_000,
  ],
  ['a date', [['retry-after', at(8_000)]], 8_000],
  ['a date in the format of RFC 850', [['retry-after', 'Saturday, 21-Nov-26 10:00:08 GMT']], 8_000],
  ['a date in the format of asctime', [['retry-after', 'Sat Nov 21 10:00:08 2026 GMT']], 8_000],
  ['a date in the past', [['retry-after', at(-60_000)]], 0],
  [
    'a date from a server whose clock is ahead',
    [
      ['retry-after', at(2 * hourMs + 8_000)],
      ['date', at(2 * hourMs)],
    ],
    8_000,
  ],
  [
    'a date from a server whose clock is behind',
    [
      ['retry-after', at(8_000 - hourMs)],
      ['date', at(-hourMs)],
    ],
    8_000,
  ],
  [
    'a date beside an invalid Date header',
    [
      ['retry-after', at(8_000)],
      ['date', 'now'],
    ],
    8_000,
  ],
  [
    'the longest of several',
    [
      ['retry-after', '3'],
      ['retry-after', '5'],
      ['retry-after', '4'],
    ],
    5_000,
  ],
  [
    'several in different formats',
    [
      ['retry-after', '3'],
      ['retry-after', at(5_000)],
    ],
    undefined,
  ],
  [
    'thousands of headers',
    Array.from({ length: 5_000 }, (): [string, string] => ['retry-after', '1']),
    1_000,
  ],
  ['thirty days', [['retry-after', String(30 * 24 * 3600)]], 30 * 24 * hourMs],
  ['a negative number', [['retry-after', '-5']], undefined],
  ['negative milliseconds', [['retry-after-ms', '-1']], undefined],
  ['NaN', [['retry-after', 'NaN']], undefined],
  ['Infinity', [['retry-after', 'Infinity']], undefined],
  ['a power of ten', [['retry-after', '1e3']], undefined],
  ['a hexadecimal number', [['retry-after', '0x10']], undefined],
  ['a number with a unit', [['retry-after', '5s']], undefined],
  ['30,000 years', [['retry-after', '1000000000000']], undefined],
  ['more than a number can represent', [['retry-after', '9'.repeat(400)]], undefined],
  ['the year 9999', [['retry-after', 'Fri, 31 Dec 9999 23:59:59 GMT']], undefined],
  ['a date in ISO 8601', [['retry-after', '2027-01-01T00:00:00Z']], undefined],
  ['a word', [['retry-after', 'soon']], undefined],
  ['an invalid date', [['retry-after', 'Someday, 99 Foo 2026']], undefined],
  ['an empty value', [['retry-after', '']], undefined],
];

describe('The wait that a service asks for', () => {
  for (const [what, headers, waitMs] of rows) {
    it(`is ${waitMs === undefined ? 'none' : `${waitMs} ms`} for ${what}`, () => {
      const sent = new Headers();
      for (const [name, value] of headers) sent.append(name, value);
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
