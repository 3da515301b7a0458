import { join } from 'node:path';
import { createUndiciTransport, ServiceClient } from '../../../../../src/api/index.ts';
import type { StreamChat } from '../../../../../src/api/types.ts';
import { firstRequests } from '../../../../../src/core/exchange/firstRequests.ts';
import type { OpenFile } from '../../../../../src/core/files/appendLines.ts';
import { OwnerLocks } from '../../../../../src/core/files/locks/ownerLocks.ts';
import type { AskService } from '../../../../../src/core/promptSets/ask/askPrompt.ts';
import {
  PromptRun,
  type PromptRunOptions,
  type RunEnd,
} from '../../../../../src/core/promptSets/ask/promptRun.ts';
import type { CheckResult, Prompt } from '../../../../../src/core/promptSets/prompt.ts';
import type { RunFile } from '../../../../../src/core/promptSets/run/runFile.ts';
import type { Run, RunCell } from '../../../../../src/core/promptSets/run/runRecord.ts';
import { type RunPlan, RunStore } from '../../../../../src/core/promptSets/run/runStore.ts';
import { silent } from '../../fixtures.ts';

export const onChat = 'POST /api/v1/chat/completions';

/** Of a run of eleven prompts, or fewer, which are asked as they come; found by trying. */
export const seedInOrder = 43_127_584;

export const plan: RunPlan & Pick<Run, 'seed'> = {
  seed: seedInOrder,
  set: { name: 'refunds.jsonl' },
  models: [
    { connectionId: 'acme', name: 'llama-3-8b' },
    { connectionId: 'acme', name: 'support-tone-v7' },
  ],
  settings: { temperature: 0 },
  repetitions: 1,
};

export function prompt(at: number, fields: Partial<Prompt> = {}): Prompt {
  const messages = [{ role: 'user' as const, content: `Question ${at}?` }];
  return { line: at + 1, id: String(at + 1), messages, checks: [], ...fields };
}

/** So many prompts with an expected answer. */
export async function* prompts(count: number, fields: Partial<Prompt> = {}): AsyncGenerator<Prompt, void> {
  for (let at = 0; at < count; at++) yield prompt(at, { expected: `Answer ${at}`, ...fields });
}

/** The check of an expected answer. */
export async function checkExpected({ expected }: Prompt, text: string): Promise<CheckResult[]> {
  const passed = text.trim() === expected;
  return [{ check: { type: 'equals', value: expected }, passed, reason: passed ? 'equal' : 'another' }];
}

/** The store of one window. Dispose its locks as a window that closes does. */
export function openRuns(folder: string, openFile?: OpenFile): { store: RunStore; locks: OwnerLocks } {
  const runs = join(folder, 'runs');
  const locks = new OwnerLocks(runs, silent);
  return { store: new RunStore(runs, locks, silent, openFile), locks };
}

/** The service as a window has it, over sockets or scripted. */
export function askService(streamChat: StreamChat): AskService {
  return {
    ...firstRequests(),
    streamChat: () => streamChat,
    deployment: ({ name }) => ({ modelName: `acme/${name}` }),
    readKept: async () => undefined,
  };
}

export async function clientOf(baseUrl: string): Promise<ServiceClient> {
  const transport = await createUndiciTransport();
  return new ServiceClient({ baseUrl, apiKey: async () => 'sample-key', transport });
}

export function runAll(
  file: RunFile,
  service: AskService,
  options: Partial<PromptRunOptions> = {},
): Promise<RunEnd> {
  const { signal } = new AbortController();
  const all = {
    service,
    concurrency: 4,
    signal,
    checker: { check: checkExpected },
    onWait: () => undefined,
    log: silent,
  };
  return new PromptRun(file, { ...all, ...options }).run();
}

export function* cellsOf({ run }: RunFile): Generator<RunCell, void> {
  for (let at = 0; at < run.prompts; at++)
    for (let model = 0; model < run.models.length; model++)
      for (let repetition = 0; repetition < run.repetitions; repetition++)
        yield { prompt: at, model, repetition };
}
