import { WorkQueue } from '../../base/workQueue.ts';
import { cleanText } from '../cleanText.ts';
import { checkSetType, type ScoredResult, setResult } from './check/checkSet.ts';
import { type CheckName, checkName, listOf, textOf } from './check/checkTypes.ts';
import { toleratedNumber } from './check/numbers.ts';
import { plainChecks } from './check/plainChecks.ts';
import type { WorkerCheck, WorkerFinding } from './check/workerChecks.ts';
import type { Check, CheckResult, Prompt } from './prompt.ts';
import { idleMs, WorkerThread } from './worker/workerThread.ts';

/** Longest time for one pattern or schema on one answer, in ms. */
const maxCheckMs = 250;

/** After so many answers a pattern that runs out of time is given up. */
const maxTimeouts = 5;

/** Checks the answers of one run: it learns which patterns run out of time, and tries them no more. */
export class Checker {
  readonly #worker = new WorkerThread(idleMs);
  readonly #queue = new WorkQueue();
  readonly #timeouts = new Map<string, number>();

  /**
   * Checks an answer's text: each of the prompt's checks in their order, or whether it is what is expected, if
   * there are none. An answer passes if all do; one without text passes none, not even a negated one.
   */
  async check(
    { expected, checks }: Pick<Prompt, 'expected' | 'checks'>,
    answer: string,
  ): Promise<CheckResult[]> {
    const results: CheckResult[] = [];
    for (const check of checks) {
      const { result, parts } = await this.#scored(check, answer);
      results.push(result, ...parts.map((part) => ({ ...part, isPart: true as const })));
    }
    if (expected === undefined || checks.length > 0) return results;
    const { passed, reason } = await this.#resultOf({ type: 'equals-any', value: [expected] }, answer);
    return [
      { check: { type: 'equals', value: expected }, passed, reason: reason.replace('equals-any', 'equals') },
    ];
  }

  async #scored(check: Check, answer: string): Promise<ScoredResult> {
    if (check.type === checkSetType) {
      const found: ScoredResult[] = [];
      for (const one of check.assert ?? []) found.push(await this.#scored(one, answer));
      return setResult(check, found, isBlank(answer));
    }
    const result = await this.#resultOf(check, answer);
    return { result, parts: [], score: Number(result.passed) };
  }

  async #resultOf(check: Check, answer: string): Promise<CheckResult> {
    const words = checkWords(check);
    const known = checkName(check.type);
    if (!known) return { check, passed: false, isUnchecked: true, reason: `${words}: unknown` };
    if (isBlank(answer)) return { check, passed: false, reason: `${words}: no text` };
    const { name, isNegated } = known;
    const plain = plainChecks[name];
    if (plain) return { check, passed: plain(answer, check.value) !== isNegated, reason: words };
    const finding = await this.#inWorker(workerCheck(name, check.value, answer));
    if ('notChecked' in finding)
      return {
        check,
        passed: false,
        isUnchecked: true,
        reason: `${words}: not checked, ${finding.notChecked}`,
      };
    const { passed, why, isUnusable } = finding;
    return {
      check,
      passed: isUnusable ? false : passed !== isNegated,
      reason: why === undefined ? words : `${words}: ${why}`,
    };
  }

  #inWorker(check: WorkerCheck): Promise<WorkerFinding | { notChecked: string }> {
    const { answer: _, ...rule } = check;
    const key = JSON.stringify(rule);
    return this.#queue.run(async () => {
      const before = this.#timeouts.get(key) ?? 0;
      if (before >= maxTimeouts) return { notChecked: `it ran out of time on ${maxTimeouts} answers` };
      const reply = await this.#worker.ask({ is: 'check', check }, maxCheckMs);
      if (reply.is === 'finding') return reply.finding;
      this.#timeouts.set(key, before + 1);
      return { notChecked: `it takes over ${maxCheckMs} ms` };
    });
  }
}

function workerCheck(name: CheckName, value: unknown, answer: string): WorkerCheck {
  if (name === 'is-json' || name === 'contains-json') return { is: name, schema: value, answer };
  return { is: 'regex', pattern: String(value), answer };
}

/** Returns a check as it is shown beside ✓ or ✗: `contains “refund”`. */
function checkWords({ type, value }: Check): string {
  const words = valueWords(type.replace(/^not-/u, ''), value);
  return words === '' ? type : `${type} ${words}`;
}

function valueWords(name: string, value: unknown): string {
  if (name === 'is-json' || name === 'contains-json') return '';
  if (name === 'number') {
    const number = toleratedNumber(value);
    return number ? `${number.value}${number.tolerance > 0 ? ` ± ${number.tolerance}` : ''}` : '';
  }
  if (Array.isArray(value)) return (listOf(value) ?? []).slice(0, 5).map(quoted).join(', ');
  return quoted(textOf(value) ?? JSON.stringify(value) ?? '');
}

function isBlank(answer: string): boolean {
  return answer.trim() === '';
}

function quoted(text: string): string {
  return /^\d+$/u.test(text) ? text : `“${cleanText(text, 60)}”`;
}
