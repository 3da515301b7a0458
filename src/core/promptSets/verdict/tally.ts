/**
 * How often each of many values came. Times and rates are kept in whole ms and hundredths, so that a million of them are a few
 * thousand values, and little is sorted in one go.
 */
export class Tally {
  readonly #counts = new Map<number, number>();
  #size = 0;

  /** How many were added. */
  get size(): number {
    return this.#size;
  }

  add(value: number): void {
    this.#size += 1;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Returns the value that this share of all is not above: the nearest rank. `undefined` if there are none. */
  percentile(share: number): number | undefined {
    const rank = Math.ceil(this.#size * share);
    let before = 0;
    for (const value of Float64Array.from(this.#counts.keys()).sort()) {
      before += this.#counts.get(value) ?? 0;
      if (before >= rank) return value;
    }
    return undefined;
  }
}
