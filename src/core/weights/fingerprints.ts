import * as v from 'valibot';
import type { Connection } from '../connections/connection.ts';
import type { Memory } from '../models/recentModels.ts';

const memoryKey = 'weights.fingerprints';
const remembered = v.fallback(v.record(v.string(), v.string()), {});

type Place = Pick<Connection, 'id' | 'baseUrl'>;

/** Since when models have other weights than their deployments tell, kept across windows. */
export class Fingerprints {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Returns an ISO date; `undefined` for a model that was never found to answer otherwise, nor loaded anew. */
  of(place: Place, name: string): string | undefined {
    return this.#known[keyOf(place, name)];
  }

  /** Call when a model has other weights from now on. */
  renew(place: Place, name: string): void {
    const known = { ...this.#known, [keyOf(place, name)]: new Date().toISOString() };
    void this.#memory.update(memoryKey, known);
  }

  forgetAll(): void {
    void this.#memory.update(memoryKey, undefined);
  }

  get #known(): Readonly<Record<string, string>> {
    return v.parse(remembered, this.#memory.get(memoryKey));
  }
}

/** Another address is another server. */
function keyOf({ id, baseUrl }: Place, name: string): string {
  return JSON.stringify([id, baseUrl, name]);
}
