import { createdMs, isSensibleTime } from '../../../core/sensibleTime.ts';
import { t } from './t.ts';

// All times are Unix milliseconds. These functions never throw: a number beyond four-digit years is shown as is.

interface Unit {
  ms: number;
  name: Intl.RelativeTimeFormatUnit;
  short: (count: number) => string;
}

const year: Unit = { ms: 365 * 86_400_000, name: 'year', short: (count) => t('{0}y', count) };
/** From the largest to the smallest. */
const units: readonly Unit[] = [
  year,
  { ms: 30 * 86_400_000, name: 'month', short: (count) => t('{0}mo', count) },
  { ms: 86_400_000, name: 'day', short: (count) => t('{0}d', count) },
  { ms: 3_600_000, name: 'hour', short: (count) => t('{0}h', count) },
  { ms: 60_000, name: 'minute', short: (count) => t('{0}m', count) },
];

// Saying an age takes longer than all else of a row, and thousands of rows have the same few. A window keeps its language.
const said = new Map<string, string>();
let relativeFormat: Intl.RelativeTimeFormat | undefined;

function sayOnce(key: string, say: () => string): string {
  const text = said.get(key) ?? say();
  said.set(key, text);
  return text;
}

/** "3 days ago", in VS Code's language. */
export function relativeTime(at: number, now = Date.now()): string {
  if (!isSensibleTime(at)) return String(at);
  const age = now - at;
  if (Math.abs(age) < 60_000) return t('just now');
  const { ms, name } = unitOf(age);
  const count = -Math.trunc(age / ms);
  return sayOnce(`${count} ${name}`, () => {
    relativeFormat ??= new Intl.RelativeTimeFormat(t.language, { numeric: 'always' });
    return relativeFormat.format(count, name);
  });
}

/** The same for a narrow row: "now", "5m", "3h", "3d", "4mo", "2y". A time in the future is in full. */
export function shortAge(at: number, now = Date.now()): string {
  const age = now - at;
  if (!isSensibleTime(at) || age <= -60_000) return relativeTime(at, now);
  if (age < 60_000) return t('now');
  const { ms, name, short } = unitOf(age);
  const count = Math.trunc(age / ms);
  return sayOnce(`short ${count} ${name}`, () => short(count));
}

/** Returns the largest unit of which an age has one or more. */
function unitOf(age: number): Unit {
  return units.find(({ ms }) => Math.abs(age) >= ms) ?? year;
}

/** Formats a `createdAt`, in Unix seconds, by `words`; a number that makes no sense as such is shown as is. */
export function createdText(createdAt: number, words: (ms: number) => string): string {
  const ms = createdMs(createdAt);
  return ms === undefined ? String(createdAt) : words(ms);
}

/** With date, seconds and time zone. */
export function absoluteTime(at: number): string {
  return formatted(at, { dateStyle: 'medium', timeStyle: 'long' });
}

/** "10:42" today, "yesterday 17:05", else with its date. */
export function clockTime(at: number, now = Date.now()): string {
  if (!isSensibleTime(at)) return String(at);
  const time = formatted(at, { timeStyle: 'short' });
  const days = daysBetween(at, now);
  if (days === 0) return time;
  if (days === 1) return t('yesterday {0}', time);
  return `${shortDate(at)} ${time}`;
}

/** For a narrow row: "10:42" today, "yesterday 17:05", "12 Nov" this year, else with the year. */
export function briefTime(at: number, now = Date.now()): string {
  if (daysBetween(at, now) <= 1) return clockTime(at, now);
  if (new Date(at).getFullYear() !== new Date(now).getFullYear()) return shortDate(at);
  return formatted(at, { day: 'numeric', month: 'short' });
}

/** With seconds: "10:42:07". */
export function timeOfDay(at: number): string {
  return formatted(at, { timeStyle: 'medium' });
}

export function shortDate(at: number): string {
  return formatted(at, { dateStyle: 'medium' });
}

/** Midnights between two times in the local calendar; `NaN` if one of them is beyond any date. */
export function daysBetween(at: number, now: number): number {
  return Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function formatted(at: number, options: Intl.DateTimeFormatOptions): string {
  return isSensibleTime(at) ? t.date(at, options) : String(at);
}
