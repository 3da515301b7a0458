/** A log that nobody reads. */
export const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export function ignore(): void {
  // Nobody reads what a measurement reports.
}
