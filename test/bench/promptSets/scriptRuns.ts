import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { build } from 'esbuild';
import { scriptBundle } from '../../../release/scriptBundle.ts';
import { type Figure, medianFigure, ratioFigure } from '../harness/figures.ts';
import type { Measurement } from '../harness/measurement.ts';
import { runInTurn } from '../harness/rounds.ts';
import { startBenchServer } from '../server/startBenchServer.ts';

const asking = { chunks: 8, answerMs: 50, prompts: 1000, atOnce: 16, rounds: 3 };
const large = { chunks: 2, answerMs: 0, prompts: 100_000, atOnce: 32 };

/** What `prompt-set.mjs` adds to its requests: a process each, from its start to its end. */
export const scriptRuns: Measurement = {
  name: 'script',
  title: 'prompt-set.mjs: 1,000 prompts for two models beside a bare loop of fetch, and 100,000 prompts',
  async measure() {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await startBenchServer());
    const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-bench-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    await build({ ...scriptBundle, outdir: folder, minify: true, logLevel: 'error' });
    const ours = (paced: string, prompts: number, atOnce: number) =>
      costOf([
        ...[
          path.join(folder, 'prompt-set.mjs'),
          'run',
          '--set',
          setFile(folder, prompts),
          '--kind',
          'hosted',
        ],
        ...['--adapter', 'tone', '--base', 'base', '--base-url', `${url}/${paced}`],
        ...['--concurrency', String(atOnce), '--out', path.join(folder, crypto.randomUUID())],
      ]);
    const { chunks, answerMs, prompts, atOnce, rounds } = asking;
    const paced = `paced/${chunks}/${answerMs}`;
    const bareScript = path.join(import.meta.dirname, 'bareScript.ts');
    for (const count of [prompts, large.prompts]) await writeSet(folder, count);
    const costs = await runInTurn(
      {
        bare: () => costOf([bareScript, `${url}/${paced}`, String(2 * prompts), String(atOnce)]),
        ours: () => ours(paced, prompts, atOnce),
      },
      { rounds, warmUpRounds: 1 },
    );
    const figure = (name: string, of: 'wallMs' | 'megabytes', who: 'bare' | 'ours') =>
      medianFigure(
        name,
        of === 'wallMs' ? 'ms' : 'MB',
        costs[who].map((cost) => cost[of]),
      );
    const wall = { bare: figure('bare loop', 'wallMs', 'bare'), ours: figure('ours', 'wallMs', 'ours') };
    const many = await ours(`paced/${large.chunks}/${large.answerMs}`, large.prompts, large.atOnce);
    return [
      wall.bare,
      wall.ours,
      ratioFigure('ours / bare loop', wall.ours, wall.bare),
      figure('bare loop, memory', 'megabytes', 'bare'),
      figure('ours, memory', 'megabytes', 'ours'),
      { name: '100,000 prompts', unit: 'ms', value: many.wallMs },
      { name: '100,000 prompts, memory', unit: 'MB', value: many.megabytes },
    ] satisfies Figure[];
  },
};

function setFile(folder: string, prompts: number): string {
  return path.join(folder, `${prompts}.jsonl`);
}

async function writeSet(folder: string, prompts: number): Promise<void> {
  const rows = function* () {
    for (let at = 0; at < prompts; at++)
      yield `${JSON.stringify({ prompt: `Question ${at}?`, expected: 'blue' })}\n`;
  };
  await pipeline(rows, createWriteStream(setFile(folder, prompts)));
}

/** Says at its end how much memory a process had at most, in KB. */
const tellsMemory =
  "data:text/javascript,process.on('exit',()=>process.stderr.write('maxRSS '+process.resourceUsage().maxRSS))";

async function costOf(args: readonly string[]): Promise<{ wallMs: number; megabytes: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', tellsMemory, ...args], {
    env: { ...process.env, HOSTED_MODELS_API_KEY: 'bench' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes) => {
    said += bytes;
  });
  await once(child, 'close');
  const wallMs = performance.now() - startedAt;
  const [, kilobytes] = /maxRSS (\d+)$/u.exec(said) ?? [];
  if (kilobytes === undefined || child.exitCode === 1 || child.exitCode === 3) throw new Error(said);
  return { wallMs, megabytes: Number(kilobytes) / 1024 };
}
