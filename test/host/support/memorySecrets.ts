import * as vscode from 'vscode';

/** A `SecretStorage` as VS Code's own behaves: asynchronous, and telling of each change after it was made. */
export class MemorySecrets implements vscode.SecretStorage {
  readonly #onDidChange = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#onDidChange.event;
  readonly values = new Map<string, string>();
  /** Every key that was asked for. */
  readonly reads: string[] = [];
  /** `forgets`: as a machine without a keyring. `throws`: as some Linux systems do. */
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
