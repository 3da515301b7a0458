import type * as vscode from 'vscode';
import { Emitter } from '../../../src/base/emitter.ts';

/** A `SecretStorage` that behaves like VS Code's own: asynchronous, with an event after each change. */
export class MemorySecrets implements vscode.SecretStorage {
  readonly #onDidChange = new Emitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#onDidChange.event;
  readonly values = new Map<string, string>();
  /** Every key that was read. */
  readonly reads: string[] = [];
  /** `forgets`: like a machine without a keyring. `throws`: like some Linux systems. */
  fault: 'forgets' | 'throws' | undefined;

  async get(key: string): Promise<string | undefined> {
    this.reads.push(key);
    return this.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    if (this.fault === 'throws') throw new Error('There is no keyring.');
    if (this.fault !== 'forgets') this.values.set(key, value);
    this.#onDidChange.fire({ key });
  }

  async delete(key: string): Promise<void> {
    this.values.delete(key);
    this.#onDidChange.fire({ key });
  }

  async keys(): Promise<string[]> {
    return [...this.values.keys()];
  }
}
