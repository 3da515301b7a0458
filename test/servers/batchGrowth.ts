import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { withStore } from '../bench/promptSets/withRun.ts';
import { freePort } from '../service/network/listening.ts';
import { projectRoot } from '../workbench/places.ts';
import { askHere, createRun, exportTo, models } from './batchRun.ts';
import { installRay, key, startCluster, startDriver } from './rayCluster.ts';
import { startServer } from './software.ts';

const sampleMs = 1000;
const mega = 1024 * 1024;

/** The memory of all processes that were started with a mark in their environment, shared pages counted once, in bytes. */
async function memoryOf(mark: string): Promise<number> {
  const sizes = (await readdir('/proc')).map(async (pid) => {
    if (!/^\d+$/u.test(pid)) return 0;
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    if (!(await read('environ')).includes(mark)) return 0;
    return Number(/^Pss:\s+(\d+)/mu.exec(await read('smaps_rollup'))?.[1] ?? 0) * 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function measured(memory: () => Promise<number>, work: () => Promise<unknown>): Promise<string> {
  let most = await memory();
  const timer = setInterval(async () => {
    most = Math.max(most, await memory());
  }, sampleMs);
  const start = performance.now();
  await work();
  clearInterval(timer);
  return `${((performance.now() - start) / 1000).toFixed(1)} s, ${Math.round(most / mega)} MB`;
}

/** `npm run servers -- --batch-growth [SIZES]`: one model asked so many prompts, here and by Ray on one node and on two. */
export async function measureGrowth(sizes: readonly number[]): Promise<void> {
  console.log(`Ray ${await installRay()}`);
  const port = await freePort();
  const main = path.join(projectRoot, 'test', 'service', 'main.ts');
  const given = ['--port', String(port), '--keys', key, '--tokens-per-second', 'max'];
  const service = await startServer(process.execPath, () => [main, ...given], port);
  const url = `http://127.0.0.1:${port}`;
  try {
    for (const count of sizes)
      await withStore(async (store) => {
        const folder = await mkdtemp('/tmp/hm-ray-');
        const file = await createRun(store, models.slice(0, 1), count);
        const inputs = await exportTo(file, folder);
        const here = await measured(
          async () => process.memoryUsage().rss,
          () => askHere(file, url),
        );
        console.log(`${count} prompts, here: ${here}`);
        await file.release();
        for (const nodes of [1, 2]) {
          const cluster = await startCluster(nodes, folder);
          try {
            const away = await measured(
              () => memoryOf(folder),
              async () => {
                for (const input of inputs) {
                  const { code, said } = await startDriver(cluster, `${url}/api/v1`, input).ended;
                  if (code !== 0) throw new Error(said);
                }
              },
            );
            const outputs = await Promise.all(inputs.map((input) => readFile(`${input}.out`, 'utf8')));
            const lines = outputs.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
            console.log(`${lines} of ${count} prompts, Ray with ${nodes} nodes: ${away}`);
          } finally {
            await cluster.close();
          }
          for (const input of inputs) await rm(`${input}.out`);
        }
        await rm(folder, { recursive: true, force: true });
      });
  } finally {
    await service.close();
  }
}
