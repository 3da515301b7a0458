import type { KeptError } from '../../keptError.ts';
import { type AnswerOrigin, originOf, type RunResult } from './runRecord.ts';

/** `ModelRemarks.kept` as JSON; the first two by the model's number. */
export interface KeptModelRemarks {
  refused: string[][];
  origins: AnswerOrigin[][];
  gaveUp: { model: number; error?: KeptError | undefined }[];
}

/** So many origins of a model's answers are known. */
const maxOrigins = 20;

/** What is known of each model of a run, by its number, beside its answers. */
export class ModelRemarks {
  /** The wire names of the fields that it refused. */
  readonly refused: Set<string>[] = [];
  /** What its answers came of, by their JSON. */
  readonly #origins: Map<string, AnswerOrigin>[] = [];
  /** The models that were asked no more, and why. */
  readonly gaveUp = new Map<number, KeptError | undefined>();

  constructor(models: number) {
    for (let model = 0; model < models; model++) this.grow();
  }

  /** Call when the run has got another model. */
  grow(): void {
    this.refused.push(new Set());
    this.#origins.push(new Map());
  }

  add(result: RunResult, isAnswered: boolean): void {
    for (const field of result.droppedFields ?? []) this.refused[result.model]?.add(field);
    if (isAnswered) this.#addOrigin(result.model, originOf(result));
  }

  /** Returns what a model's answers came of, each once: several if it was deployed anew meanwhile. */
  originsOf(model: number): AnswerOrigin[] {
    return [...(this.#origins[model]?.values() ?? [])];
  }

  get kept(): KeptModelRemarks {
    return {
      refused: this.refused.map((names) => [...names]),
      origins: this.#origins.map((known) => [...known.values()]),
      gaveUp: [...this.gaveUp].map(([model, error]) => ({ model, ...(error && { error }) })),
    };
  }

  restore({ refused, origins, gaveUp }: KeptModelRemarks): void {
    for (const [model, names] of refused.entries()) for (const name of names) this.refused[model]?.add(name);
    for (const [model, known] of origins.entries()) for (const one of known) this.#addOrigin(model, one);
    for (const { model, error } of gaveUp) this.gaveUp.set(model, error);
  }

  #addOrigin(model: number, origin: AnswerOrigin): void {
    const known = this.#origins[model];
    if (known && known.size < maxOrigins) known.set(JSON.stringify(origin), origin);
  }
}
