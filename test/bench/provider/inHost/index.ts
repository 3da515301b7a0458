// VS Code runs this in its extension host, bundled; see `harness/runInHost.ts`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createAutoTransport, type Transport } from '../../../../src/api/index.ts';
import { loadSettings } from '../../../../src/ui/shared/settings.ts';
import { measureCost } from '../../harness/cpuTime.ts';
import { taskVariable } from '../../harness/hostPlace.ts';
import { runInTurn } from '../../harness/rounds.ts';
import { chatPieces, describeText, type Received, writeChat } from '../../server/chatBytes.ts';
import { prompt } from '../../stream/readChat.ts';
import { openProvider, type Provider, type ProviderPlace } from './openProvider.ts';
import type { AnswerTimes, ProviderTask, ProviderTimes } from './providerTask.ts';

/** In characters, some of them beyond Latin-1, which take longer to count. */
const counted = 10_240;
/** So many that they take milliseconds. */
const countsPerTurn = 500;

export async function run(): Promise<void> {
  loadSettings(vscode.workspace);
  const task: ProviderTask = JSON.parse(process.env[taskVariable] ?? '');
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-bench-'));
  try {
    const { url, apiKey, chunks } = task;
    const place = { apiKey, url: `${url}/chat/${chunks}/16384/english` };
    const times: ProviderTimes = {
      socket: await measureAnswers(task, { ...place, transport: socketTransport }, folder),
      oneByOne: await measureAnswers(task, { ...place, transport: oneByOne(chunks) }, folder),
      count: await measureCounts(task, { ...place, transport: socketTransport }, folder),
    };
    await writeFile(task.resultFile, JSON.stringify(times));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAnswers(
  { perTurn, rounds, chunks }: ProviderTask,
  place: ProviderPlace,
  folder: string,
): Promise<AnswerTimes> {
  using provider = await openProvider(place, folder);
  const expected = describeText([...chatPieces(chunks, 'english')].join(''));
  let texts = 0;
  const turn = (read: (provider: Provider) => Promise<string[]>) => async () => {
    const { cost, result } = await measureCost(async () => {
      let last: string[] = [];
      for (let n = 0; n < perTurn; n += 1) last = await read(provider);
      return last;
    });
    texts = result.length;
    assertWhole(describeText(result.join('')), expected);
    return cost.cpuMs / perTurn;
  };
  const times = await runInTurn({ client: turn(readByClient), provider: turn(readByProvider) }, { rounds });
  return { ...times, texts };
}

const socketTransport = createAutoTransport({ network: () => 'auto', isProxied: () => false });

function oneByOne(chunks: number): Transport {
  const events = writeChat(chunks, 'english')
    .toString()
    .split(/(?<=\n\n)/u);
  const reads = events.map((event) => Buffer.from(event));
  return async () => ({ status: 200, headers: new Headers(), body: eachOf(reads) });
}

async function* eachOf(reads: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* reads;
}

async function readByClient({ client }: Provider): Promise<string[]> {
  const texts: string[] = [];
  const request = { model: 'bench', messages: [{ role: 'user' as const, content: prompt }] };
  for await (const event of await client.streamChat(request))
    if (event.type === 'text') texts.push(event.text);
  return texts;
}

async function readByProvider({ models, information }: Provider): Promise<string[]> {
  const parts: vscode.LanguageModelResponsePart[] = [];
  const { token } = new vscode.CancellationTokenSource();
  await models.provideLanguageModelChatResponse(
    information,
    [messageOf(prompt)],
    { toolMode: vscode.LanguageModelChatToolMode.Auto },
    { report: (part) => parts.push(part) },
    token,
  );
  return parts.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? [part.value] : []));
}

async function measureCounts(
  { rounds }: ProviderTask,
  place: ProviderPlace,
  folder: string,
): Promise<ProviderTimes['count']> {
  using provider = await openProvider(place, folder);
  const { models, information } = provider;
  const text = [...chatPieces(counted, 'mixed')].join('').slice(0, counted);
  const message = messageOf(text);
  const turn = (asked: string | typeof message) => async () => {
    const { cost } = await measureCost(async () => {
      for (let n = 0; n < countsPerTurn; n += 1) await models.provideTokenCount(information, asked);
    });
    return (cost.cpuMs * 1000) / countsPerTurn;
  };
  return runInTurn({ text: turn(text), message: turn(message) }, { rounds });
}

function messageOf(text: string): vscode.LanguageModelChatRequestMessage {
  const role = vscode.LanguageModelChatMessageRole.User;
  return { role, content: [new vscode.LanguageModelTextPart(text)], name: undefined };
}

/** A contender that loses a piece is not faster. */
function assertWhole(received: Received, expected: Received): void {
  if (received.checksum !== expected.checksum) throw new Error('Another text was received than was sent.');
}
