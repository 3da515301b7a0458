import { randomInt } from 'node:crypto';
import {
  goesOn,
  type JudgedCell,
  type JudgePlan,
  judgeRequest,
  judgeSettings,
  missingOf,
} from '../judge/judgeRequests.ts';
import { ratablePrompts } from '../rate/ratablePrompts.ts';
import type { RunFile } from '../run/runFile.ts';
import type { NewRunLine } from '../run/runRecord.ts';
import { ModelFiles, modelFileName, type TextSink } from './batchFiles.ts';
import { batchLine } from './batchLine.ts';
import { batchIdOf, judgeIdOf, pairDigest } from './customId.ts';
import { batchName, type ExportedBatch, type ExportOptions } from './exportBatch.ts';

interface ExportedJudging extends ExportedBatch {
  /** To be added to the run once the files are where they should be: then results can be imported. */
  begun: NewRunLine;
}

/** So many pairs are read from the disk at once. */
const readAhead = 16;

/** Returns the name of a file with requests to a judge. */
export function judgeFileName({ run }: Pick<RunFile, 'run'>, { other, judge }: JudgePlan, part = 1): string {
  return modelFileName(`${batchName(run, false)}.judge`, other, judge, part);
}

/**
 * Writes as a batch what a judge would be asked: each pair in both orders, or what is missing of that if it goes on with what it has
 * judged. Rejects as reading the run and writing the files do, or as the signal was aborted.
 */
export async function exportJudging(
  file: RunFile,
  plan: JudgePlan,
  open: (name: string) => Promise<TextSink>,
  { signal, limits }: Pick<ExportOptions, 'signal' | 'limits'>,
): Promise<ExportedJudging> {
  const { index } = file;
  const { other, ...about } = plan;
  const former = await goesOn(file, plan);
  const seed = former ?? randomInt(2 ** 32);
  const { prompts } = await ratablePrompts(file, { other, seed });
  const missing = missingOf(
    (prompt) => (former === undefined ? {} : index.judgments.said(other, prompt)),
    prompts,
  );
  const lineOf = async (cell: JudgedCell) => {
    const digest = pairDigest(index, other, cell.prompt);
    const request = await judgeRequest(file, plan, cell);
    const customId = judgeIdOf(batchIdOf(file.run), { ...cell, other, seed, digest });
    const { name: model } = plan.judge;
    return request && batchLine({ customId, model, messages: request.messages, settings: judgeSettings });
  };
  const written = new ModelFiles((part) => judgeFileName(file, plan, part), open, limits);
  let requests = 0;
  try {
    for (let some = take(missing); some.length > 0; some = take(missing)) {
      signal.throwIfAborted();
      for (const line of await Promise.all(some.map(lineOf))) {
        if (line === undefined) continue;
        await written.add(line);
        requests += 1;
      }
    }
  } finally {
    await written.close();
  }
  const begun = { is: 'judgeBegun' as const, other, seed, ...about, at: Date.now() };
  return { files: [written.names], requests, begun };
}

function take(missing: Iterator<JudgedCell, void>): JudgedCell[] {
  const some: JudgedCell[] = [];
  while (some.length < readAhead) {
    const next = missing.next();
    if (next.done) break;
    some.push(next.value);
  }
  return some;
}
