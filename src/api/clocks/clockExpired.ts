import type { ClockName } from '../timing.ts';

/** One of our clocks ran out; the reason with which the request is then aborted. */
export class ClockExpired extends Error {
  override readonly name = 'ClockExpired';
  readonly clock: ClockName;

  constructor(clock: ClockName, ms: number) {
    super(`The ${clock} clock ran out after ${ms} ms`);
    this.clock = clock;
  }
}
