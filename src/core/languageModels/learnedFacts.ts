import * as v from 'valibot';
import type { Memory } from '../models/recentModels.ts';

const memoryKey = 'languageModels.learned';
const maxModels = 200;
/** Min number of estimated tokens to learn from: a small estimate says little. */
const leastTokens = 50;
/** Weight of the service's last report against the earlier ones. */
const weight = 0.3;

const learnedSchema = v.object({
  id: v.string(),
  /** Number of tokens that the service reports per estimated one. */
  ratio: v.optional(v.pipe(v.number(), v.minValue(0.25), v.maxValue(4))),
  reasons: v.optional(v.literal(true)),
  /** The deployment whose last answer had a lone `</think>`. */
  startsInside: v.optional(v.string()),
  /** How many tokens question and answer may have together, as a refusal said. */
  limit: v.optional(v.pipe(v.number(), v.integer())),
});
type Learned = v.InferOutput<typeof learnedSchema>;
const remembered = v.fallback(v.array(learnedSchema), []);

/** What was learned about each offered model from its answers, kept across windows. */
export class LearnedFacts {
  readonly #memory: Memory;
  /** Kept until the stored value is another, since an agent has the tokens of each message counted. */
  #last: { value: unknown; known: readonly Learned[] } | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Returns the factor by which to multiply an estimate. */
  ratio(id: string): number {
    return this.#of(id)?.ratio ?? 1;
  }

  /** True if the model has ever sent reasoning apart from its text. */
  reasons(id: string): boolean {
    return this.#of(id)?.reasons ?? false;
  }

  /** Returns the size of its context, if the service named it when it refused a longer request. */
  limit(id: string): number | undefined {
    return this.#of(id)?.limit;
  }

  learnLimit(id: string, limit: number): void {
    if (this.limit(id) !== limit) this.#learn(id, { limit });
  }

  learnRatio(id: string, estimated: number, reported: number): void {
    if (!(estimated >= leastTokens && reported > 0)) return;
    const before = this.#of(id)?.ratio;
    const seen = Math.min(4, Math.max(0.25, reported / estimated));
    const ratio = before === undefined ? seen : before + (seen - before) * weight;
    // A small change is not stored, since each update is written to the disk.
    if (before === undefined || Math.abs(ratio / before - 1) > 0.01) this.#learn(id, { ratio });
  }

  learnReasons(id: string): void {
    if (!this.reasons(id)) this.#learn(id, { reasons: true });
  }

  /** True if this deployment's last answer had reasoning in its text that ended with a lone `</think>`. */
  startsInside(id: string, deployment: string): boolean {
    return this.#of(id)?.startsInside === deployment;
  }

  learnStartsInside(id: string, deployment: string | undefined): void {
    if (this.#of(id)?.startsInside !== deployment) this.#learn(id, { startsInside: deployment });
  }

  forgetAll(): void {
    void this.#memory.update(memoryKey, undefined);
  }

  #of(id: string): Learned | undefined {
    return this.#known.find((one) => one.id === id);
  }

  #learn(id: string, learned: Partial<Learned>): void {
    const others = this.#known.filter((one) => one.id !== id);
    const known = [{ ...this.#of(id), id, ...learned }, ...others].slice(0, maxModels);
    void this.#memory.update(memoryKey, known);
  }

  get #known(): readonly Learned[] {
    const value = this.#memory.get(memoryKey);
    if (!this.#last || this.#last.value !== value) this.#last = { value, known: v.parse(remembered, value) };
    return this.#last.known;
  }
}
