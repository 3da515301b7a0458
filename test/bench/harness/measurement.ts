import type { Figure } from './figures.ts';

/** The built extension as it is shipped, the same packed, a Chromium, the newest VS Code, and the packages of `peers/package.json`. */
export type Need = 'build' | 'package' | 'browser' | 'vscode' | 'peers';

/** One entry of `measurements.ts`; `npm run bench -- --only <name>` runs it alone. */
export interface Measurement {
  name: string;
  /** The heading in the report. */
  title: string;
  /** What is set up before the first measurement. */
  needs?: readonly Need[];
  /** The only system it can be measured on. */
  platform?: NodeJS.Platform;
  measure: () => Promise<Figure[]>;
}
