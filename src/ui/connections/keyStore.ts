import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import type { KeySource } from '../../core/diagnosis/diagnosis.ts';
import { Emitter } from '../../core/emitter.ts';

const headersSchema = v.record(v.string(), v.string());

type KeyOwner = Pick<Connection, 'id' | 'baseUrl'>;

/** A key given by the environment, for containers: it counts where nothing was typed for that base URL. */
export interface EnvironmentKey {
  baseUrl: string;
  apiKey: string;
}

/**
 * Keys and secret headers. Each lies in VS Code's secret store under the base URL it was typed for, so that a moved
 * connection has none until it is typed again. What the store does not keep (a machine without a keyring) is kept for
 * this window only, and `isKept` says so.
 */
export class KeyStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #environment: EnvironmentKey | undefined;
  readonly #onDidChange = new Emitter<void>();
  /** Some key changed, here or in another window: read it again. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #unkept = new Map<string, string>();
  readonly #subscription: vscode.Disposable;

  constructor(secrets: vscode.SecretStorage, environment: EnvironmentKey | undefined) {
    this.#secrets = secrets;
    this.#environment = environment;
    this.#subscription = secrets.onDidChange(() => this.#onDidChange.fire());
  }

  async apiKey(owner: KeyOwner): Promise<string | undefined> {
    const key = await this.#read(keyName(owner));
    if (key !== undefined) return key;
    return owner.baseUrl === this.#environment?.baseUrl ? this.#environment.apiKey : undefined;
  }

  /** Where the key comes from. */
  async source(owner: KeyOwner): Promise<KeySource | undefined> {
    const name = keyName(owner);
    if (this.#unkept.has(name)) return 'window';
    if ((await this.#read(name)) !== undefined) return 'store';
    return owner.baseUrl === this.#environment?.baseUrl ? 'environment' : undefined;
  }

  async setApiKey(owner: KeyOwner, apiKey: string): Promise<{ isKept: boolean }> {
    return this.#write(keyName(owner), apiKey);
  }

  async clearApiKey(owner: KeyOwner): Promise<void> {
    await this.#remove(keyName(owner));
  }

  /** Further headers for a gateway, by name; their values are secrets. */
  async headers(owner: KeyOwner): Promise<Record<string, string>> {
    const text = await this.#read(headersName(owner));
    if (text === undefined) return {};
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), headersSchema), text);
    return read.success ? read.output : {};
  }

  async setHeaders(owner: KeyOwner, headers: Record<string, string>): Promise<{ isKept: boolean }> {
    if (Object.keys(headers).length > 0) return this.#write(headersName(owner), JSON.stringify(headers));
    await this.#remove(headersName(owner));
    return { isKept: true };
  }

  async forget(owner: KeyOwner): Promise<void> {
    await this.#remove(keyName(owner));
    await this.#remove(headersName(owner));
  }

  /** Also what was stored for connections and addresses that are no more. */
  async forgetAll(owners: readonly KeyOwner[]): Promise<void> {
    this.#unkept.clear();
    for (const name of await this.#secrets.keys()) await this.#secrets.delete(name);
    for (const owner of owners) await this.forget(owner);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }

  async #read(name: string): Promise<string | undefined> {
    try {
      return this.#unkept.get(name) ?? (await this.#secrets.get(name));
    } catch {
      // A store that can't be read has nothing: the view asks for the key again.
      return undefined;
    }
  }

  async #write(name: string, value: string): Promise<{ isKept: boolean }> {
    let isKept = false;
    try {
      await this.#secrets.store(name, value);
      isKept = (await this.#secrets.get(name)) === value;
    } catch {
      // Without a keyring some systems throw here; the answer is the same as for a store that forgets.
      isKept = false;
    }
    if (isKept) this.#unkept.delete(name);
    else this.#unkept.set(name, value);
    this.#onDidChange.fire();
    return { isKept };
  }

  async #remove(name: string): Promise<void> {
    this.#unkept.delete(name);
    await this.#secrets.delete(name);
    this.#onDidChange.fire();
  }
}

function keyName({ id, baseUrl }: KeyOwner): string {
  return `apiKey ${baseUrl} ${id}`;
}

function headersName({ id, baseUrl }: KeyOwner): string {
  return `headers ${baseUrl} ${id}`;
}
