import { endChild, isRunEnding, startChild } from './childProcess.ts';
import { type Watch, watchProgress } from './progress.ts';

export interface ProgramOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Output goes to this open file instead of the result. */
  logFile?: number;
  /** Ends a program that takes longer. */
  limitMs?: number;
  /** Ends a program that stalls. */
  watch?: Watch;
  shell?: boolean;
}

export interface ProgramResult {
  code: number;
  output: string;
  /** True if it was ended because it stalled. */
  hasStalled: boolean;
}

/** Runs a program to its end; what it has started ends with it. While a signal ends this process, it starts nothing more. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> {
  if (isRunEnding()) await new Promise<never>(() => undefined);
  const child = startChild(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    stdio: ['ignore', options.logFile ?? 'pipe', options.logFile ?? 'pipe'],
    shell: options.shell ?? false,
  });
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const { limitMs, watch } = options;
  const limit = limitMs === undefined ? undefined : setTimeout(() => endChild(child), limitMs);
  const progress = watch && watchProgress(child, watch);
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code: code ?? 1, output, hasStalled: progress?.hasStalled() ?? false };
  } finally {
    clearTimeout(limit);
    progress?.stop();
    await endChild(child);
  }
}
