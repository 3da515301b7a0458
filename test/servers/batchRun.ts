import path from 'node:path';
import { createUndiciTransport, ServiceClient } from '../../src/api/index.ts';
import { firstRequests } from '../../src/core/exchange/firstRequests.ts';
import { PromptRun } from '../../src/core/promptSets/ask/promptRun.ts';
import { filesIn } from '../../src/core/promptSets/batch/batchFiles.ts';
import { exportBatch } from '../../src/core/promptSets/batch/exportBatch.ts';
import { Checker, type Prompt } from '../../src/core/promptSets/index.ts';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';
import type { RunModel } from '../../src/core/promptSets/run/runRecord.ts';
import type { RunStore } from '../../src/core/promptSets/run/runStore.ts';
import { silent } from '../bench/harness/silent.ts';
import { key } from './rayCluster.ts';

export const models = ['llama-3-8b', 'support-tone-v7'].map((name) => ({ connectionId: 'acme', name }));

/** So many prompts with a check that some answers pass. */
export async function* prompts(count: number): AsyncGenerator<Prompt, void> {
  for (let at = 1; at <= count; at += 1)
    yield {
      line: at,
      id: String(at),
      messages: [{ role: 'user', content: `Question ${at}: where is my refund?` }],
      // A third of the service's samples hold it, the same ones whenever they are asked.
      checks: [{ type: 'contains', value: 'to be or not to be' }],
    };
}

/** Writes a run's batch into a folder. Resolves with the paths of its files of requests. */
export async function exportTo(file: RunFile, folder: string): Promise<string[]> {
  const { signal } = new AbortController();
  const { files } = await exportBatch(file, filesIn(folder), { signal });
  return files.flat().map((name) => path.join(folder, name));
}

export const createRun = (store: RunStore, models: RunModel[], count: number): Promise<RunFile> =>
  store.create(
    { set: { name: 'refunds.jsonl' }, models, settings: { temperature: 0 }, repetitions: 1 },
    prompts(count),
  );

/** Asks all prompts as a window does. */
export async function askHere(file: RunFile, baseUrl: string): Promise<void> {
  const transport = await createUndiciTransport();
  const client = new ServiceClient({ baseUrl, transport, apiKey: async () => key });
  const service = {
    ...firstRequests(),
    streamChat: () => client.streamChat.bind(client),
    deployment: () => undefined,
    readKept: async () => undefined,
  };
  const { signal } = new AbortController();
  const more = { checker: new Checker(), onWait: () => undefined, log: silent };
  await new PromptRun(file, { service, concurrency: 16, signal, ...more }).run();
}
