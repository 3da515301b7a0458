import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { batchCommand } from '../../src/core/promptSets/batch/batchCommand.ts';
import { importBatch } from '../../src/core/promptSets/batch/importBatch.ts';
import { Checker } from '../../src/core/promptSets/index.ts';
import { silent } from '../bench/harness/silent.ts';
import { withStore } from '../bench/promptSets/withRun.ts';
import { freePort } from '../service/network/listening.ts';
import { startBatchApi } from '../unit/core/promptSets/batch/batchApi.ts';
import { runProgram } from '../workbench/program.ts';
import { createRun, exportTo, models } from './batchRun.ts';
import { home } from './rayCluster.ts';
import { startServer } from './software.ts';

const count = 20;
const limitMs = 30 * 60_000;

async function run(command: string, ...args: string[]): Promise<string> {
  const { code, output } = await runProgram(command, args, { cwd: home, limitMs });
  if (code !== 0) throw new Error(output.slice(-1000));
  return output;
}

/** Has AIBrix's validator look at the files that we export. */
export async function tryAibrix(inputs: readonly string[]): Promise<string> {
  const place = path.join(home, 'aibrix');
  await mkdir(place, { recursive: true });
  const wheels = async () => (await readdir(place)).filter((name) => name.endsWith('.whl'));
  if ((await wheels()).length === 0)
    await run('python3', '-m', 'pip', 'download', '--no-deps', '-d', place, 'aibrix');
  const [wheel = ''] = await wheels();
  const validator = path.join(import.meta.dirname, 'apps', 'aibrixValidator.py');
  const said = await run('python3', validator, path.join(place, wheel), ...inputs);
  return `${/\d+\.\d+\.\d+/u.exec(wheel)?.[0]}: ${said.trim().replaceAll('\n', '; ')}`;
}

/** Sends a run through LiteLLM's proxy to a server with files and batches, by the command that we copy, and imports the results. */
export async function tryLitellm(folder: string): Promise<string> {
  const venv = path.join(home, 'litellm');
  const program = path.join(venv, 'bin', 'litellm');
  const version = () => run(program, '--version').catch(() => undefined);
  if ((await version()) === undefined) {
    await run('python3', '-m', 'venv', venv);
    await run(path.join(venv, 'bin', 'pip'), 'install', 'litellm[proxy]');
  }
  const api = await startBatchApi();
  const port = await freePort();
  const config = JSON.stringify({
    // On loopback, for this moment.
    general_settings: { dangerously_permit_weak_or_unset_master_key: true },
    // For files; for batches it reads the environment.
    files_settings: [{ custom_llm_provider: 'openai', api_base: api.url, api_key: 'sample-key' }],
  });
  const proxy = await startServer(
    '/usr/bin/env',
    (place) => [
      ...['OPENAI_API_KEY=sample-key', `OPENAI_BASE_URL=${api.url}`, program],
      ...['--config', path.join(place, 'config.yaml'), '--host', '127.0.0.1', '--port', String(port)],
    ],
    port,
    // JSON is YAML.
    () => ({ 'config.yaml': config }),
    5 * 60_000,
  );
  try {
    return await withStore(async (store) => {
      const place = path.join(folder, 'litellm');
      await mkdir(place);
      const file = await createRun(store, models, count);
      const inputs = await exportTo(file, place);
      const asked = models.map(({ name }, at) => ({
        ...{ name, source: undefined, base: undefined },
        files: [path.basename(inputs[at] ?? '')],
      }));
      const apiUrl = `http://127.0.0.1:${port}/v1`;
      const command = { folder: place, models: asked, apiUrl, headerNames: [], script: '' };
      const script = path.join(place, 'run.sh');
      await writeFile(
        script,
        batchCommand('api', { shell: 'bash', ...command }).replace('sleep 30', 'sleep 1'),
      );
      const env = { ...process.env, HOSTED_MODELS_API_KEY: 'sample-key' };
      const { code, output } = await runProgram('/bin/bash', [script], { cwd: place, env, limitMs: 120_000 });
      const outputs = (await readdir(place)).filter((name) => /\.(?:output|error)\.jsonl$/u.test(name));
      if (code !== 0 || outputs.length === 0) throw new Error(output.slice(-1000));
      const summary = await importBatch(
        file,
        outputs.map((name) => ({ name, bytes: () => createReadStream(path.join(place, name)) })),
        { checker: new Checker(), log: silent },
        new AbortController().signal,
      );
      await file.release();
      return `${(await version())?.trim().split('\n').at(-1)}: ${summary.answered} of ${summary.size} answered`;
    });
  } finally {
    await proxy.close();
    await api.close();
  }
}
