import type { ClockName } from '../timing.ts';

/** The reason with which a request is aborted when one of our clocks runs out. */
export class ClockExpired extends Error {
  override readonly name = 'ClockExpired';
  readonly clock: ClockName;

  constructor(clock: ClockName, ms: number) {
    super(`The ${clock} clock ran out after ${ms} ms`);
    this.clock = clock;
  }
}
