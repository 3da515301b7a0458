import type { ToolCall } from '../../api/types.ts';
import { WorkQueue } from '../../base/workQueue.ts';
import { cleanText } from '../cleanText.ts';
import { checkSetType, type ScoredResult, setResult } from './check/checkSet.ts';
import { type CheckName, checkName, listOf, textOf } from './check/checkTypes.ts';
import { toleratedNumber } from './check/numbers.ts';
import { textChecks } from './check/textChecks.ts';
import { wantedTools } from './check/toolCallF1.ts';
import type { AnsweredCalls } from './check/toolCalls.ts';
import { wantedCalls } from './check/wantedCalls.ts';
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
   * Checks an answer's text and its tool calls: each of the prompt's checks in their order, or whether the text is what is expected, if
   * there are none. An answer passes if all do; one with neither passes none, not even a negated one, and one without text none of texts.
   */
  async check(
    { expected, checks, offered }: Pick<Prompt, 'expected' | 'checks' | 'offered'>,
    text: string,
    calls: readonly ToolCall[] = [],
  ): Promise<CheckResult[]> {
    const answer = { answer: text, calls, tools: offered?.tools };
    const results: CheckResult[] = [];
    for (const check of checks) {
      const { result, parts } = await this.#scored(check, answer);
      results.push(result, ...parts.map((part) => ({ ...part, isPart: true as const })));
    }
    if (expected === undefined || checks.length > 0) return results;
    const { result } = await this.#single({ type: 'equals-any', value: [expected] }, answer);
    const { passed, reason } = result;
    return [
      { check: { type: 'equals', value: expected }, passed, reason: reason.replace('equals-any', 'equals') },
    ];
  }

  async #scored(check: Check, answer: Answered): Promise<ScoredResult> {
    if (check.type === checkSetType) {
      const found: ScoredResult[] = [];
      for (const one of check.assert ?? []) found.push(await this.#scored(one, answer));
      return setResult(check, found, isEmpty(answer));
    }
    return this.#single(check, answer);
  }

  async #single(check: Check, answered: Answered): Promise<ScoredResult> {
    const { answer } = answered;
    const words = checkWords(check);
    const known = checkName(check.type);
    if (!known) return scored({ check, passed: false, isUnchecked: true, reason: `${words}: unknown` });
    const { name, isNegated } = known;
    const isOfCalls = name === 'tool-call' || name === 'is-valid-openai-tools-call';
    if (isOfCalls || name === 'tool-call-f1' ? isEmpty(answered) : isBlank(answer)) {
      const callError = isOfCalls && !isNegated && ({ callError: 'noCall' } as const);
      return scored({ check, passed: false, reason: `${words}: no text`, ...callError });
    }
    // JSON can be nested so deeply that reading it takes seconds.
    const plain = name === 'equals' && typeof check.value === 'object' ? undefined : textChecks[name];
    if (plain) return scored({ check, passed: plain(answer, check.value) !== isNegated, reason: words });
    const finding = await this.#inWorker(workerCheck(name, check.value, answered));
    if ('notChecked' in finding) {
      const reason = `${words}: not checked, ${finding.notChecked}`;
      return scored({ check, passed: false, isUnchecked: true, reason });
    }
    const { score, why, isUnusable, callError } = finding;
    const isGood = score === undefined ? finding.passed : score >= (check.threshold ?? 1);
    const passed = isUnusable ? false : isGood !== isNegated;
    const result = {
      ...{ check, passed },
      reason: why === undefined ? words : `${words}: ${cleanText(why, 300)}`,
      ...(callError && !isNegated && !passed && { callError }),
    };
    return scored(result, score);
  }

  #inWorker(check: WorkerCheck): Promise<WorkerFinding | { notChecked: string }> {
    const { answer: _answer, ...rest } = check;
    const { calls: _calls, ...rule } = { calls: [], ...rest };
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

/** What an answer says, and the tools that were offered. */
type Answered = AnsweredCalls & { tools: unknown[] | undefined };

function scored(result: CheckResult, score = Number(result.passed)): ScoredResult {
  return { result, parts: [], score };
}

function workerCheck(name: CheckName, value: unknown, { answer, calls, tools }: Answered): WorkerCheck {
  if (name === 'tool-call' || name === 'tool-call-f1') return { is: name, value, answer, calls };
  if (name === 'is-valid-openai-tools-call') return { is: name, tools, answer, calls };
  if (name === 'equals') return { is: name, value, answer };
  if (name === 'is-json' || name === 'contains-json') return { is: name, schema: value, answer };
  return { is: 'regex', pattern: String(value), answer };
}

/** Returns a check as it is shown beside ✓ or ✗: `contains “refund”`. */
function checkWords({ type, value }: Check): string {
  const words = valueWords(type.replace(/^not-/u, ''), value);
  return words === '' ? type : `${type} ${words}`;
}

function valueWords(name: string, value: unknown): string {
  if (name === 'is-json' || name === 'contains-json' || name === 'is-valid-openai-tools-call') return '';
  if (name === 'tool-call') return (wantedCalls(value) ?? []).map((call) => quoted(call.name)).join(', ');
  if (name === 'tool-call-f1') return (wantedTools(value) ?? []).slice(0, 5).map(quoted).join(', ');
  if (name === 'number') {
    const number = toleratedNumber(value);
    return number ? `${number.value}${number.tolerance > 0 ? ` ± ${number.tolerance}` : ''}` : '';
  }
  if (Array.isArray(value)) return (listOf(value) ?? []).slice(0, 5).map(quoted).join(', ');
  return quoted(textOf(value) ?? JSON.stringify(value) ?? '');
}

function isEmpty({ answer, calls }: Answered): boolean {
  return isBlank(answer) && calls.length === 0;
}

function isBlank(answer: string): boolean {
  return answer.trim() === '';
}

function quoted(text: string): string {
  return /^\d+$/u.test(text) ? text : `“${cleanText(text, 60)}”`;
}
