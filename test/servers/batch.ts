import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createUndiciTransport, ServiceClient } from '../../src/api/index.ts';
import { firstRequests } from '../../src/core/chats/session/firstRequests.ts';
import { importBatch } from '../../src/core/promptSets/batch/importBatch.ts';
import { checkAnswer } from '../../src/core/promptSets/index.ts';
import { runVerdicts } from '../../src/core/promptSets/report/runVerdicts.ts';
import { PromptRun } from '../../src/core/promptSets/run/promptRun.ts';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import type { RunStore } from '../../src/core/promptSets/run/runStore.ts';
import { silent, withStore } from '../bench/promptSets/withRun.ts';
import { startService } from '../service/service.ts';
import { endChild, startChild } from '../workbench/childProcess.ts';
import { projectRoot } from '../workbench/places.ts';
import { runProgram } from '../workbench/program.ts';
import { exportTo, prompts } from './batchRun.ts';
import { freePort, startServer } from './software.ts';

/** Outside the repository: 600 MB, installed once. */
const home = process.env['BATCH_FOLDER'] ?? path.join(homedir(), '.cache', 'hosted-models-batch');
const inVenv = (program: string) => path.join(home, 'venv', 'bin', program);
const script = path.join(projectRoot, 'docs', 'prompt-sets', 'prompt_set_on_ray.py');
const limitMs = 60 * 60_000;
/** Importing it takes minutes on a busy machine. */
const startMs = 5 * 60_000;
const key = 'sample-key';
const models = ['llama-3-8b', 'support-tone-v7'].map((name) => ({ connectionId: 'acme', name }));
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function setUp(): Promise<string> {
  await mkdir(home, { recursive: true });
  const version = async () => {
    const ray = ['-c', 'import ray; print(ray.__version__)'];
    const { code, output } = await runProgram(inVenv('python'), ray, { cwd: home, limitMs });
    return code === 0 ? output.trim() : undefined;
  };
  const installed = await version().catch(() => undefined);
  if (installed !== undefined) return installed;
  console.log(`Installing Ray into ${home}…`);
  await runProgram('python3', ['-m', 'venv', 'venv'], { cwd: home, limitMs });
  const { output } = await runProgram(inVenv('pip'), ['install', 'ray[data]'], { cwd: home, limitMs });
  return (await version()) ?? `not installed: ${output.slice(-500)}`;
}

/** Starts a cluster of so many nodes, each with one CPU, on this machine. Its processes end with this one. */
async function startCluster(nodes: number, folder: string) {
  const stack = new AsyncDisposableStack();
  const port = await freePort();
  const env = { RAY_USAGE_STATS_ENABLED: '0', HOSTED_MODELS_API_KEY: key, HM_CLUSTER: folder };
  const common = [
    '--block',
    '--num-cpus=1',
    '--node-ip-address=127.0.0.1',
    '--object-store-memory=150000000',
  ];
  const start = (...own: string[]) => [
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ...[inVenv('ray'), 'start', ...common, ...own],
  ];
  const head = ['--head', `--port=${port}`, '--include-dashboard=false', `--temp-dir=${folder}`];
  const started = await startServer('/usr/bin/env', () => start(...head), port, undefined, startMs);
  stack.defer(() => started.close());
  for (let node = 1; node < nodes; node += 1) {
    const child = startChild('/usr/bin/env', start(`--address=127.0.0.1:${port}`), { stdio: 'ignore' });
    stack.defer(() => endChild(child));
  }
  const address = `127.0.0.1:${port}`;
  const waiting = `import ray, time; ray.init("${address}")\nwhile len([n for n in ray.nodes() if n["Alive"]]) < ${nodes}: time.sleep(0.2)`;
  const { code, output } = await runProgram(inVenv('python'), ['-c', waiting], {
    cwd: home,
    limitMs: startMs,
  });
  if (code !== 0) throw new Error(output.slice(-1000));
  return { address, nodes, close: () => stack.disposeAsync() };
}

type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts our script; `ended` resolves with its output once it has ended. */
function startDriver({ address, nodes }: Cluster, baseUrl: string, input: string) {
  const args = [script, input, `${input}.out`, '--base-url', baseUrl, '--concurrency', '16'];
  const env: NodeJS.ProcessEnv = { ...process.env, RAY_ADDRESS: address };
  delete env['HOSTED_MODELS_API_KEY'];
  const child = startChild(inVenv('python'), [...args, '--workers', String(nodes)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-3000)));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  return {
    kill: () => endChild(child, 0),
    ended: promise.then((code) => ({ code, said })),
    isOver: () => child.exitCode !== null,
  };
}

type Driver = ReturnType<typeof startDriver>;

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

const createRun = (store: RunStore, count: number) =>
  store.create(
    { set: { name: 'refunds.jsonl' }, models, settings: { temperature: 0 }, repetitions: 1 },
    prompts(count),
  );

async function importFrom(file: RunFile, inputs: readonly string[]): Promise<string> {
  const outputs = inputs.map((name) => ({ name, bytes: () => createReadStream(`${name}.out`) }));
  const { signal } = new AbortController();
  const summary = await importBatch(file, outputs, { check: checkAnswer, log: silent }, signal);
  const { answered, size, added, known, problemCount } = summary;
  if (answered !== size || known > 0 || problemCount > 0) throw new Error(JSON.stringify(summary));
  return `${answered} of ${size} answered, ${added} results added`;
}

async function askHere(file: RunFile, baseUrl: string): Promise<void> {
  const transport = await createUndiciTransport();
  const client = new ServiceClient({ baseUrl, transport, apiKey: async () => key });
  const service = {
    ...firstRequests(),
    streamChat: () => client.streamChat.bind(client),
    deployment: () => undefined,
  };
  const { signal } = new AbortController();
  const more = { check: checkAnswer, onWait: () => undefined, log: silent };
  await new PromptRun(file, { service, concurrency: 16, signal, ...more }).run();
}

/** `npm run servers -- --batch [PROMPTS]`: our script on a cluster of two nodes, with a worker and the driver killed. */
export async function tryBatch(count: number): Promise<void> {
  console.log(`Ray ${await setUp()}, ${count} prompts for ${models.length} models`);
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
      const here = await createRun(store, count);
      await timed('asked here', () => askHere(here, service.url));
      const away = await createRun(store, count);
      const [first = '', ...others] = await timed('exported', () => exportTo(away, folder));
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
      const inputs = [first, ...others];
      const ids = (await Promise.all(inputs.map((input) => readFile(`${input}.out`, 'utf8'))))
        .flatMap((text) => text.trimEnd().split('\n'))
        .map((line) => JSON.parse(line).custom_id);
      if (new Set(ids).size !== ids.length || ids.length !== count * models.length)
        throw new Error(`${ids.length} results, ${new Set(ids).size} of them different`);
      await timed('imported', () => importFrom(away, inputs));
      const [ours, theirs] = [await runVerdicts(here), await runVerdicts(away)];
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
