import type { CallOptions, Lora } from '../../../../src/api/types.ts';
import type { LoraRemover } from '../../../../src/core/deletion/deletion.ts';
import { failed, lora } from '../fixtures.ts';

/** What the service does with one LoRA. Each is used once, in its order; after the last, the service is well. */
export interface Script {
  get?: readonly ('404' | '403' | '401' | '500' | 'offline' | 'changed')[];
  delete?: readonly (
    | '404'
    | '409'
    | '403'
    | '401'
    | '429'
    | '429 for long'
    | '500'
    | '500, but deleted'
    | 'lost'
    | 'lost, but deleted'
    | 'unsent'
    | 'no object'
  )[];
}

/** A service in memory that does as each LoRA's script says, and keeps what is true. */
export class ScriptedService implements LoraRemover {
  readonly requests: string[] = [];
  readonly present: Set<string>;
  mostAtOnce = 0;
  /** Runs with each request, before it is answered. */
  onRequest: (method: 'GET' | 'DELETE', name: string) => unknown = () => undefined;
  #running = 0;
  readonly #scripts: Map<string, { get: string[]; delete: string[] }>;

  constructor(scripts: Readonly<Record<string, Script>>) {
    this.present = new Set(Object.keys(scripts));
    this.#scripts = new Map(
      Object.entries(scripts).map(([name, script]) => {
        return [name, { get: [...(script.get ?? [])], delete: [...(script.delete ?? [])] }];
      }),
    );
  }

  deletions(name: string): number {
    return this.requests.filter((request) => request === `DELETE ${name}`).length;
  }

  getLora(name: string, options: CallOptions = {}): Promise<Lora> {
    return this.#answer('GET', name, options, () => {
      const fault = this.#scripts.get(name)?.get.shift();
      if (fault === '404') this.present.delete(name);
      if (fault === '403') throw failed('forbidden', { status: 403 });
      if (fault === '401') throw failed('unauthorized', { status: 401 });
      if (fault === '500') throw failed('server', { status: 500 });
      if (fault === 'offline') throw failed('network', { code: 'ECONNREFUSED', cause: { phase: 'connect' } });
      if (!this.present.has(name)) throw failed('notFound', { status: 404 });
      options.onRaw?.({ name, seen: 'retrieved' });
      return fault === 'changed' ? lora(name, { createdAt: 2 }) : lora(name);
    });
  }

  deleteLora(name: string, options: CallOptions = {}): Promise<Lora | undefined> {
    return this.#answer('DELETE', name, options, () => {
      const fault = this.#scripts.get(name)?.delete.shift() ?? '';
      if (fault === '404') this.present.delete(name);
      if (fault === '409') throw failed('conflict', { status: 409 });
      if (fault === '403') throw failed('forbidden', { status: 403 });
      if (fault === '401') throw failed('unauthorized', { status: 401 });
      if (fault === '429') throw failed('rateLimited', { status: 429, retryAfterMs: 5 });
      if (fault === '429 for long') throw failed('rateLimited', { status: 429, retryAfterMs: 600_000 });
      if (fault === 'unsent') throw failed('network', { code: 'ECONNREFUSED', cause: { phase: 'connect' } });
      if (fault.endsWith('but deleted')) this.present.delete(name);
      if (fault.startsWith('500')) throw failed('server', { status: 500 });
      if (fault.startsWith('lost')) throw failed('network', { code: 'ECONNRESET', cause: { phase: 'sent' } });
      if (!this.present.delete(name)) throw failed('notFound', { status: 404 });
      if (fault === 'no object') return undefined;
      options.onRaw?.({ name, seen: 'returned' });
      return lora(name);
    });
  }

  async #answer<T>(
    method: 'GET' | 'DELETE',
    name: string,
    { signal }: CallOptions,
    act: () => T,
  ): Promise<T> {
    signal?.throwIfAborted();
    this.requests.push(`${method} ${name}`);
    this.#running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#running);
    try {
      await this.onRequest(method, name);
      await new Promise(setImmediate);
      return act();
    } finally {
      this.#running -= 1;
    }
  }
}
