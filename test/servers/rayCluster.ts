import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { freePort } from '../service/network/listening.ts';
import { endChild, startChild } from '../workbench/childProcess.ts';
import { projectRoot } from '../workbench/places.ts';
import { runProgram } from '../workbench/program.ts';
import { startServer } from './software.ts';

/** Outside the repository: 600 MB, installed once. */
export const home = process.env['BATCH_FOLDER'] ?? path.join(homedir(), '.cache', 'hosted-models-batch');
const inVenv = (program: string) => path.join(home, 'venv', 'bin', program);
const script = path.join(projectRoot, 'docs', 'prompt-sets', 'prompt_set_on_ray.py');
const limitMs = 60 * 60_000;
/** Importing it takes minutes on a busy machine. */
const startMs = 5 * 60_000;
/** The key of the service that the nodes ask. */
export const key = 'sample-key';

/** Installs Ray once. Resolves with its version, or why there is none. */
export async function installRay(): Promise<string> {
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
export async function startCluster(nodes: number, folder: string) {
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

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts our script; `ended` resolves with its output once it has ended. */
export function startDriver({ address, nodes }: Cluster, baseUrl: string, input: string) {
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

export type Driver = ReturnType<typeof startDriver>;
