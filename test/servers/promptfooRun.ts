import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '../service/service.ts';
import { runProgram } from '../workbench/program.ts';
import { key, model, order, runPromptfoo, startEcho } from './promptfoo.ts';

const prompts = 10_000;

/** What promptfoo takes unless it is told otherwise, and we, too. */
const concurrency = 4;

interface Ran {
  ms: number;
  passed: number;
  /** The most that the process had, in kilobytes. */
  memory: number;
}

/** Has promptfoo and us run one large set on one model, each in a process of its own, and compares time and memory. */
export async function compareRuns(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'servers-'));
  const upstream = await startEcho();
  const service = await startService({ upstream: upstream.url, tokensPerSecond: Number.POSITIVE_INFINITY });
  try {
    const file = path.join(folder, 'tests.csv');
    await writeFile(file, rows());
    const theirs = await runTheirs(folder, service.url);
    const ours = await runOurs(file, folder, service.url);
    if (ours.passed !== theirs.passed || ours.passed !== prompts / 2)
      throw new Error(`Passed: ${ours.passed}, promptfoo ${theirs.passed}`);
    return `${prompts} prompts, ${ours.passed} passed with both: ${figures(ours)}; promptfoo ${figures(theirs)}`;
  } finally {
    await Promise.all([service.close(), upstream.close(), rm(folder, { recursive: true, force: true })]);
  }
}

/** Every second row is answered with what is expected of it. */
function rows(): string {
  const row = (at: number) => `${order}answer ${at},contains:answer ${at + (at % 2)}\n`;
  return `prompt,__expected\n${Array.from({ length: prompts }, (_, at) => row(at * 3)).join('')}`;
}

async function runTheirs(folder: string, url: string): Promise<Ran> {
  const config = {
    prompts: ['{{prompt}}'],
    tests: 'file://tests.csv',
    providers: [{ id: `openai:chat:${model}`, config: { apiBaseUrl: `${url}/api/v1`, apiKey: key } }],
  };
  const file = path.join(folder, 'config.json');
  await writeFile(file, JSON.stringify(config));
  const { ms, memory, runs } = await runPromptfoo([file], folder);
  return { ms, memory, passed: runs.flat().filter(({ checks: [check] }) => check?.[1]).length };
}

async function runOurs(file: string, folder: string, url: string): Promise<Ran> {
  const script = path.join(import.meta.dirname, 'apps', 'ownRun.ts');
  const args = [script, file, url, model, String(concurrency), path.join(folder, 'runs')];
  const { output } = await runProgram(process.execPath, args, { cwd: folder });
  const line = output.split('\n').findLast((one) => one.startsWith('{"ms"'));
  if (line === undefined) throw new Error(`Our run said: ${output.slice(-500)}`);
  return JSON.parse(line);
}

function figures({ ms, memory }: Ran): string {
  return `${(ms / 1000).toFixed(1)} s, ${Math.round(memory / 1024)} MB`;
}
