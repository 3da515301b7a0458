import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { importBatch } from '../../src/core/promptSets/batch/importBatch.ts';
import { Checker } from '../../src/core/promptSets/index.ts';
import { runVerdicts } from '../../src/core/promptSets/report/runVerdicts.ts';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import { VerdictThread } from '../../src/core/promptSets/worker/verdictThread.ts';
import { silent } from '../bench/harness/silent.ts';
import { withStore } from '../bench/promptSets/withRun.ts';
import { startService } from '../service/service.ts';
import { tryAibrix } from './batchEngines.ts';
import { askHere, createRun, exportTo, models } from './batchRun.ts';
import { type Driver, installRay, key, startCluster, startDriver } from './rayCluster.ts';

const verdictThread = new VerdictThread();

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** What can't be installed or fails here says how, and the rest goes on. */
async function attempt(what: string, work: () => Promise<string>): Promise<void> {
  const said = await work().catch(
    (error: unknown) => `FAILED: ${error instanceof Error ? error.message : error}`,
  );
  if (said.startsWith('FAILED')) process.exitCode = 1;
  console.log(`${what}: ${said}`);
}

/** Waits until the output has so many lines; there is no event for that. */
async function linesIn(file: string, count: number, driver: Driver): Promise<void> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.split('\n').length > count) return;
    if (driver.isOver()) throw new Error(`It ended: ${(await driver.ended).said}`);
    await sleep(50);
  }
}

/** Kills a process that is asking, and returns its name. */
async function killWorker(folder: string): Promise<string> {
  for (;;) {
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))) {
      const name = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
        .replaceAll('\0', ' ')
        .trim();
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      if (!/^ray::MapBatches/u.test(name) || !environment.includes(folder)) continue;
      process.kill(Number(pid), 'SIGKILL');
      return name;
    }
    await sleep(5);
  }
}

async function importFrom(file: RunFile, inputs: readonly string[]): Promise<string> {
  const outputs = inputs.map((name) => ({ name, bytes: () => createReadStream(`${name}.out`) }));
  const { signal } = new AbortController();
  const summary = await importBatch(
    file,
    outputs,
    { checker: new Checker(), log: silent, mayReplace: async () => true },
    signal,
  );
  const { answered, size, added, known, problemCount } = summary;
  if (answered !== size || known > 0 || problemCount > 0) throw new Error(JSON.stringify(summary));
  return `${answered} of ${size} answered, ${added} results added`;
}

/** `npm run servers -- --batch [PROMPTS]`: our script on a cluster of two nodes, with a worker and the driver killed. */
export async function tryBatch(count: number): Promise<void> {
  console.log(`Ray ${await installRay()}, ${count} prompts for ${models.length} models`);
  const folder = await mkdtemp('/tmp/hm-ray-');
  const service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY, keys: [key] });
  const baseUrl = `${service.url}/api/v1`;
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const done = await work();
    service.clearRequests();
    console.log(
      `${what}: ${seconds(performance.now() - start)}${typeof done === 'string' ? `, ${done}` : ''}`,
    );
    return done;
  };
  try {
    await withStore(async (store) => {
      const here = await createRun(store, models, count);
      await timed('asked here', () => askHere(here, service.url));
      const away = await createRun(store, models, count);
      const [first = '', ...others] = await timed('exported', () => exportTo(away, folder));
      const inputs = [first, ...others];
      await attempt('AIBrix’s validator', () => tryAibrix(inputs));
      const cluster = await timed('two nodes started', () => startCluster(2, folder));
      try {
        await timed('the first model, a worker and the driver killed', async () => {
          const driver = startDriver(cluster, baseUrl, first);
          await linesIn(`${first}.out`, count / 10, driver);
          const killed = await killWorker(folder);
          await linesIn(`${first}.out`, count / 2, driver);
          await driver.kill();
          const before = (await readFile(`${first}.out`, 'utf8')).split('\n').length - 1;
          const { code, said } = await startDriver(cluster, baseUrl, first).ended;
          if (code !== 0) throw new Error(said);
          return `killed ${killed}, and the driver after ${before} results`;
        });
        for (const input of others)
          await timed('another model', async () => {
            const { code, said } = await startDriver(cluster, baseUrl, input).ended;
            if (code !== 0) throw new Error(said);
          });
      } finally {
        await cluster.close();
      }
      const ids = (await Promise.all(inputs.map((input) => readFile(`${input}.out`, 'utf8'))))
        .flatMap((text) => text.trimEnd().split('\n'))
        .map((line) => JSON.parse(line).custom_id);
      if (new Set(ids).size !== ids.length || ids.length !== count * models.length)
        throw new Error(`${ids.length} results, ${new Set(ids).size} of them different`);
      await timed('imported', () => importFrom(away, inputs));
      const [ours, theirs] = [await runVerdicts(here, verdictThread), await runVerdicts(away, verdictThread)];
      if (!isDeepStrictEqual(ours, theirs))
        throw new Error(`${JSON.stringify(ours)}, ${JSON.stringify(theirs)}`);
      console.log(`one result each, and the verdict of both is: ${JSON.stringify(ours[0]?.verdict)}`);
      console.log(`a result: ${(await readFile(`${first}.out`, 'utf8')).split('\n', 1)[0]?.slice(0, 400)}`);
      await Promise.all([here.release(), away.release()]);
    });
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}
