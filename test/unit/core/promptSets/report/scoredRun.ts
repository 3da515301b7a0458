import { RunIndex } from '../../../../../src/core/promptSets/run/runIndex.ts';
import {
  type NewRunLine,
  type Run,
  type RunResult,
  runLine,
} from '../../../../../src/core/promptSets/run/runRecord.ts';
import { plan } from '../run/runBench.ts';

export type Answer = Partial<Pick<RunResult, 'state' | 'text' | 'figures' | 'error'>> & {
  isPassed?: boolean;
  isUnchecked?: boolean;
};

export type ScoredRun = ReturnType<typeof runOf>;

/** A run whose prompts each have a row of answers: of the base, then of the others. `undefined`: not asked. */
export function runOf(
  rows: (Answer | undefined)[][],
  parts: {
    groups?: string[];
    tags?: string[][];
    models?: Run['models'];
    questions?: string[];
    expected?: string[];
    createdAt?: number;
    /** Of all models but the base. */
    deployment?: RunResult['deployment'];
  } = {},
) {
  const models = parts.models ?? plan.models;
  const repetitions = (rows[0]?.length ?? 0) / models.length;
  const { createdAt = 1 } = parts;
  const run: Run = { ...plan, v: 1, id: 'run', createdAt, models, repetitions, prompts: rows.length };
  const index = new RunIndex(run);
  const add = (line: NewRunLine) => index.add(runLine(line), { offset: 1, length: 1 });
  for (const [prompt, row] of rows.entries()) {
    const group = parts.groups?.[prompt];
    const tags = parts.tags?.[prompt];
    const messages = [{ role: 'user' as const, content: parts.questions?.[prompt] ?? 'Why?' }];
    add({
      is: 'prompt',
      prompt,
      line: 1,
      id: String(prompt),
      messages,
      checks: [{ type: 'equals', value: parts.expected?.[prompt] ?? 'yes' }],
      ...(group !== undefined && { group }),
      ...(tags && { tags }),
    });
    for (const [at, answer] of row.entries()) {
      const cell = { prompt, model: Math.floor(at / repetitions), repetition: at % repetitions };
      if (!answer) continue;
      const {
        state = 'complete',
        isPassed = false,
        isUnchecked = false,
        text = isPassed ? 'yes' : `no ${at}`,
      } = answer;
      const { figures = { durationMs: 1 }, error } = answer;
      const ended = { attempt: 1, at: 1, text, reasoning: '', state, figures, settings: {} };
      const deployment = cell.model > 0 && parts.deployment;
      add({ is: 'result', ...cell, ...ended, ...(error && { error }), ...(deployment && { deployment }) });
      const check = { type: 'equals', value: 'yes' };
      const result = {
        check,
        passed: isPassed,
        reason: '',
        ...(isUnchecked && { isUnchecked: true as const }),
      };
      if (state !== 'failed') add({ is: 'checked', ...cell, checks: [result] });
    }
  }
  return { run, index, add };
}

export const yes: Answer = { isPassed: true };
export const no: Answer = {};
export const rows = (count: number, ...row: (Answer | undefined)[]) =>
  Array.from({ length: count }, () => row);
