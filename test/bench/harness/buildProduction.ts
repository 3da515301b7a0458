import { runNpm } from '../../workbench/npm.ts';
import { projectRoot } from '../../workbench/places.ts';

let built: Promise<void> | undefined;

/** Builds `dist` as it is shipped, once in a run. */
export function buildProduction(): Promise<void> {
  built ??= build();
  return built;
}

async function build(): Promise<void> {
  const args = ['run', '--silent', 'build', '--', '--production'];
  const { code, output } = await runNpm(args, { cwd: projectRoot });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
}
