import * as v from 'valibot';
import type * as vscode from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import type { Connection, KeySource } from '../../core/connections/connection.ts';
import { type Credentials, createHashKey, identify } from '../../core/connections/credentials.ts';
import { parsed } from '../shared/parsed.ts';

const headersSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

type KeyOwner = Pick<Connection, 'id' | 'baseUrl'>;

type SecretKind = 'apiKey' | 'headers';

/** The secret that `identify` hashes with. */
const hashKeyName = 'hashKey';

/** API key from the environment, for containers; used if no key was stored for that base URL. */
interface EnvironmentKey {
  baseUrl: string;
  apiKey: string;
}

/**
 * Keys and secret headers. Each is kept in VS Code's secret storage under the base URL it was typed for, so a moved connection
 * has none until it is typed again. What the store does not keep (a machine without a keyring) is kept for this window only,
 * and `isKept` is then false.
 */
export class KeyStore {
  readonly #secrets: vscode.SecretStorage;
  readonly #environment: EnvironmentKey | undefined;
  readonly #onDidChange = new Emitter<void>();
  /** Fires when a secret changes, here or in another window: read it again. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #unkept = new Map<string, string>();
  readonly #subscription: vscode.Disposable;
  #makingHashKey: Promise<void> | undefined;

  constructor(secrets: vscode.SecretStorage, environment: EnvironmentKey | undefined) {
    this.#secrets = secrets;
    this.#environment = environment;
    this.#subscription = secrets.onDidChange(() => this.#onDidChange.fire());
  }

  async apiKey(owner: KeyOwner): Promise<string | undefined> {
    const key = await this.#read('apiKey', owner);
    if (key !== undefined) return key;
    return owner.baseUrl === this.#environment?.baseUrl ? this.#environment.apiKey : undefined;
  }

  /** Where the key comes from. */
  async source(owner: KeyOwner): Promise<KeySource | undefined> {
    if (this.#unkept.has(nameOf('apiKey', owner))) return 'window';
    if ((await this.#read('apiKey', owner)) !== undefined) return 'store';
    return owner.baseUrl === this.#environment?.baseUrl ? 'environment' : undefined;
  }

  async setApiKey(owner: KeyOwner, apiKey: string): Promise<{ isKept: boolean }> {
    return this.#write('apiKey', owner, apiKey);
  }

  async clearApiKey(owner: KeyOwner): Promise<void> {
    await this.#remove('apiKey', owner);
  }

  /** Additional gateway headers by name; their values are secrets. */
  async headers(owner: KeyOwner): Promise<Record<string, string>> {
    const text = await this.#read('headers', owner);
    return parsed(headersSchema, text) ?? {};
  }

  async credentials(owner: KeyOwner): Promise<Credentials> {
    const [apiKey, headers] = await Promise.all([this.apiKey(owner), this.headers(owner)]);
    return { apiKey, headers };
  }

  /** See `identify`. Its key is in the secret storage, too: if that is lost, all credentials have another identity. */
  async identify(credentials: Credentials): Promise<string> {
    return identify(credentials, await this.#hashKey());
  }

  async setHeaders(owner: KeyOwner, headers: Record<string, string>): Promise<{ isKept: boolean }> {
    if (Object.keys(headers).length > 0) return this.#write('headers', owner, JSON.stringify(headers));
    await this.#remove('headers', owner);
    return { isKept: true };
  }

  /** Deletes all secrets of a connection, including those for its former addresses. */
  async forget(id: string): Promise<void> {
    await this.#forget((name) => /^(?:apiKey|headers) \S+ (?<id>.*)$/su.exec(name)?.groups?.['id'] === id);
  }

  /** Deletes all secrets, including those of removed connections and former addresses. */
  async forgetAll(): Promise<void> {
    await this.#forget(() => true);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }

  async #forget(isMeant: (name: string) => boolean): Promise<void> {
    const names = new Set([...this.#unkept.keys(), ...(await this.#secrets.keys())]);
    for (const name of [...names].filter(isMeant)) {
      this.#unkept.delete(name);
      await this.#secrets.delete(name);
    }
    this.#onDidChange.fire();
  }

  /** Makes the key only where there surely is none: another one would make unknown what earlier windows know. */
  async #hashKey(): Promise<string> {
    const own = this.#unkept.get(hashKeyName);
    if (own !== undefined) return own;
    try {
      const known = await this.#secrets.get(hashKeyName);
      if (known !== undefined) return known;
      this.#makingHashKey ??= this.#makeHashKey();
      await this.#makingHashKey;
      return await this.#hashKey();
    } catch {
      // A closing window can't read it, and some machines never can.
      this.#unkept.set(hashKeyName, createHashKey());
      return this.#hashKey();
    }
  }

  async #makeHashKey(): Promise<void> {
    const made = createHashKey();
    if (!(await this.#store(hashKeyName, made))) this.#unkept.set(hashKeyName, made);
    this.#makingHashKey = undefined;
  }

  async #read(kind: SecretKind, owner: KeyOwner): Promise<string | undefined> {
    const name = nameOf(kind, owner);
    try {
      return this.#unkept.get(name) ?? (await this.#secrets.get(name));
    } catch {
      // A store that can't be read counts as empty: the view asks for the key again.
      return undefined;
    }
  }

  async #write(kind: SecretKind, owner: KeyOwner, value: string): Promise<{ isKept: boolean }> {
    const name = nameOf(kind, owner);
    const isKept = await this.#store(name, value);
    if (isKept) this.#unkept.delete(name);
    else this.#unkept.set(name, value);
    this.#onDidChange.fire();
    return { isKept };
  }

  /** Returns false if the store does not keep it. */
  async #store(name: string, value: string): Promise<boolean> {
    try {
      await this.#secrets.store(name, value);
      return (await this.#secrets.get(name)) === value;
    } catch {
      // Without a keyring some systems throw here; treated like a store that forgets.
      return false;
    }
  }

  async #remove(kind: SecretKind, owner: KeyOwner): Promise<void> {
    const name = nameOf(kind, owner);
    this.#unkept.delete(name);
    await this.#secrets.delete(name);
    this.#onDidChange.fire();
  }
}

function nameOf(kind: SecretKind, { id, baseUrl }: KeyOwner): string {
  return `${kind} ${baseUrl} ${id}`;
}
