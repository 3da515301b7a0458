import path from 'node:path';
import { type ProgramOptions, type ProgramResult, runProgram } from './program.ts';
import { stallMs } from './progress.ts';

/**
 * Runs npm without a shell if it can: npm scripts find their npm in `npm_execpath`. Otherwise, npm on Windows is a `.cmd`
 * file, which Node starts only through a shell, so arguments must not contain spaces.
 */
export function runNpm(
  args: readonly string[],
  options: Omit<ProgramOptions, 'shell'>,
): Promise<ProgramResult> {
  const script = process.env['npm_execpath'];
  const isNpm = script !== undefined && path.basename(script) === 'npm-cli.js';
  const [command, first] = isNpm ? [process.execPath, [script]] : ['npm', []];
  return runProgram(command, [...first, ...args], {
    ...options,
    shell: !isNpm && process.platform === 'win32',
  });
}

/** Logs each response, so that slow progress is visible, and leaves ending a stall to `watchProgress`. */
const quiet = [
  ...['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=http', '--no-progress'],
  ...['--fetch-timeout=3600000', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
];

/** Runs `npm install` or `npm ci` in a folder with its own `package.json`. Throws with npm's error. */
export async function installPackages(
  args: readonly string[],
  folder: string,
  stalledMs: number = stallMs,
): Promise<void> {
  const watch = { folder, stallMs: stalledMs };
  const result = await runNpm([...args, ...quiet], { cwd: folder, watch });
  const failure = failureOf(result, stalledMs);
  if (failure !== undefined) throw new Error(failure);
}

/** Returns what went wrong with a run of npm, or `undefined`. */
export function failureOf(result: ProgramResult, stalledMs: number): string | undefined {
  const { code, output, hasStalled } = result;
  if (hasStalled) return `npm has brought nothing for ${stalledMs / 1000} s`;
  // npm only warns about files it can't write, on a full disk: it exits with 0 and leaves them unfinished.
  const unwritten = /^npm warn tar TAR_ENTRY_ERROR (.+)$/im.exec(output)?.[1];
  if (code === 0) return unwritten;
  return unwritten ?? npmError(output) ?? `npm ended with code ${code}`;
}

/** Finds the line of npm's error that says what happened; codes precede it, advice and call stacks follow. */
function npmError(output: string): string | undefined {
  const lines = [...output.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, line = '']) => line.trim());
  return lines.find((line) => !/^(code|errno|syscall|type|A complete log)\b/.test(line));
}
