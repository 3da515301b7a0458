import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createUndiciTransport } from '../../../src/api/index.ts';
import { freePort } from '../../service/network/listening.ts';
import { type Started, startServer } from '../software.ts';
import { takeCommonSteps, takeKeySteps } from './commonSteps.ts';
import { placeOf } from './place.ts';
import { chat, clientOf, hello, type OwnServer, refusal, takeSteps, textOf } from './steps.ts';
import { isVllmInstalled, vllmPackages } from './vllm.ts';

/** 500 MB, beside vLLM's torch and transformers, which it uses. */
const place = placeOf('sglang');
const version = '0.5.23';
// What it imports without a GPU.
const packages = ['orjson', 'zstandard', 'xxhash', 'soundfile', 'scipy', 'gguf', 'ipython'];
const pinned = ['kernels<0.15,>=0.14.1', 'apache-tvm-ffi==0.1.11'];
const startMs = 5 * 60_000;
const key = 'sglang-key';
const base = 'tiny-llama';
const adapters = ['support-tone', 'legal/summary'];
const apps = path.join(import.meta.dirname, '..', 'apps');

export function isSglangInstalled(): boolean {
  return existsSync(path.join(place.folder, 'refund-tone')) && isVllmInstalled();
}

/** Installs SGLang without what needs a GPU, and makes the models, each once. Resolves with the version. */
export async function setUpSglang(): Promise<string> {
  if (!isVllmInstalled()) throw new Error('It uses packages of vLLM: run `npm run servers -- --vllm` first.');
  await place.make();
  if (isSglangInstalled()) return version;
  const { folder, program, run } = place;
  const where = await run(program('python'), '-c', 'import sysconfig; print(sysconfig.get_path("purelib"))');
  const ownPackages = where.trim();
  await writeFile(path.join(ownPackages, 'vllm.pth'), await vllmPackages());
  await run(program('pip'), 'install', '--no-deps', `sglang==${version}`);
  await run(program('pip'), 'install', ...packages, ...pinned);
  await copyFile(path.join(apps, 'sglangOnCpu.py'), path.join(ownPackages, 'sitecustomize.py'));
  // With adapters it makes up no weights.
  await run(program('python'), path.join(apps, 'tinyLlama.py'), folder, 'weights');
  return version;
}

/** Starts it with two adapters. */
async function serve(...more: string[]): Promise<OwnServer & Started> {
  const port = await freePort();
  const pathOf = (name: string) =>
    path.join(place.folder, name === adapters[0] ? 'support-tone' : 'refund-tone');
  const { close } = await startServer(
    '/usr/bin/env',
    () => [
      ...['SGLANG_USE_CPU_ENGINE=1', 'HF_HUB_OFFLINE=1', place.program('python')],
      ...['-m', 'sglang.launch_server', '--model-path', path.join(place.folder, base)],
      ...['--served-model-name', base, '--host', '127.0.0.1', '--port', String(port)],
      ...['--device', 'cpu', '--attention-backend', 'torch_native', '--dtype', 'float32'],
      ...['--context-length', '1024', '--max-total-tokens', '8192', '--enable-metrics'],
      ...['--disable-radix-cache', '--disable-overlap-schedule', '--skip-server-warmup'],
      ...['--enable-lora', '--lora-backend', 'torch_native', '--lora-paths'],
      ...adapters.map((name) => `${name}=${pathOf(name)}`),
      ...more,
    ],
    port,
    undefined,
    startMs,
  );
  const transport = await createUndiciTransport();
  const url = `http://127.0.0.1:${port}`;
  return { url, transport, base, adapters, pathOf, counter: 'sglang:generation_tokens_total', close };
}

/** `npm run servers -- --sglang`: the client against an SGLang that it installs, with made-up models. */
export async function trySglang(): Promise<void> {
  const open = await serve();
  try {
    const client = clientOf(open);
    await takeCommonSteps(open);
    await takeSteps([
      [
        'a bare name',
        async () => {
          // Past our client, which sends `base:adapter`.
          const [adapter = ''] = adapters;
          const messages = [{ role: 'user', content: 'Hello' }];
          const body = JSON.stringify({ model: adapter, messages, temperature: 0, max_tokens: 24 });
          const headers = { 'content-type': 'application/json' };
          const answer = await fetch(`${open.url}/v1/chat/completions`, { method: 'POST', headers, body });
          const text: unknown = JSON.parse(await answer.text()).choices?.[0]?.message?.content;
          const asked = async (model: string) => textOf(await chat(client, hello(model, { temperature: 0 })));
          return text === (await asked(base)) ? 'the base answers' : `it says ${text}`;
        },
      ],
      ['retrieve', async () => (await client.getLora('legal/summary')).wireName ?? 'no name of its own'],
      ['temperature -1', () => refusal(chat(client, hello(base, { temperature: -1 })))],
    ]);
  } finally {
    await open.close();
  }
  const closed = { ...(await serve('--api-key', key)), key };
  try {
    await takeKeySteps(closed);
  } finally {
    await closed.close();
  }
}
