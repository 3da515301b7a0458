import Mocha from 'mocha';
import { writeResults } from './results.ts';

/** Mocha's own output, and the counts in a file that `npm test` sums. */
export class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      writeResults({ passed: passes, failed: failures, skipped: pending });
    });
  }
}

// biome-ignore lint/style/noDefaultExport: mocha takes a reporter from a module's default export.
export default CountingReporter;
