import * as v from 'valibot';
import type { Connection } from '../connections/connection.ts';
import type { Memory } from '../models/recentModels.ts';

const remembered = v.fallback(v.record(v.string(), v.string()), {});

type Place = Pick<Connection, 'id' | 'baseUrl'>;

/**
 * `fingerprint`: since when a model has other weights than its deployment tells, as an ISO date, if anybody found that. `path`: from
 * where it was last loaded. `loading`, of the name '': whether the user lets adapters be loaded there, `yes` or `no`.
 */
type Note = 'fingerprint' | 'path' | 'loading';

const memoryKey = 'weights.notes';

/** What is remembered of models' weights beside the answers of tests, kept across windows. Another address is another server. */
export class WeightsNotes {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  of(place: Place, name: string, note: Note): string | undefined {
    return this.#all[keyOf(place, name, note)];
  }

  set(place: Place, name: string, note: Note, text: string): void {
    void this.#memory.update(memoryKey, { ...this.#all, [keyOf(place, name, note)]: text });
  }

  /** Call when a model has other weights from now on. */
  renew(place: Place, name: string): void {
    this.set(place, name, 'fingerprint', new Date().toISOString());
  }

  forgetAll(): void {
    void this.#memory.update(memoryKey, undefined);
  }

  get #all(): Readonly<Record<string, string>> {
    return v.parse(remembered, this.#memory.get(memoryKey));
  }
}

function keyOf({ id, baseUrl }: Place, name: string, note: Note): string {
  return JSON.stringify([note, id, baseUrl, name]);
}
