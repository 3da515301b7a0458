import type { Figure } from './figures.ts';

/** One entry of `measurements.ts`; `npm run bench -- --only <name>` runs it alone. */
export interface Measurement {
  name: string;
  /** Its heading in the table. */
  title: string;
  measure: () => Promise<Figure[]>;
}
