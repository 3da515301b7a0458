import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { ModelSort } from '../../../core/models/modelSort.ts';

/** Filter and sort order of a connection's list. */
export interface ModelsLook {
  filter: string;
  sort: ModelSort;
}

const plainLook: ModelsLook = { filter: '', sort: 'name' };

const memoryKey = 'models.looks';
const remembered = v.fallback(
  v.record(v.string(), v.object({ filter: v.string(), sort: v.picklist(['name', 'newest']) })),
  {},
);

/** The look of each connection's list, kept across windows. An unchanged look stays the same object. */
export class ModelLooks {
  readonly #memory: vscode.Memento;
  #looks: Record<string, ModelsLook>;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#looks = v.parse(remembered, memory.get(memoryKey));
  }

  of(connectionId: string): ModelsLook {
    return this.#looks[connectionId] ?? plainLook;
  }

  change(connectionId: string, change: Partial<ModelsLook>): void {
    this.#looks = { ...this.#looks, [connectionId]: { ...this.of(connectionId), ...change } };
    // Another window may have changed other connections meanwhile.
    const kept = { ...v.parse(remembered, this.#memory.get(memoryKey)) };
    const look = this.of(connectionId);
    if (look.filter === '' && look.sort === 'name') delete kept[connectionId];
    else kept[connectionId] = look;
    void this.#memory.update(memoryKey, kept);
  }

  /** Forgets all looks, those of removed connections too. */
  forgetAll(): void {
    this.#looks = {};
    void this.#memory.update(memoryKey, undefined);
  }
}
