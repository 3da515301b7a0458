import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { scriptBundle } from '../../../release/scriptBundle.ts';
import { lazy } from '../../../src/base/lazy.ts';
import { type RunningService, startService } from '../../service/service.ts';
import type { ServiceOptions } from '../../service/serviceTypes.ts';

export const key = 'sample-key-of-tests';
export const adapter = 'support-tone-v7';
export const base = 'llama-3-8b';

/** The script as it is packed, but for the licenses at its end; built once, as the sources take seconds to load. */
export const builtScript = lazy(async () => {
  const outdir = await mkdtemp(path.join(tmpdir(), 'hosted-models-built-'));
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({ ...scriptBundle, outdir, minify: true, logLevel: 'error' });
  return path.join(outdir, 'prompt-set.mjs');
});

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface ScriptOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** No file may grow beyond this, as if the disk were full. */
  maxKb?: number;
}

/** Starts the script in a process of its own. */
export async function startScript(args: readonly string[], { cwd, env, maxKb }: ScriptOptions) {
  const file = await builtScript();
  const { GITHUB_STEP_SUMMARY: _summary, ...inherited } = process.env;
  const limited = ['-c', `ulimit -f ${2 * (maxKb ?? 0)}; exec "$0" "$@"`, process.execPath];
  const [program, first] = maxKb === undefined ? [process.execPath, []] : ['sh', limited];
  const child = spawn(program, [...first, file, ...args], {
    cwd,
    env: { ...inherited, HOSTED_MODELS_API_KEY: key, ...env },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (bytes) => {
    said.out += bytes;
  });
  child.stderr.on('data', (bytes) => {
    said.err += bytes;
  });
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...said }));
  return { child, ended };
}

export async function runScript(args: readonly string[], options: ScriptOptions): Promise<Ended> {
  return (await startScript(args, options)).ended;
}

/** A folder with a set of so many prompts, and a service that answers them right or wrong. */
export async function scriptBench(prompts: number, options: ServiceOptions = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-script-'));
  await writeFile(path.join(folder, 'set.jsonl'), setText(prompts));
  const service: RunningService = await startService({
    ...{ keys: [key], tokensPerSecond: Number.POSITIVE_INFINITY, better: 0.3 },
    ...options,
  });
  const args = ['run', '--set', 'set.jsonl', '--adapter', adapter, '--base-url', service.url];
  return {
    ...{ folder, service, args, both: [...args, '--base', base] },
    run: (given: readonly string[], env?: NodeJS.ProcessEnv) =>
      runScript(given, { cwd: folder, ...(env && { env }) }),
    async [Symbol.asyncDispose]() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function setText(prompts: number, color = 'blue'): string {
  return Array.from({ length: prompts }, (_, at) => {
    const expected = `${color} ${at}`;
    return `${JSON.stringify({ id: `row-${at}`, prompt: `Which color is thing ${at}? Say "${expected}"`, expected })}\n`;
  }).join('');
}
