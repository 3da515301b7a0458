import Mocha from 'mocha';
import { writeResults } from './results.ts';
import { takePictures } from './workbench/failurePictures.ts';

/** Mocha's own output, and a file of counts and failures for `npm test` to sum up. */
export class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const told: string[] = [];
    runner.on('fail', (test, error: unknown) => {
      const title = test.fullTitle();
      const pictures = takePictures(title).map((file) => `\nPicture: ${file}`);
      told.push(`${title}\n${error instanceof Error ? error.stack : String(error)}${pictures.join('')}`);
    });
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      // Mocha adds a test that stands within another one to the root suite, whose own tests are over by then.
      const unrun = runner.suite.tests.filter(({ state }) => state === undefined);
      told.push(...unrun.map((test) => `${test.title}\nIt stands within another test, so it was not run.`));
      writeResults({
        passed: passes,
        failed: failures + unrun.length,
        skipped: pending,
        failures: told,
      });
    });
  }
}

// biome-ignore lint/style/noDefaultExport: mocha takes a reporter from a module's default export.
export default CountingReporter;
