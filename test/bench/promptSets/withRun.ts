import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StreamChat } from '../../../src/api/types.ts';
import { firstRequests } from '../../../src/core/exchange/firstRequests.ts';
import { OwnerLocks } from '../../../src/core/files/locks/ownerLocks.ts';
import { PromptRun } from '../../../src/core/promptSets/ask/promptRun.ts';
import type { Prompt } from '../../../src/core/promptSets/prompt.ts';
import type { RunFile } from '../../../src/core/promptSets/run/runFile.ts';
import { RunStore } from '../../../src/core/promptSets/run/runStore.ts';
import { ignore, silent } from '../harness/silent.ts';
import { prompt as content, model } from '../stream/readChat.ts';

export const models = [
  { connectionId: 'bench', name: model },
  { connectionId: 'bench', name: `${model}-tone` },
];

/** Passes a temporary store of runs to `work`. */
export async function withStore<T>(work: (store: RunStore) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-bench-'));
  const locks = new OwnerLocks(folder, silent);
  try {
    return await work(new RunStore(folder, locks, silent));
  } finally {
    locks.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a run of prompts that are asked of two models. */
export function createRun(store: RunStore, prompts: number): Promise<RunFile> {
  const plan = { set: { name: 'bench.jsonl' }, models, settings: { temperature: 0 }, repetitions: 1 };
  return store.create(plan, somePrompts(prompts));
}

async function* somePrompts(count: number): AsyncGenerator<Prompt, void> {
  for (let at = 1; at <= count; at += 1)
    yield { line: at, id: String(at), messages: [{ role: 'user', content }], checks: [], expected: 'x' };
}

export async function askAll(file: RunFile, concurrency: number, streamChat: StreamChat): Promise<void> {
  const service = {
    ...firstRequests(),
    streamChat: () => streamChat,
    deployment: () => undefined,
    readKept: async () => undefined,
  };
  const check = async (_prompt: Prompt, text: string) => [
    { check: { type: 'equals', value: 'x' }, passed: text === 'x', reason: '' },
  ];
  const { signal } = new AbortController();
  const run = new PromptRun(file, {
    service,
    concurrency,
    signal,
    checker: { check },
    onWait: ignore,
    log: silent,
  });
  const end = await run.run();
  const { complete } = file.index.counts(0);
  if (end !== 'complete' || complete !== file.run.prompts)
    throw new Error(`It ended ${end} with ${complete}.`);
}
