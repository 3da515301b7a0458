import type { Timing } from './types.ts';

export type Operation = 'read' | 'delete' | 'chat';

/** The clocks that can end a call; also the `code` of the error that says so. */
export type ClockName = 'connect' | 'headers' | 'firstEvent' | 'bytesIdle' | 'contentIdle' | 'total';

const COMMON: Timing = {
  connectMs: 10_000,
  headersMs: 15_000,
  firstEventMs: 120_000,
  bytesIdleMs: 60_000,
  contentIdleMs: 120_000,
  totalMs: 30_000,
  usageAfterFinishMs: 2_000,
};

const DEFAULTS: Record<Operation, Timing> = {
  read: COMMON,
  delete: { ...COMMON, headersMs: 30_000, totalMs: 60_000 },
  // An answer may take as long as it goes on; the idle clocks watch over it.
  chat: { ...COMMON, headersMs: 120_000, totalMs: Number.POSITIVE_INFINITY },
};

/** The defaults of an operation with what was given instead. `totalMs` is for JSON endpoints, so chat never has one. */
export function timingFor(operation: Operation, given: Partial<Timing> = {}): Timing {
  const timing = { ...DEFAULTS[operation], ...given };
  if (operation !== 'chat') return timing;
  return {
    ...timing,
    // Who is given longer for the first word or between two words must not be cut off by a clock nobody set: many services
    // send their headers with the first word, and nothing at all in between.
    headersMs: given.headersMs ?? Math.max(timing.headersMs, timing.firstEventMs),
    bytesIdleMs: given.bytesIdleMs ?? Math.max(timing.bytesIdleMs, given.contentIdleMs ?? 0),
    totalMs: Number.POSITIVE_INFINITY,
  };
}
