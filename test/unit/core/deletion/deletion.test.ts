import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { createHostTransport } from '../../../../src/api/hostTransport.ts';
import { createUndiciTransport, ServiceClient } from '../../../../src/api/index.ts';
import type { ServiceErrorKind } from '../../../../src/api/serviceError.ts';
import type { CallOptions, Lora } from '../../../../src/api/types.ts';
import {
  type DeletionOutcome,
  deleteLora,
  type LoraRemover,
  ReadOnlyConnectionError,
} from '../../../../src/core/deletion/deletion.ts';
import { failed, lora } from '../fixtures.ts';

const retrieved = { name: 'tone', seen: 'before' };
const raw = { name: 'tone', seen: 'as returned' };

/** A service that answers as told, and notes each request. */
class Remover {
  readonly requests: string[] = [];
  readonly #onDelete: Lora | undefined | Error;
  readonly #onGet: Lora | Error;

  constructor(onDelete: Lora | undefined | Error, onGet: Lora | Error = failed('network')) {
    this.#onDelete = onDelete;
    this.#onGet = onGet;
  }

  async getLora(name: string): Promise<Lora> {
    this.requests.push(`GET ${name}`);
    if (this.#onGet instanceof Error) throw this.#onGet;
    return this.#onGet;
  }

  async deleteLora(name: string, options?: CallOptions): Promise<Lora | undefined> {
    this.requests.push(`DELETE ${name}`);
    if (this.#onDelete instanceof Error) throw this.#onDelete;
    if (this.#onDelete) options?.onRaw?.(raw);
    return this.#onDelete;
  }
}

async function remove(...answers: ConstructorParameters<typeof Remover>) {
  const remover = new Remover(...answers);
  const outcome: DeletionOutcome = await deleteLora(remover, { readOnly: false }, 'tone', retrieved);
  return { outcome, requests: remover.requests };
}

const noAnswer: ServiceErrorKind[] = ['network', 'tls', 'timeout', 'server', 'protocol', 'tooLarge'];
const refusals: ServiceErrorKind[] = [
  'unauthorized',
  'forbidden',
  'conflict',
  'badRequest',
  'rateLimited',
  'redirect',
  'noKey',
];

describe('Deleting a LoRA', () => {
  it('keeps the object that the service returned', async () => {
    assert.deepEqual(await remove(lora('tone')), {
      outcome: { is: 'deleted', object: raw, isReturned: true },
      requests: ['DELETE tone'],
    });
  });

  it('keeps what was retrieved before, where the service returned none', async () => {
    assert.deepEqual(await remove(undefined), {
      outcome: { is: 'deleted', object: retrieved, isReturned: false },
      requests: ['DELETE tone'],
    });
  });

  it('finds that somebody else was faster', async () => {
    assert.deepEqual(await remove(failed('notFound')), {
      outcome: { is: 'alreadyGone' },
      requests: ['DELETE tone'],
    });
  });

  for (const kind of refusals) {
    it(`is refused after ${kind}, and asks nothing more`, async () => {
      const { outcome, requests } = await remove(failed(kind));
      assert.equal(outcome.is, 'refused');
      assert.deepEqual(requests, ['DELETE tone']);
    });
  }

  for (const kind of noAnswer) {
    it(`is settled by a fresh retrieve after ${kind}, never by a second DELETE`, async () => {
      const error = failed(kind);
      const requests = ['DELETE tone', 'GET tone'];
      assert.deepEqual(await remove(error, failed('notFound')), {
        outcome: { is: 'deleted', object: retrieved, isReturned: false },
        requests,
      });
      assert.deepEqual(await remove(error, lora('tone')), { outcome: { is: 'stillThere', error }, requests });
      assert.deepEqual(await remove(error, failed('network')), {
        outcome: { is: 'unknown', error },
        requests,
      });
      assert.deepEqual(await remove(error, failed('forbidden')), {
        outcome: { is: 'unknown', error },
        requests,
      });
    });
  }

  it('is refused before any request through a read-only connection', async () => {
    const remover = new Remover(lora('tone'));
    await assert.rejects(deleteLora(remover, { readOnly: true }, 'tone', retrieved), ReadOnlyConnectionError);
    assert.deepEqual(remover.requests, []);
  });

  it('hides no error of our own', async () => {
    await assert.rejects(remove(new TypeError('our own')), TypeError);
  });
});

describe('A deletion that never left', () => {
  const unsent = { phase: 'connect' };
  for (const [what, error] of [
    ['a refused connection', failed('network', { code: 'ECONNREFUSED', cause: unsent })],
    ['a certificate that is not trusted', failed('tls', { code: 'CERT_HAS_EXPIRED', cause: unsent })],
    ['a system that gave up connecting', failed('timeout', { code: 'connect', cause: unsent })],
    ['our own connect clock', failed('timeout', { code: 'connect' })],
  ] as const) {
    it(`is refused after ${what}, and asks nothing more`, async () => {
      assert.deepEqual(await remove(error), { outcome: { is: 'refused', error }, requests: ['DELETE tone'] });
    });
  }

  for (const [what, error] of [
    ['a connection that broke', failed('network', { code: 'ECONNRESET', cause: { phase: 'sent' } })],
    ['a refusal met while sending', failed('network', { code: 'ECONNREFUSED', cause: { phase: 'sent' } })],
    ['a secure connection that broke', failed('tls', { code: 'EPROTO', cause: { phase: 'sent' } })],
    ['headers that did not come', failed('timeout', { code: 'headers' })],
    ['an answer that names our code', failed('timeout', { code: 'connect', status: 408 })],
  ] as const) {
    it(`is not what happened after ${what}, which is settled by a retrieve`, async () => {
      const { outcome, requests } = await remove(error, failed('notFound'));
      assert.equal(outcome.is, 'deleted');
      assert.deepEqual(requests, ['DELETE tone', 'GET tone']);
    });
  }

  for (const [transportName, create] of [
    ['undici', createUndiciTransport],
    ['the host’s fetch', async () => createHostTransport()],
  ] as const) {
    /** A port of this machine where each connection is closed with its first bytes, or where nobody listens. */
    async function deletedAt(scheme: string, isListening: boolean) {
      let connections = 0;
      const server = createServer((socket) => {
        connections += 1;
        socket.on('error', () => undefined).once('data', () => socket.end('no TLS and no HTTP\n'));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      assert.ok(address && typeof address === 'object');
      const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
      if (!isListening) await stop();
      const client = new ServiceClient({
        baseUrl: `${scheme}://127.0.0.1:${address.port}`,
        apiKey: async () => 'sample-key',
        transport: await create(),
      });
      const outcome = await deleteLora(client, { readOnly: false }, 'tone', retrieved);
      if (isListening) await stop();
      return { outcome, connections };
    }

    it(`is told by ${transportName} where nobody listens`, async () => {
      const { outcome } = await deletedAt('http', false);
      assert.equal(outcome.is, 'refused');
      assert.equal(outcome.error.code, 'ECONNREFUSED');
    });

    it(`is told by ${transportName} where there is no TLS`, async () => {
      const { outcome, connections } = await deletedAt('https', true);
      assert.equal(outcome.is, 'refused');
      assert.equal(outcome.error.kind, 'tls');
      assert.equal(connections, 1);
    });

    it(`is not told by ${transportName} where the request was taken`, async () => {
      const { outcome, connections } = await deletedAt('http', true);
      assert.equal(outcome.is, 'unknown');
      assert.ok(connections > 1);
    });
  }
});

describe('A deletion that waits to connect again', () => {
  /** Waits as `api` does, then goes on as told; the signal ends the wait only. */
  function waiting(afterwards: 'stop while waiting' | 'stop when sent') {
    const remover: LoraRemover = {
      getLora: async () => lora('tone'),
      deleteLora: async (_name, { signal, onRetry, onWaited } = {}) => {
        onRetry?.(400, failed('network', { code: 'ECONNREFUSED' }));
        signal?.throwIfAborted();
        onWaited?.();
        signal?.throwIfAborted();
        return lora('tone');
      },
    };
    const waits: (number | undefined)[] = [];
    return {
      waits,
      outcome: deleteLora(remover, { readOnly: false }, 'tone', retrieved, (wait, stop) => {
        waits.push(wait?.waitMs);
        if ((wait !== undefined) === (afterwards === 'stop while waiting')) stop();
      }),
    };
  }

  it('can be stopped, and then nothing was deleted', async () => {
    const { outcome, waits } = waiting('stop while waiting');
    assert.deepEqual([await outcome, waits], [{ is: 'stopped' }, [400]]);
  });

  it('can not be stopped any more once the request has left', async () => {
    const { outcome, waits } = waiting('stop when sent');
    assert.deepEqual([(await outcome).is, waits], ['deleted', [400, undefined]]);
  });
});
