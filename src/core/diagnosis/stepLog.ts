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

  /** Skips the steps not reached yet: all if the user stopped, otherwise those that need the service. */
  skipRest(because: SkipReason): void {
    const needsNone: StepName[] = because === 'stopped' ? ['proxy'] : ['proxy', 'vscodeChat'];
    this.skip(
      stepNames.filter((name) => !this.has(name) && !needsNone.includes(name)),
      because,
    );
  }

  /** Whether the step was taken or skipped. */
  has(name: StepName): boolean {
    return this.#steps.some((step) => step.name === name);
  }

  get steps(): readonly Step[] {
    return this.#steps.toSorted((a, b) => stepNames.indexOf(a.name) - stepNames.indexOf(b.name));
  }
}
