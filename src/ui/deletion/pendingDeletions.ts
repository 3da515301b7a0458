import { Emitter } from '../../core/emitter.ts';
import { type ModelRef, modelKey } from '../../core/modelKey.ts';

/** LoRAs whose deletion is under way in this window, and those that it found gone since. */
export class PendingDeletions {
  readonly #onDidChange = new Emitter<ModelRef>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #running = new Set<string>();
  readonly #gone = new Map<string, ModelRef>();

  has(model: ModelRef): boolean {
    return this.#running.has(modelKey(model));
  }

  /** Deleted from this window, or found gone when it tried; until a fresh list shows it again. */
  isDeleted(model: ModelRef): boolean {
    return this.#gone.has(modelKey(model));
  }

  /** Shows `model` as being deleted until `work` has ended; `work` answers whether it is gone. */
  async during<T extends { isGone: boolean }>(model: ModelRef, work: () => Promise<T>): Promise<T> {
    const key = modelKey(model);
    this.#running.add(key);
    this.#gone.delete(key);
    this.#onDidChange.fire(model);
    try {
      const result = await work();
      if (result.isGone) this.#gone.set(key, model);
      return result;
    } finally {
      this.#running.delete(key);
      this.#onDidChange.fire(model);
    }
  }

  /** A fresh list of this connection came: what it shows was deployed again. */
  forgetListed(connectionId: string, isListed: (model: ModelRef) => boolean): void {
    for (const [key, model] of this.#gone) {
      if (model.connectionId !== connectionId || !isListed(model)) continue;
      this.#gone.delete(key);
      this.#onDidChange.fire(model);
    }
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }
}
