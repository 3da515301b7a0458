import { mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { createUndiciTransport, OpenAiClient, ServiceError } from '../../src/api/index.ts';
import { freePort } from '../service/network/listening.ts';
import { runProgram } from '../workbench/program.ts';
import { startServer } from './software.ts';

/** Outside the repository: 250 MB, installed once. */
const folder = process.env['SGLANG_FOLDER'] ?? path.join(homedir(), '.cache', 'hosted-models-sglang');
const inVenv = (program: string) => path.join(folder, 'venv', 'bin', program);
const version = '0.5.23';
const base = 'llama-3-8b';
const adapters = ['support-tone', 'legal/summary'];

async function run(command: string, ...args: string[]): Promise<void> {
  const { code, output } = await runProgram(command, args, { cwd: folder, limitMs: 20 * 60_000 });
  if (code !== 0) throw new Error(`${path.basename(command)} ${args[0]} failed:\n${output.slice(-2000)}`);
}

/** Takes SGLang's sources from its wheel, without the engine that it needs, and what these import. */
async function setUp(): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).includes('sglang')) return;
  await run('python3', '-m', 'venv', 'venv');
  await run(inVenv('pip'), 'install', ...['fastapi', 'uvicorn', 'orjson', 'pydantic', 'openai', 'msgspec']);
  await run(inVenv('pip'), 'download', '--no-deps', `sglang==${version}`);
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? '';
  await run('python3', '-m', 'zipfile', '--extract', wheel, '.');
}

/** `npm run servers -- --sglang`: whom SGLang's own code has answer what the client sends. */
export async function trySglang(): Promise<void> {
  await setUp();
  const port = await freePort();
  const script = path.join(import.meta.dirname, 'apps', 'sglang.py');
  const server = await startServer(inVenv('python'), () => [script, folder, String(port)], port);
  try {
    const transport = await createUndiciTransport();
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = () => new OpenAiClient({ baseUrl, transport, apiKey: async () => undefined });
    const ask = async (model: string) => {
      const messages = [{ role: 'user' as const, content: 'Who are you?' }];
      let answer = '';
      for await (const event of client().streamChat({ model, messages }))
        if (event.type === 'text') answer += event.text;
      return answer;
    };
    for (const model of [base, ...adapters]) {
      const answer = await ask(model);
      if (answer !== `I am ${model}.`) process.exitCode = 1;
      console.log(`${model}: ${answer}`);
    }
    const { activeDeployment, wireName } = await client().getLora('support-tone');
    console.log(`details: on ${activeDeployment?.baseModelName}, in requests ${wireName}`);
    const unknown = await ask('not-loaded').catch((error: unknown) => error);
    const isRefused = unknown instanceof ServiceError && unknown.kind === 'notFound';
    if (!isRefused) process.exitCode = 1;
    console.log(`not loaded: ${isRefused ? 'refused here' : `FAILED: ${unknown}`}`);
  } finally {
    await server.close();
  }
}
