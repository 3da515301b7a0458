import path from 'node:path';
import { endChild, startChild } from './childProcess.ts';

export interface NpmResult {
  code: number;
  output: string;
}

/**
 * Runs npm without a shell where it can: an npm script knows its npm as `npm_execpath`. On Windows, npm is else a
 * `.cmd` file, which Node starts only through a shell, so arguments must have no blanks.
 */
export async function runNpm(
  args: readonly string[],
  options: { cwd: string; show?: boolean; env?: NodeJS.ProcessEnv; limitMs?: number },
): Promise<NpmResult> {
  const script = process.env['npm_execpath'];
  const isNpm = script !== undefined && path.basename(script) === 'npm-cli.js';
  const [command, first] = isNpm ? [process.execPath, [script]] : ['npm', []];
  const child = startChild(command, [...first, ...args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    shell: !isNpm && process.platform === 'win32',
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const { limitMs } = options;
  const limit = limitMs === undefined ? undefined : setTimeout(() => endChild(child), limitMs);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code: code ?? 1, output };
  } finally {
    clearTimeout(limit);
    await endChild(child);
  }
}
