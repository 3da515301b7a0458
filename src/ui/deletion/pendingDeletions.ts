import { Emitter } from '../../core/emitter.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';

/** `row`: how it is shown. `list`: whether it is shown. */
export interface PendingChange {
  model: ModelRef;
  changes: 'row' | 'list';
}

/** LoRAs whose deletion is under way in this window, and those that it found gone since. */
export class PendingDeletions {
  readonly #onDidChange = new Emitter<PendingChange>();
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
    this.#onDidChange.fire({ model, changes: this.#gone.delete(key) ? 'list' : 'row' });
    try {
      const result = await work();
      if (result.isGone) this.#gone.set(key, model);
      return result;
    } finally {
      this.#running.delete(key);
      this.#onDidChange.fire({ model, changes: this.#gone.has(key) ? 'list' : 'row' });
    }
  }

  /** A fresh list of this connection came: what it shows was deployed again. */
  forgetListed(connectionId: string, isListed: (model: ModelRef) => boolean): void {
    for (const [key, model] of this.#gone) {
      if (model.connectionId !== connectionId || !isListed(model)) continue;
      this.#gone.delete(key);
      this.#onDidChange.fire({ model, changes: 'list' });
    }
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }
}
