import { open } from 'node:fs/promises';
import path from 'node:path';
import { exportBatch } from '../../src/core/promptSets/batch/exportBatch.ts';
import type { Prompt } from '../../src/core/promptSets/index.ts';
import type { RunFile } from '../../src/core/promptSets/run/runFile.ts';

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
  const sink = async (name: string) => {
    const target = await open(path.join(folder, name), 'w');
    return { write: async (text: string) => void (await target.write(text)), close: () => target.close() };
  };
  const { files } = await exportBatch(file, sink, { signal });
  return files.flat().map((name) => path.join(folder, name));
}
