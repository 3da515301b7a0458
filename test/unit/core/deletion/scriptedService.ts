import type { CallOptions, Lora } from '../../../../src/api/types.ts';
import type { LoraClient } from '../../../../src/core/deletion/deletion.ts';
import { failed, lora } from '../fixtures.ts';

/** If the LoRA is gone, a 404 means that somebody else deleted it; if it is there, the 404 comes from a load balancer. */
const missing = ['404, and gone', '404, but there'] as const;
export const getFaults = [...missing, '401', '403', '500', 'offline', 'changed'] as const;
export const deleteFaults = [
  ...missing,
  '401',
  '403',
  '409',
  '429',
  '429 for long',
  '500',
  '500, but deleted',
  'lost',
  'lost, but deleted',
  'unreadable, but deleted',
  'offline',
  'same object',
  'no object',
  'no object, but there',
  'object, but there',
  '409, but deleted',
] as const;

/** What the service does with one LoRA. Each step is used once, in order; after the last one there are no more faults. */
export interface Script {
  get?: readonly (typeof getFaults)[number][];
  delete?: readonly (typeof deleteFaults)[number][];
}

const errors: Partial<Record<string, Parameters<typeof failed>>> = {
  '401': ['unauthorized', { status: 401 }],
  '403': ['forbidden', { status: 403 }],
  '404': ['notFound', { status: 404 }],
  '409': ['conflict', { status: 409 }],
  '429': ['rateLimited', { status: 429, retryAfterMs: 5 }],
  '429 for long': ['rateLimited', { status: 429, retryAfterMs: 600_000 }],
  '500': ['server', { status: 500 }],
  lost: ['network', { code: 'ECONNRESET', cause: { phase: 'sent' } }],
  offline: ['network', { code: 'ECONNREFUSED', cause: { phase: 'connect' } }],
  unreadable: ['protocol', { status: 200, code: 'HTML' }],
};

/** Throws the error of a fault, if it has one, without what is behind its comma. */
function failAs(fault: string): void {
  const error = errors[fault.split(',', 1)[0] ?? ''];
  if (error) throw failed(...error);
}

/** An entry in the service's form, as it was seen. */
export function raw(name: string, seen: string): object {
  return { name, unit_price: seen };
}

/** What happens to a request of the list; after the last one there are no more faults. */
export type ListFault = 'fails' | 'skipped entry' | 'partial content';

/** A service in memory that follows each LoRA's script, and knows what is true. */
export class ScriptedService implements LoraClient {
  readonly requests: string[] = [];
  readonly present: Set<string>;
  /** What our requests deleted, whatever their answers. */
  readonly carriedOut = new Set<string>();
  maxAtOnce = 0;
  /** Called for each request, before it is answered. */
  onRequest: (method: 'GET' | 'DELETE' | 'LIST', name: string) => unknown = () => undefined;
  #running = 0;
  readonly #scripts: Map<string, { get: string[]; delete: string[] }>;
  readonly #lists: ListFault[];

  constructor(scripts: Readonly<Record<string, Script>>, lists: readonly ListFault[] = []) {
    this.present = new Set(Object.keys(scripts));
    this.#lists = [...lists];
    this.#scripts = new Map(
      Object.entries(scripts).map(([name, script]) => {
        return [name, { get: [...(script.get ?? [])], delete: [...(script.delete ?? [])] }];
      }),
    );
  }

  deletions(name: string): number {
    return this.requests.filter((request) => request === `DELETE ${name}`).length;
  }

  get lists(): number {
    return this.requests.filter((request) => request === 'LIST').length;
  }

  getLora(name: string, options: CallOptions = {}): Promise<Lora> {
    return this.#answer('GET', name, options, () => {
      const fault = this.#scripts.get(name)?.get.shift() ?? '';
      if (fault.endsWith('and gone')) this.present.delete(name);
      failAs(fault);
      if (!this.present.has(name)) failAs('404');
      options.onRaw?.(raw(name, 'retrieved'));
      return fault === 'changed' ? lora(name, { createdAt: 2 }) : lora(name);
    });
  }

  deleteLora(name: string, options: CallOptions = {}): Promise<Lora | undefined> {
    return this.#answer('DELETE', name, options, () => {
      const fault = this.#scripts.get(name)?.delete.shift() ?? '';
      if (fault.endsWith('and gone')) this.present.delete(name);
      if (fault.endsWith('but deleted')) this.#carryOut(name);
      failAs(fault);
      if (!this.present.has(name)) failAs('404');
      if (fault === 'no object, but there') return undefined;
      if (fault === 'object, but there') {
        options.onRaw?.({ ...raw(name, 'retrieved'), status: 'DELETING' });
        return lora(name);
      }
      this.#carryOut(name);
      if (fault === 'no object') return undefined;
      options.onRaw?.(raw(name, fault === 'same object' ? 'retrieved' : 'returned'));
      return lora(name);
    });
  }

  listLoras(options: CallOptions = {}): Promise<Lora[]> {
    return this.#answer('LIST', '', options, () => {
      const fault = this.#lists.shift();
      if (fault === 'fails') throw failed('server', { status: 503 });
      const status = fault === 'partial content' ? 206 : 200;
      const facts = { headersMs: 1, contentType: undefined, requestId: undefined, way: undefined };
      options.onAnswer?.({ status, ...facts });
      const names = [...this.present];
      if (fault === 'skipped entry') options.onSkipped?.({ name: names.shift() }, 'its deployment');
      if (fault === 'partial content') names.shift();
      return names.map((name) => lora(name));
    });
  }

  #carryOut(name: string): void {
    if (this.present.delete(name)) this.carriedOut.add(name);
  }

  async #answer<T>(
    method: 'GET' | 'DELETE' | 'LIST',
    name: string,
    { signal, onLeaving }: CallOptions,
    act: () => T,
  ): Promise<T> {
    onLeaving?.();
    signal?.throwIfAborted();
    this.requests.push(`${method} ${name}`.trim());
    this.#running += 1;
    this.maxAtOnce = Math.max(this.maxAtOnce, this.#running);
    try {
      await this.onRequest(method, name);
      await new Promise(setImmediate);
      return act();
    } finally {
      this.#running -= 1;
    }
  }
}
