import { readFileSync, realpathSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createUndiciTransport, ServiceClient } from '../../src/api/index.ts';
import { Checker, type Prompt, readPromptSet } from '../../src/core/promptSets/index.ts';
import { type Listening, listenHere } from '../service/network/listening.ts';
import { startService } from '../service/service.ts';
import { runProgram } from '../workbench/program.ts';
import { type PromptfooCase, promptfooCases } from './promptfooCases.ts';
import { findProgram } from './software.ts';

export const key = 'sample-key';
export const model = 'support-tone-v7';

/** Before what is to be answered: promptfoo would take a prompt that is JSON for a chat. */
export const order = 'Say: ';

/** Returns the folder of an installed promptfoo, which stands on the PATH: `npm install --global --omit=optional promptfoo`. */
function packageFolder(): string | undefined {
  const program = findProgram('promptfoo');
  if (program === undefined) return undefined;
  const script = realpathSync(program);
  return script.slice(0, script.lastIndexOf(`${path.sep}dist${path.sep}`));
}

export function promptfooVersion(): string {
  const folder = packageFolder();
  return folder === undefined
    ? ''
    : JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
}

export interface Found {
  answer?: unknown;
  /** The messages that the server was sent, as JSON in an address' form, if it tells them. */
  asked?: string;
  error?: string;
  checks: [type: string, passed: boolean][];
  passed?: boolean;
}

/** Has promptfoo and us ask one service with one file, and compares what each check found in each answer. */
export async function comparePromptfoo(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servers-'));
  const upstream = await startEcho();
  const service = await startService({ upstream: upstream.url, tokensPerSecond: Number.POSITIVE_INFINITY });
  try {
    const provider = {
      id: `openai:chat:${model}`,
      config: { apiBaseUrl: `${service.url}/api/v1`, apiKey: key },
    };
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    const differing: string[] = [];
    const times = { ours: 0, theirs: 0 };
    for (const [set, file] of Object.entries(sets())) {
      await writeFile(path.join(folder, file.name), file.text);
      const config = { ...(file.config ?? JSON.parse(file.text)), providers: [provider] };
      const configFile = path.join(folder, `${set}.config.json`);
      await writeFile(configFile, JSON.stringify(config));
      const theirs = await runPromptfoo([configFile], folder);
      const start = performance.now();
      const ours = await runOurs(file.name, file.text, service.url);
      times.ours += performance.now() - start;
      times.theirs += theirs.ms;
      for (const [at, { answer, type, isOursAlone }] of file.cases.entries()) {
        const [they, we] = [theirs.runs[0]?.[at], ours[at]];
        const name = `${set} ${type} on ${JSON.stringify(answer)}`;
        if (they?.error) wrong.push(`${name}: ${they.error}`);
        const alike = JSON.stringify(they?.checks.map(([, passed]) => passed)) === JSON.stringify(we);
        if (alike !== !isOursAlone)
          wrong.push(`${name}: ${JSON.stringify(they?.checks)} and ${JSON.stringify(we)}`);
        else if (isOursAlone) differing.push(name);
        else counts.set(type, (counts.get(type) ?? 0) + 1);
      }
    }
    if (wrong.length > 0) throw new Error(`${wrong.length} checks differ: ${wrong.join(' / ')}`);
    const all = [...counts].map(([type, count]) => `${type} ${count}`).join(', ');
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    return `the same pass and fail: ${all}; other by intention: ${differing.length}; ${seconds(times.ours)}, promptfoo ${seconds(times.theirs)}`;
  } finally {
    await Promise.all([service.close(), upstream.close(), rm(folder, { recursive: true, force: true })]);
  }
}

interface SetFile {
  name: string;
  text: string;
  cases: readonly PromptfooCase[];
  /** If it isn't the file itself. */
  config?: object;
}

/** The same cases as promptfoo's configuration, and those with a text as `__expected` in CSV. */
function sets(): Record<string, SetFile> {
  const tests = promptfooCases.map(({ answer, type, value }) => ({
    vars: { answer },
    assert: [value === undefined ? { type } : { type, value }],
  }));
  const inCsv = promptfooCases.filter(({ cell }) => cell !== undefined);
  const cells = (...texts: string[]) => `${texts.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\n`;
  const rows = inCsv.map(({ answer, cell = '' }) => cells(order + answer, cell));
  return {
    yaml: {
      name: 'promptfooconfig.yaml',
      // JSON is YAML.
      text: JSON.stringify({ prompts: [`${order}{{answer}}`], tests }),
      cases: promptfooCases,
    },
    csv: {
      name: 'tests.csv',
      text: cells('prompt', '__expected') + rows.join(''),
      config: { prompts: ['{{prompt}}'], tests: 'file://tests.csv' },
      cases: inCsv,
    },
  };
}

/** `memory`: the most that it had, in kilobytes. */
export async function runPromptfoo(
  files: readonly string[],
  cwd: string,
): Promise<{ ms: number; memory: number; runs: Found[][] }> {
  const script = path.join(import.meta.dirname, 'apps', 'promptfoo.mjs');
  const env = {
    ...process.env,
    // biome-ignore-start lint/style/useNamingConvention: The names are promptfoo's.
    PROMPTFOO_CONFIG_DIR: path.join(cwd, 'promptfoo'),
    PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
    PROMPTFOO_DISABLE_TELEMETRY: '1',
    PROMPTFOO_DISABLE_UPDATE: '1',
    // biome-ignore-end lint/style/useNamingConvention: The names are promptfoo's.
  };
  const args = [script, packageFolder() ?? '', ...files];
  const { output } = await runProgram(process.execPath, args, { cwd, env });
  const line = output.split('\n').findLast((one) => one.startsWith('{"ms"'));
  if (line === undefined) throw new Error(`promptfoo said: ${output.slice(-500)}`);
  return JSON.parse(line);
}

async function runOurs(name: string, fileText: string, url: string): Promise<boolean[][]> {
  const client = new ServiceClient({
    baseUrl: url,
    apiKey: async () => key,
    transport: await createUndiciTransport(),
  });
  async function* bytes() {
    yield Buffer.from(fileText);
  }
  const found: boolean[][] = [];
  for await (const item of readPromptSet(bytes(), name)) {
    if ('problem' in item) {
      if (!item.problem.isNote) throw new Error(`${item.problem.line}: ${item.problem.text}`);
      continue;
    }
    const results = await new Checker().check(item.prompt, await ask(client, item.prompt));
    found.push(results.map(({ passed }) => passed));
  }
  return found;
}

async function ask(client: ServiceClient, { messages }: Prompt): Promise<string> {
  let answer = '';
  for await (const event of client.streamChat({ model, messages }))
    if (event.type === 'text') answer += event.text;
  return answer;
}

/** A server that answers with the question, so that a case decides its answer. */
export async function startEcho(): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { messages } = JSON.parse(await text(request));
    const content = String(messages.at(-1).content).slice(order.length);
    const message = { role: 'assistant', content };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  });
  const here = await listenHere(server);
  return { ...here, url: `${here.url}/v1` };
}
