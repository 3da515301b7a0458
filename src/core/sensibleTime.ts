/** The first and the last moment that a date of four digits can name, in Unix milliseconds. */
const firstMs = Date.parse('0001-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether this is a time to show as a date, in Unix milliseconds: what lies outside of the years 1 to 9999 is a mistake. */
export function isSensibleTime(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs;
}

/**
 * Unix milliseconds of a `createdAt`, which the service gives in seconds. `undefined` where it gives none, or a number that
 * makes no sense as such, as milliseconds or microseconds do.
 */
export function createdMs(createdAt: number | undefined): number | undefined {
  const ms = createdAt === undefined ? Number.NaN : createdAt * 1000;
  return isSensibleTime(ms) ? ms : undefined;
}
