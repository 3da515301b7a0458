import { Emitter } from '../../core/emitter.ts';
import { type ModelRef, modelKey } from '../../core/modelKey.ts';

/** LoRAs whose deletion is under way in this window, and those that it has deleted. */
export class PendingDeletions {
  readonly #onDidChange = new Emitter<ModelRef>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #running = new Set<string>();
  readonly #deleted = new Set<string>();

  has(model: ModelRef): boolean {
    return this.#running.has(modelKey(model));
  }

  /** Deleted from this window, or found gone when it tried. */
  isDeleted(model: ModelRef): boolean {
    return this.#deleted.has(modelKey(model));
  }

  /** Shows `model` as being deleted until `work` has ended; `work` answers whether it is gone. */
  async during<T extends { isGone: boolean }>(model: ModelRef, work: () => Promise<T>): Promise<T> {
    const key = modelKey(model);
    this.#running.add(key);
    this.#onDidChange.fire(model);
    try {
      const result = await work();
      if (result.isGone) this.#deleted.add(key);
      return result;
    } finally {
      this.#running.delete(key);
      this.#onDidChange.fire(model);
    }
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }
}
