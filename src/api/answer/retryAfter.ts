// A quota may reset next month; anything later is a mistake, and may be no date we can show.
const longestSensibleMs = 31 * 24 * 60 * 60 * 1000;

/**
 * Returns how long the service asks us to wait, in ms: `retry-after-ms`, else `Retry-After` in seconds or as a date
 * (RFC 9110 10.2.3). `undefined` if it asks for nothing, or nothing sensible.
 */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const waits = [
    readNumbers(headers.get('retry-after-ms') ?? ''),
    readNumbers(value, 1000),
    readDate(value, serviceTime(headers) ?? now),
  ];
  return waits.find((wait) => wait !== undefined && wait <= longestSensibleMs);
}

export function readShouldRetry(headers: Headers): boolean | undefined {
  const value = headers.get('x-should-retry')?.trim().toLowerCase();
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

/** If the header was sent several times, the longest wait counts: it satisfies them all. */
function readNumbers(value: string, unitMs = 1): number | undefined {
  const numbers = value.split(',');
  if (!numbers.every((one) => /^\s*\d+(?:\.\d+)?\s*$/.test(one))) return undefined;
  return numbers.reduce((longest, one) => Math.max(longest, Number(one) * unitMs), 0);
}

function readDate(value: string, now: number): number | undefined {
  const date = parseDate(value);
  return date === undefined ? undefined : Math.max(0, date - now);
}

// The service's date follows its own clock, which may be hours off ours; its `Date` header tells the time there.
function serviceTime(headers: Headers): number | undefined {
  return parseDate(headers.get('date') ?? '');
}

// All three forms of an HTTP date begin with the weekday. `Date.parse` alone would take `-5` and `2030` for years.
function parseDate(value: string): number | undefined {
  if (!/^\s*(?:mon|tue|wed|thu|fri|sat|sun)/i.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : date;
}
