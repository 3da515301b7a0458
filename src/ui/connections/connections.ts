import * as vscode from 'vscode';
import { isLoopback, type Logger, normaliseBaseUrl } from '../../api/index.ts';
import {
  type Connection,
  type ConnectionProblem,
  hostOf,
  readConnections,
  toEntry,
} from '../../core/connections/connection.ts';
import { Emitter } from '../../core/emitter.ts';

const problemText: Record<ConnectionProblem['reason'], string> = {
  shape: 'it has to be an object with a "url" and, if given, "id" and "name" as text',
  url: 'its "url" is not an address of a service, or holds a user name',
  http: 'its "url" is not encrypted; add "allowHttp": true if the key may be sent in clear',
  duplicate: 'its "id" stands in an entry above',
};

/** The id of the connection that the environment gives. */
const environmentConnectionId = 'environment';

/**
 * The connections of the user setting `hostedModels.connections`, and the one of the environment where the setting has
 * none for its base URL. Only the user's value is read: a repository's settings can't add or move a connection.
 */
export class Connections {
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #environmentBaseUrl: string | undefined;
  readonly #log: Logger;
  readonly #subscription: vscode.Disposable;
  #all: Connection[] = [];
  #problems: ConnectionProblem[] = [];

  constructor(environmentBaseUrl: string | undefined, log: Logger) {
    this.#environmentBaseUrl = environmentBaseUrl;
    this.#log = log;
    this.#read();
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('hostedModels.connections')) return;
      this.#read();
      this.#onDidChange.fire();
    });
  }

  get all(): readonly Connection[] {
    return this.#all;
  }

  /** Entries of the setting that can't be used. */
  get problems(): readonly ConnectionProblem[] {
    return this.#problems;
  }

  byId(id: string): Connection | undefined {
    return this.#all.find((one) => one.id === id);
  }

  async add(connection: Connection): Promise<void> {
    await write([...storedEntries(), toEntry(connection)]);
    this.#reread();
  }

  /** Changes these fields alone, in the setting as it is now: another window may have changed others. */
  async update(
    connection: Connection,
    change: Partial<Pick<Connection, 'name' | 'readOnly'>>,
  ): Promise<void> {
    const entries = storedEntries();
    const isOwn = (entry: unknown): entry is object => idOf(entry) === connection.id;
    const changed = entries.some(isOwn)
      ? entries.map((entry) => (isOwn(entry) ? { ...entry, ...change } : entry))
      : [...entries, toEntry({ ...connection, ...change })];
    await write(changed);
    this.#reread();
  }

  async remove(id: string): Promise<void> {
    await write(storedEntries().filter((one) => idOf(one) !== id));
    this.#reread();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onDidChange.dispose();
  }

  /** False for the environment's own connection, as long as the setting says nothing of it. */
  isInSetting(id: string): boolean {
    return storedEntries().some((one) => idOf(one) === id);
  }

  #reread(): void {
    const before = JSON.stringify(this.#all);
    this.#read();
    if (JSON.stringify(this.#all) !== before) this.#onDidChange.fire();
  }

  #read(): void {
    const { connections, problems } = readConnections(storedEntries(), normaliseBaseUrl, isLoopback);
    const baseUrl = this.#environmentBaseUrl;
    const isKnown = baseUrl === undefined || connections.some((one) => one.baseUrl === baseUrl);
    this.#problems = problems;
    for (const { index, reason } of problems) {
      this.#log.warn(`hostedModels.connections[${index}] can't be used: ${problemText[reason]}`);
    }
    this.#all = isKnown
      ? connections
      : [
          ...connections,
          { id: environmentConnectionId, name: hostOf(baseUrl), baseUrl, readOnly: false, allowHttp: true },
        ];
  }
}

function storedEntries(): unknown[] {
  const value = vscode.workspace.getConfiguration('hostedModels').inspect('connections')?.globalValue;
  return Array.isArray(value) ? value : [];
}

function write(entries: unknown[]): Thenable<void> {
  const configuration = vscode.workspace.getConfiguration('hostedModels');
  return configuration.update('connections', entries, vscode.ConfigurationTarget.Global);
}

/** The id that `readConnections` gives this entry. */
function idOf(entry: unknown): string | undefined {
  return readConnections([entry], normaliseBaseUrl, () => true).connections[0]?.id;
}
