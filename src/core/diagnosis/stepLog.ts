import {
  type DoneStep,
  type Finding,
  type SkipReason,
  type Step,
  type StepName,
  stepNames,
} from './diagnosis.ts';

/** Runs the steps of a diagnosis one by one and keeps their findings. */
export class StepLog {
  readonly #signal: AbortSignal;
  readonly #onStep: (name: StepName) => void;
  readonly #steps: Step[] = [];

  constructor(signal: AbortSignal, onStep: (name: StepName) => void) {
    this.#signal = signal;
    this.#onStep = onStep;
  }

  /** Rejects with the signal's reason once the diagnosis is stopped. */
  async take<N extends StepName>(name: N, find: () => Finding<N> | Promise<Finding<N>>): Promise<Finding<N>> {
    this.#signal.throwIfAborted();
    this.#onStep(name);
    const startedAt = performance.now();
    const finding = await find();
    this.#signal.throwIfAborted();
    const ms = Math.round(performance.now() - startedAt);
    // The compiler can't see that a name with its own facts is one of the union's steps.
    this.#steps.push({ ...finding, name, ms } as DoneStep<N>);
    return finding;
  }

  skip(names: readonly StepName[], because: SkipReason): void {
    for (const name of names) this.#steps.push({ name, outcome: 'skipped', because });
  }

  /** Skips all steps not reached yet. */
  skipRest(because: SkipReason): void {
    const known = new Set(this.#steps.map(({ name }) => name));
    this.skip(
      stepNames.filter((name) => !known.has(name) && name !== 'proxy'),
      because,
    );
  }

  get steps(): readonly Step[] {
    return this.#steps.toSorted((a, b) => stepNames.indexOf(a.name) - stepNames.indexOf(b.name));
  }
}
