import { inSlices, yieldToEventLoop } from '../../../base/eventLoop.ts';
import { allOf, meanRate, wilson } from '../../statistics/index.ts';
import type { CallError } from '../prompt.ts';
import type { RunFile } from '../run/runFile.ts';
import { type CellState, hasAnswered } from '../run/runIndex.ts';

/** Under so many answers, no 95th percentile is given. */
const fewestForP95 = 20;

/** A rate with its 95% interval, as shares. */
interface PassedRate {
  share: number;
  low: number;
  high: number;
  /** Of how many units: prompts, or groups; repeated prompts and groups count by their means. */
  of: number;
  /** Wilson's where every unit passed or not, else that of `meanRate`. */
  interval: 'wilson' | 't';
}

export interface ModelSummary {
  model: number;
  /** `undefined` if nothing was checked. */
  passed: PassedRate | undefined;
  /** How often all of a prompt's answers passed, and of how many prompts: those whose answers are all checked. */
  allPassed: { share: number; of: number } | undefined;
  ttftMs: { p50: number; p95: number | undefined } | undefined;
  /** The median. */
  tokensPerSecond: number | undefined;
  /** Of all answers. */
  tokens: number;
  /** True if tokens and rates are in part estimated. */
  isEstimated: boolean;
  counts: Readonly<Record<CellState, number>>;
  empty: number;
  /** How many answers have tool calls with this fault, as far as checks look at them. */
  callErrors: Partial<Record<CallError, number>>;
}

/** Sums up what each model of a run did. */
export async function runSummary({ run, index }: Pick<RunFile, 'run' | 'index'>): Promise<ModelSummary[]> {
  const summaries: ModelSummary[] = [];
  for (const model of run.models.keys()) {
    // By the units' numbers: the prompts, and behind them the groups, of which there are no more.
    const [passed, counts] = [new Uint32Array(2 * run.prompts), new Uint32Array(2 * run.prompts)];
    const ttfts = new Tally();
    const rates = new Tally();
    const errors: ModelSummary['callErrors'] = {};
    let [tokens, empty, isEstimated] = [0, 0, false];
    let [allPassed, allChecked] = [0, 0];
    await inSlices(Array(run.prompts).keys(), (prompt) => {
      let [passes, checked] = [0, 0];
      for (let repetition = 0; repetition < run.repetitions; repetition++) {
        const facts = index.facts({ prompt, model, repetition });
        if (!hasAnswered(facts.state)) continue;
        if (facts.isEmpty) empty += 1;
        const { callError } = facts;
        if (callError) errors[callError] = (errors[callError] ?? 0) + 1;
        if (facts.ttftMs !== undefined) ttfts.add(facts.ttftMs);
        if (facts.tokensPerSecond !== undefined) rates.add(facts.tokensPerSecond);
        tokens += facts.completionTokens ?? 0;
        isEstimated ||= facts.isEstimated;
        if (facts.check === 'none') continue;
        const pass = facts.check === 'passed' ? 1 : 0;
        checked += 1;
        passes += pass;
        const unit = index.unitOf(prompt);
        passed[unit] = (passed[unit] ?? 0) + pass;
        counts[unit] = (counts[unit] ?? 0) + 1;
      }
      const share = allOf(run.repetitions, passes, checked);
      if (share === undefined) return;
      allPassed += share;
      allChecked += 1;
    });
    await yieldToEventLoop();
    const rate = passedRate(passed, counts);
    await yieldToEventLoop();
    summaries.push({
      model,
      passed: rate,
      allPassed: allChecked > 0 ? { share: allPassed / allChecked, of: allChecked } : undefined,
      ttftMs: percentiles(ttfts),
      tokensPerSecond: rates.percentiles()[0],
      tokens,
      isEstimated,
      counts: index.counts(model),
      empty,
      callErrors: errors,
    });
  }
  return summaries;
}

/** Takes how many answers of each unit passed, and of how many. */
function passedRate(passed: Uint32Array, counts: Uint32Array): PassedRate | undefined {
  const rates: number[] = [];
  let [sum, isYesOrNo] = [0, true];
  for (let unit = 0; unit < counts.length; unit++) {
    const count = counts[unit] ?? 0;
    if (count === 0) continue;
    const rate = (passed[unit] ?? 0) / count;
    rates.push(rate);
    sum += rate;
    isYesOrNo &&= rate === 0 || rate === 1;
  }
  const of = rates.length;
  if (of === 0) return undefined;
  const [low, high] = isYesOrNo ? wilson(sum, of) : meanRate(rates);
  return { share: sum / of, low, high, of, interval: isYesOrNo ? 'wilson' : 't' };
}

function percentiles(values: Tally): ModelSummary['ttftMs'] {
  const [p50, p95] = values.percentiles();
  return p50 === undefined ? undefined : { p50, p95: values.size < fewestForP95 ? undefined : p95 };
}

/**
 * How often each of many values came. Times and rates are kept in whole ms and hundredths, so that a million of them are a few
 * thousand values, and little is sorted in one go.
 */
class Tally {
  readonly #counts = new Map<number, number>();
  #size = 0;

  /** How many were added. */
  get size(): number {
    return this.#size;
  }

  add(value: number): void {
    this.#size += 1;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  /** Returns the median and the 95th percentile: the values that so many are not above, the nearest rank. Nothing if there are none. */
  percentiles(): number[] {
    const values = Float64Array.from(this.#counts.keys()).sort();
    return [0.5, 0.95].flatMap((share) => {
      let left = Math.ceil(this.#size * share);
      const isReached = (value: number) => {
        left -= this.#counts.get(value) ?? 0;
        return left <= 0;
      };
      return values.find(isReached) ?? [];
    });
  }
}
