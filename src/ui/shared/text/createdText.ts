import { createdMs } from '../../../core/sensibleTime.ts';
import { absoluteTime, relativeTime, shortDate } from './time.ts';

// Formats a `createdAt`, in Unix seconds; a number that makes no sense as such is shown as is.

/** "3 days ago" */
export function createdAge(createdAt: number): string {
  return inWords(createdAt, relativeTime);
}

/** "12 Nov 2026" */
export function createdDate(createdAt: number): string {
  return inWords(createdAt, shortDate);
}

/** With date, seconds and time zone. */
export function createdMoment(createdAt: number): string {
  return inWords(createdAt, absoluteTime);
}

function inWords(createdAt: number, words: (ms: number) => string): string {
  const ms = createdMs(createdAt);
  return ms === undefined ? String(createdAt) : words(ms);
}
