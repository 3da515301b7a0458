import * as v from 'valibot';

/** The latest time a date can hold, in Unix milliseconds; beyond it, calendars and formatters throw. */
export const lastMoment = 8.64e15;

/** A time on disk, in Unix milliseconds. */
export const keptTime = v.pipe(v.number(), v.toMinValue(-lastMoment), v.toMaxValue(lastMoment));

/** The first and last moments with a four-digit year, in Unix milliseconds. */
const firstMs = Date.parse('0001-01-01T00:00:00.000Z');
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether `ms`, in Unix milliseconds, can be shown as a date: anything outside the years 1 to 9999 is a mistake. */
export function isSensibleTime(ms: number): boolean {
  return ms >= firstMs && ms <= lastMs;
}

/**
 * Converts a `createdAt`, which the service gives in seconds, to Unix milliseconds. Returns `undefined` if it is missing or
 * makes no sense as seconds, for instance because it is in milliseconds or microseconds.
 */
export function createdMs(createdAt: number | undefined): number | undefined {
  const ms = createdAt === undefined ? Number.NaN : createdAt * 1000;
  return isSensibleTime(ms) ? ms : undefined;
}
