import type { Timing } from './types.ts';

export type Operation = 'read' | 'delete' | 'chat' | 'load';

/** The clocks that can end a call; also the `code` of the resulting error. */
export type ClockName = 'connect' | 'headers' | 'firstEvent' | 'bytesIdle' | 'contentIdle' | 'total';

const common: Timing = {
  connectMs: 10_000,
  headersMs: 15_000,
  firstEventMs: 120_000,
  bytesIdleMs: 60_000,
  contentIdleMs: 120_000,
  totalMs: 30_000,
  usageAfterFinishMs: 2_000,
  busyWaitMs: 1_000,
};

const defaults: Record<Operation, Timing> = {
  read: common,
  delete: { ...common, headersMs: 30_000, totalMs: 60_000 },
  // The server reads the adapter's files, perhaps from a hub, before it answers.
  load: { ...common, headersMs: 300_000, totalMs: 300_000 },
  // An answer may take any time; the idle clocks watch over it.
  chat: { ...common, headersMs: 120_000, totalMs: Number.POSITIVE_INFINITY },
};

/** Returns an operation's defaults, overridden by `given`. `totalMs` is for JSON endpoints, so chat never has one. */
export function timingFor(operation: Operation, given: Partial<Timing> = {}): Timing {
  const timing = { ...defaults[operation], ...given };
  if (operation !== 'chat') return timing;
  return {
    ...timing,
    // A longer time set for the first word or between words must not be cut short by a clock nobody set: many services send
    // their headers with the first word, and nothing at all between words.
    headersMs: given.headersMs ?? Math.max(timing.headersMs, timing.firstEventMs),
    bytesIdleMs: given.bytesIdleMs ?? Math.max(timing.bytesIdleMs, given.contentIdleMs ?? 0),
    totalMs: Number.POSITIVE_INFINITY,
  };
}
