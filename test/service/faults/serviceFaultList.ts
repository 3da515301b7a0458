import type { Fault, FaultKind, FaultOf } from './serviceFault.ts';

interface Entry {
  fault: Fault;
  left: number;
}

/** What a fault is matched against. */
export interface FaultSubject {
  method: string;
  path: string;
  /** The parsed body, if it is JSON. */
  json: unknown;
}

/** The faults that are set, in the order they were added. */
export class ServiceFaultList {
  #entries: Entry[] = [];
  readonly #removals = new Map<Fault, AbortController>();

  add(fault: Fault): () => void {
    const entry = { fault, left: fault.times ?? Number.POSITIVE_INFINITY };
    this.#entries.push(entry);
    this.#removals.set(fault, new AbortController());
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
      this.#removals.get(fault)?.abort();
    };
  }

  clear(): void {
    this.#entries = [];
    for (const removal of this.#removals.values()) removal.abort();
    this.#removals.clear();
  }

  /** Aborted once the fault is removed by hand. */
  removed(fault: Fault): AbortSignal {
    return this.#removals.get(fault)?.signal ?? AbortSignal.abort();
  }

  /** Takes the oldest fault of these kinds that hits the request; that counts as one of its `times`. */
  take<K extends FaultKind>(
    subject: FaultSubject,
    kinds: readonly K[],
    isWanted: (fault: FaultOf<K>) => boolean = () => true,
  ): FaultOf<K> | undefined {
    for (const entry of this.#entries) {
      if (!isOfKind(entry.fault, kinds) || !hits(entry.fault, subject) || !isWanted(entry.fault)) continue;
      entry.left -= 1;
      if (entry.left <= 0) this.#entries = this.#entries.filter((other) => other !== entry);
      return entry.fault;
    }
    return undefined;
  }
}

function isOfKind<K extends FaultKind>(fault: Fault, kinds: readonly K[]): fault is FaultOf<K> {
  return (kinds as readonly FaultKind[]).includes(fault.kind);
}

function hits({ on, model }: Fault, { method, path, json }: FaultSubject): boolean {
  if (model !== undefined && !(isRecord(json) && json['model'] === model)) return false;
  if (on === '*') return true;
  const [before = '', after] = on.split('{name}');
  const actual = `${method} ${path.split('?', 1)[0]}`;
  if (after === undefined) return actual === on;
  return actual.length > on.length - '{name}'.length && actual.startsWith(before) && actual.endsWith(after);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
