import type * as vscode from 'vscode';
import { Emitter } from '../../../src/base/emitter.ts';

/** What a window remembers, for one test. */
export class Memory implements vscode.Memento {
  readonly #values = new Map<string, unknown>();
  readonly #onDidUpdate = new Emitter<string>();
  readonly onDidUpdate = this.#onDidUpdate.event;

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }
  get<T>(key: string, defaultValue?: T): T | undefined {
    return (this.#values.get(key) as T | undefined) ?? defaultValue;
  }
  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
    this.#onDidUpdate.fire(key);
  }
  setKeysForSync(): void {
    this.#values.delete('');
  }
}
