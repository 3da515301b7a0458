import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';

/** More are forgotten, the oldest first. */
const maxKept = 100;

const memoryKey = 'connections.known';
const remembered = v.fallback(v.array(v.object({ id: v.string(), baseUrl: v.string() })), []);

type Known = Pick<Connection, 'id' | 'baseUrl'>;

/** Ids and base URLs of all connections, kept beyond their removal: one that is added again gets its chats and votes back. */
export class KnownConnections {
  readonly #memory: vscode.Memento;
  #present: readonly Known[] = [];

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Returns the id of the removed connection with this base URL, or a new one if another connection has or had that URL. */
  idFor(baseUrl: string): string {
    const isMeant = (one: Known) => one.baseUrl === baseUrl;
    const [removed, another] = this.#removed.filter(isMeant);
    return removed && !another && !this.#present.some(isMeant) ? removed.id : crypto.randomUUID();
  }

  /** Call with all connections whenever they changed. */
  remember(connections: readonly Connection[]): void {
    this.#present = connections.map(({ id, baseUrl }) => ({ id, baseUrl }));
    const known = this.#known;
    const isKnown = ({ id, baseUrl }: Known) => known.some((one) => one.id === id && one.baseUrl === baseUrl);
    if (!this.#present.every(isKnown)) this.#keep([...this.#removed, ...this.#present]);
  }

  forgetRemoved(): void {
    this.#keep(this.#present);
  }

  get #known(): readonly Known[] {
    return v.parse(remembered, this.#memory.get(memoryKey));
  }

  get #removed(): readonly Known[] {
    return this.#known.filter(({ id }) => !this.#present.some((one) => one.id === id));
  }

  #keep(known: readonly Known[]): void {
    void this.#memory.update(memoryKey, known.slice(-maxKept));
  }
}
