// Runs prompt sets against a service whose LoRA is better by a known rate, and counts how often the interval holds it:
//   node test/unit/core/promptSets/report/betterCoverage.ts [RUNS] [PROMPTS] [BETTER] [SEED]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Checker } from '../../../../../src/core/promptSets/index.ts';
import type { Prompt } from '../../../../../src/core/promptSets/prompt.ts';
import { runVerdicts } from '../../../../../src/core/promptSets/report/runVerdicts.ts';
import type { Verdict } from '../../../../../src/core/promptSets/verdict/pairedVerdict.ts';
import { VerdictThread } from '../../../../../src/core/promptSets/worker/verdictThread.ts';
import { startService } from '../../../../service/service.ts';
import { askService, clientOf, openRuns, plan, prompt, runAll } from '../run/runBench.ts';

const verdictThread = new VerdictThread();

interface CoverageOptions {
  runs: number;
  count: number;
  better: number;
  seed: number;
}

/** Returns the verdicts of so many runs through the real runner, client and sockets, without a pause. */
export async function* verdictsOfRuns({
  runs,
  count,
  better,
  seed,
}: CoverageOptions): AsyncGenerator<Verdict> {
  await using stack = new AsyncDisposableStack();
  const service = await startService({ tokensPerSecond: Number.POSITIVE_INFINITY, better, seed });
  stack.defer(() => service.close());
  const folder = await mkdtemp(join(tmpdir(), 'hosted-models-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { store, locks } = openRuns(folder);
  stack.defer(() => locks.dispose());
  const client = await clientOf(service.url);
  const acme = askService((request, options) => client.streamChat(request, options));
  for (let run = 0; run < runs; run++) {
    const file = await store.create(plan, quoting(run, count));
    await runAll(file, acme, { concurrency: 16, checker: new Checker() });
    const [judged] = await runVerdicts(file, verdictThread);
    await file.release();
    await store.delete(file.run.id);
    service.clearRequests();
    if (judged) yield judged.verdict;
  }
}

async function* quoting(run: number, count: number): AsyncGenerator<Prompt, void> {
  for (let at = 0; at < count; at++) {
    const content = `Run ${run}, prompt ${at}: what is in quotes? "word ${at}"`;
    yield prompt(at, { messages: [{ role: 'user', content }], expected: `word ${at}` });
  }
}

if (process.argv[1] === import.meta.filename) {
  const [runs = 500, count = 200, better = 0.15, seed = 1] = process.argv.slice(2).map(Number);
  const kinds = new Map<string, number>();
  let [covered, sum, done] = [0, 0, 0];
  for await (const { kind, low = 1, high = 0, difference } of verdictsOfRuns({ runs, count, better, seed })) {
    if (low <= better && better <= high) covered += 1;
    sum += difference;
    done += 1;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const share = (100 * covered) / done;
  console.log(`${done} runs of ${count} prompts, better by ${better}: covered in ${share.toFixed(1)} of 100`);
  console.log(`mean difference ${(sum / done).toFixed(4)}; verdicts:`, Object.fromEntries(kinds));
  if (share < 93 || share > 98) process.exitCode = 1;
}
