import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { Emitter } from '../../base/emitter.ts';
import {
  type Connection,
  type ConnectionProblem,
  entryIndex,
  ofKind,
  readConnections,
  toEntry,
  withEnvironment,
} from '../../core/connections/connection.ts';
import { ListSetting } from '../shared/listSetting.ts';
import { t } from '../shared/text/t.ts';

/** More are forgotten, the oldest first. */
const maxKept = 100;

const memoryKey = 'connections.known';
const remembered = v.fallback(
  v.array(
    v.object({
      id: v.string(),
      baseUrl: v.string(),
      // A hosting service stays one, whatever it answers later in place of its list.
      kind: v.exactOptional(v.literal('hosted')),
    }),
  ),
  [],
);

type Known = v.InferOutput<typeof remembered>[number];

/**
 * The connections of the user setting `hostedModels.connections`, plus the environment's if the setting has none for its base
 * URL. Only the user's value is read: a repository's settings can't add or move a connection.
 */
export class Connections {
  readonly #onDidChange = new Emitter<void>();
  readonly onDidChange = this.#onDidChange.event;
  readonly #environmentBaseUrl: string | undefined;
  readonly #log: Logger;
  readonly #memory: vscode.Memento;
  readonly #setting = new ListSetting('connections');
  readonly #subscription: vscode.Disposable;
  #all: Connection[] = [];
  /** The environment's connection, unless the setting has it. */
  #environment: Connection | undefined;
  #problems: ConnectionProblem[] = [];
  /** Base URLs where this window has found OpenAI-compatible servers. */
  readonly #openAi = new Set<string>();

  constructor(environmentBaseUrl: string | undefined, log: Logger, memory: vscode.Memento) {
    this.#environmentBaseUrl = environmentBaseUrl;
    this.#log = log;
    this.#memory = memory;
    this.#read();
    this.#subscription = this.#setting.onDidChange(() => {
      this.#read();
      this.#onDidChange.fire();
    });
  }

  get all(): readonly Connection[] {
    return this.#all;
  }

  /** The connection, if it is the only one and the setting has no problems. */
  get only(): Connection | undefined {
    return this.#all.length === 1 && this.#problems.length === 0 ? this.#all[0] : undefined;
  }

  /** Entries of the setting that can't be used. */
  get problems(): readonly ConnectionProblem[] {
    return this.#problems;
  }

  byId(id: string): Connection | undefined {
    return this.#all.find((one) => one.id === id);
  }

  /** What is known of a connection by its id, even if it was removed. */
  named(id: string): Pick<Connection, 'name' | 'baseUrl'> {
    return this.byId(id) ?? { name: t('removed connection'), baseUrl: 'https://removed.invalid' };
  }

  /** Returns the id for a connection to this base URL: that of a removed one if it alone had the URL, else a new one. */
  idFor(baseUrl: string): string {
    const isMeant = (one: Pick<Known, 'baseUrl'>) => one.baseUrl === baseUrl;
    const [removed, another] = this.#removed.filter(isMeant);
    return removed && !another && !this.#all.some(isMeant) ? removed.id : crypto.randomUUID();
  }

  /** The next connection to a base URL then gets a new id, whichever had it before. */
  forgetRemoved(): void {
    this.#remember(this.#all);
  }

  add(connection: Connection): Promise<void> {
    return this.#setting.change((entries) => [...entries, toEntry(connection)]);
  }

  /**
   * Changes only these fields. An entry without an id gets its current one, so that a later change of its URL keeps everything
   * linked to it.
   */
  update(
    connection: Connection,
    change: Partial<Pick<Connection, 'name' | 'readOnly' | 'kind'>> = {},
  ): Promise<void> {
    return this.#setting.change((entries) => {
      const at = entryIndex(entries, connection.id);
      const entry = entries[at];
      if (typeof entry === 'object') return entries.with(at, { ...entry, id: connection.id, ...change });
      // The environment's connection enters the setting with its first change; one removed meanwhile stays removed.
      return connection.id === this.#environment?.id
        ? [...entries, toEntry({ ...connection, ...change })]
        : entries;
    });
  }

  /** Call when the first list has shown what a server is. An entry in the setting keeps that it is OpenAI-compatible. */
  async keepKind({ id, baseUrl, kind }: Pick<Connection, 'id' | 'baseUrl' | 'kind'>): Promise<void> {
    if (kind === 'hosted') {
      const isIt = (one: Known) => one.id === id && one.baseUrl === baseUrl;
      return this.#remember(this.#known.map((one) => (isIt(one) ? { ...one, kind } : one)));
    }
    this.#openAi.add(baseUrl);
    this.#read();
    this.#onDidChange.fire();
    const connection = this.byId(id);
    if (connection && this.isInSetting(id)) await this.update(connection, { kind: 'openai' });
  }

  remove(id: string): Promise<void> {
    return this.#setting.change((entries) => {
      const at = entryIndex(entries, id);
      return at < 0 ? entries : entries.toSpliced(at, 1);
    });
  }

  /** Gives a connection of the setting a permanent id once something depends on it. */
  async keepId(connection: Connection): Promise<void> {
    const isNamed = (entry: unknown) => v.is(v.object({ id: v.string() }), entry);
    const entries = this.#setting.entries;
    const own = entries[entryIndex(entries, connection.id)];
    if (own !== undefined && !isNamed(own)) await this.update(connection);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#setting.dispose();
    this.#onDidChange.dispose();
  }

  /** False for the environment's connection while the setting doesn't have it. */
  isInSetting(id: string): boolean {
    return entryIndex(this.#setting.entries, id) >= 0;
  }

  #read(): void {
    const read = readConnections(this.#setting.value);
    const { all, environment } = withEnvironment(read, this.#environmentBaseUrl);
    const known = this.#known;
    const knownAs = ({ id, baseUrl }: Connection) =>
      known.find((one) => one.id === id && one.baseUrl === baseUrl);
    this.#all = all.map((one) =>
      one.kind ? one : ofKind(one, this.#openAi.has(one.baseUrl) ? 'openai' : knownAs(one)?.kind),
    );
    this.#environment = environment;
    this.#problems = read.problems;
    if (!all.every(knownAs)) this.#remember([...this.#removed, ...this.#all]);
    for (const { index, reason } of read.problems) {
      this.#log.warn(`hostedModels.connections[${index}] can't be used (${reason}).`);
    }
  }

  /** All connections, kept beyond their removal: one that is added again gets its chats and votes back. */
  get #known(): readonly Known[] {
    return v.parse(remembered, this.#memory.get(memoryKey));
  }

  get #removed(): readonly Known[] {
    return this.#known.filter(({ id }) => !this.byId(id));
  }

  #remember(known: readonly Pick<Connection, 'id' | 'baseUrl' | 'kind'>[]): void {
    const kept = known
      .slice(-maxKept)
      .map(({ id, baseUrl, kind }) => ({ id, baseUrl, ...(kind === 'hosted' && { kind }) }));
    void this.#memory.update(memoryKey, kept);
  }
}
