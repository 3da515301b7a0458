import { createUndiciTransport, ServiceClient } from '../../../src/api/index.ts';
import { eachLimited } from '../../../src/base/eachLimited.ts';
import { type Cost, measureCost } from '../harness/cpuTime.ts';
import { readChat } from '../stream/bare.ts';
import { askAll, createRun, models, withStore } from './withRun.ts';

export interface Asking {
  /** Of a service that takes its time for each answer. */
  baseUrl: string;
  prompts: number;
  concurrency: number;
}

export type AskingContender = 'bare loop' | 'ours';

/** Asks two models so many prompts: as a run with all its records, or as bare requests whose text is counted. */
export async function makeJob(contender: AskingContender): Promise<(asking: Asking) => Promise<Cost>> {
  return contender === 'ours' ? askAsRun : askBarely;
}

async function askAsRun({ baseUrl, prompts, concurrency }: Asking): Promise<Cost> {
  const transport = await createUndiciTransport();
  const client = new ServiceClient({ baseUrl, transport, apiKey: async () => 'bench' });
  return withStore(async (store) => {
    const file = await createRun(store, prompts);
    const ask = () => askAll(file, concurrency, (request, options) => client.streamChat(request, options));
    const { cost } = await measureCost(ask);
    await file.release();
    return cost;
  });
}

async function askBarely({ baseUrl, prompts, concurrency }: Asking): Promise<Cost> {
  const requests = Array.from({ length: prompts * models.length }, () => baseUrl);
  let characters = 0;
  const ask = () =>
    eachLimited(requests, concurrency, (url) =>
      readChat(url, (text) => {
        characters += text.length;
      }),
    );
  const { cost } = await measureCost(ask);
  if (characters === 0) throw new Error('Nothing was answered.');
  return cost;
}
