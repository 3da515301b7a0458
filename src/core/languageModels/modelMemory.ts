import * as v from 'valibot';

/** As VS Code's `Memento`. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const memoryKey = 'languageModels.learned';
const mostModels = 200;
/** Estimates of few tokens say little. */
const leastTokens = 50;
/** What the service's last report counts beside the earlier ones. */
const weight = 0.3;

const learnedSchema = v.object({
  id: v.string(),
  /** Tokens that the service reports for each that was estimated. */
  ratio: v.optional(v.pipe(v.number(), v.minValue(0.25), v.maxValue(4))),
  reasons: v.optional(v.literal(true)),
});
type Learned = v.InferOutput<typeof learnedSchema>;
const remembered = v.fallback(v.array(learnedSchema), []);

/** What the answers of each offered model have taught about it, kept across windows. */
export class ModelMemory {
  readonly #memory: Memory;
  /** Kept until the value is another: an agent has the tokens of each message counted. */
  #last: { value: unknown; known: readonly Learned[] } | undefined;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** What to multiply an estimate with. */
  ratio(id: string): number {
    return this.#of(id)?.ratio ?? 1;
  }

  /** Whether the model has ever sent reasoning apart from its text. */
  reasons(id: string): boolean {
    return this.#of(id)?.reasons ?? false;
  }

  learnRatio(id: string, estimated: number, reported: number): void {
    if (!(estimated >= leastTokens && reported > 0)) return;
    const before = this.#of(id)?.ratio;
    const seen = Math.min(4, Math.max(0.25, reported / estimated));
    const ratio = before === undefined ? seen : before + (seen - before) * weight;
    // Each write reaches the disk.
    if (before === undefined || Math.abs(ratio / before - 1) > 0.01) this.#learn(id, { ratio });
  }

  learnReasons(id: string): void {
    if (!this.reasons(id)) this.#learn(id, { reasons: true });
  }

  forgetAll(): void {
    void this.#memory.update(memoryKey, undefined);
  }

  #of(id: string): Learned | undefined {
    return this.#known.find((one) => one.id === id);
  }

  #learn(id: string, learned: Partial<Learned>): void {
    const others = this.#known.filter((one) => one.id !== id);
    const known = [{ ...this.#of(id), id, ...learned }, ...others].slice(0, mostModels);
    void this.#memory.update(memoryKey, known);
  }

  get #known(): readonly Learned[] {
    const value = this.#memory.get(memoryKey);
    if (!this.#last || this.#last.value !== value) this.#last = { value, known: v.parse(remembered, value) };
    return this.#last.known;
  }
}
