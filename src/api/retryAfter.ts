/** How long the service asks to wait, in milliseconds: `retry-after-ms`, else `Retry-After` in seconds or as a date. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const exact = readNumber(headers.get('retry-after-ms'));
  if (exact !== undefined) return exact;
  const value = headers.get('retry-after');
  const seconds = readNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  // A bare number that is no sensible one, as -5, would be read as a year.
  if (value === null || !/[a-z]/i.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

export function readShouldRetry(headers: Headers): boolean | undefined {
  const value = headers.get('x-should-retry')?.trim().toLowerCase();
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function readNumber(value: string | null): number | undefined {
  return value !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : undefined;
}
