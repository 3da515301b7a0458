import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { batchCommand } from '../../../src/core/promptSets/batch/batchCommand.ts';
import { importBatch } from '../../../src/core/promptSets/batch/importBatch.ts';
import { Checker } from '../../../src/core/promptSets/index.ts';
import { silent } from '../../bench/harness/silent.ts';
import { withStore } from '../../bench/promptSets/withRun.ts';
import { runProgram } from '../../workbench/program.ts';
import { exportTo, prompts } from '../batchRun.ts';

const count = 12;
const limitMs = 30 * 60_000;

/** Where a vLLM and the models of `tinyLlama.py` are. */
interface Installed {
  folder: string;
  /** Of its programs. */
  bin: string;
  base: string;
  adapters: readonly string[];
}

/** Has vLLM's `run-batch` answer a run by the command that we copy, and imports the results: one model is unknown to it. */
export async function tryRunBatch({ folder, bin, base, adapters }: Installed): Promise<string> {
  const place = await mkdtemp(path.join(folder, 'batch-'));
  const names = [base, ...adapters, 'unknown-tone'];
  const models = names.map((name) => ({ connectionId: 'vllm', name }));
  try {
    return await withStore(async (store) => {
      const plan = {
        set: { name: 'refunds.jsonl' },
        models,
        settings: { temperature: 0, maxTokens: 16 },
        repetitions: 1,
      };
      const file = await store.create(plan, prompts(count));
      const inputs = await exportTo(file, place);
      const known = names.slice(0, -1).map((name, at) => ({
        name,
        source: path.join(folder, name),
        base: at === 0 ? undefined : base,
        // What it does not know it is asked in one go with another.
        files:
          at === 1
            ? [inputs[at], inputs.at(-1)].map((input) => path.basename(input ?? ''))
            : [path.basename(inputs[at] ?? '')],
      }));
      const command = batchCommand('vllm', {
        folder: place,
        models: known,
        apiUrl: 'http://127.0.0.1/v1',
        headerNames: [],
        script: '',
        ownScript: '/ext/dist/prompt-set.mjs',
      });
      const tiny = '--load-format dummy --dtype float32 --enforce-eager --max-model-len 512';
      const script = path.join(place, 'run.sh');
      await writeFile(script, command.replaceAll('vllm run-batch', `vllm run-batch ${tiny}`));
      const env = {
        ...process.env,
        PATH: `${bin}:${process.env['PATH']}`,
        HF_HUB_OFFLINE: '1',
        VLLM_NO_USAGE_STATS: '1',
        VLLM_CPU_KVCACHE_SPACE: '1',
      };
      const { code, output } = await runProgram('/bin/bash', [script], { cwd: place, env, limitMs });
      if (code !== 0) throw new Error(output.slice(-2000));
      const outputs = inputs.map((input) => {
        const name = input.replace(/\.jsonl$/u, '.out.jsonl');
        return { name, bytes: () => createReadStream(name) };
      });
      const { signal } = new AbortController();
      const summary = await importBatch(
        file,
        outputs,
        { checker: new Checker(), log: silent, mayReplace: async () => true },
        signal,
      );
      const failure = await file.result({ prompt: 0, model: names.length - 1, repetition: 0 });
      await file.release();
      return JSON.stringify({ ...summary, failure: failure?.error });
    });
  } finally {
    if (!process.env['KEEP']) await rm(place, { recursive: true, force: true });
  }
}
