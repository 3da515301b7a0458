import assert from 'node:assert/strict';
import type { ServiceErrorKind } from '../../../src/api/serviceError.ts';
import type { CallOptions, Lora } from '../../../src/api/types.ts';
import { type DeletionOutcome, deleteLora, ReadOnlyConnectionError } from '../../../src/core/deletion.ts';
import { failed, lora } from './fixtures.ts';

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

const noAnswer: ServiceErrorKind[] = ['network', 'timeout', 'server', 'protocol', 'tooLarge'];
const refusals: ServiceErrorKind[] = [
  'unauthorized',
  'forbidden',
  'conflict',
  'badRequest',
  'rateLimited',
  'redirect',
  'tls',
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
