import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { createUndiciTransport } from '../../../../src/api/index.ts';
import type { ServiceError } from '../../../../src/api/serviceError.ts';
import { createHostTransport } from '../../../../src/api/transport/hostTransport.ts';
import type { LoraClient } from '../../../../src/core/deletion/deletion.ts';
import { clientFor } from '../../api/harness.ts';
import { failed, lora, useFolder } from '../fixtures.ts';
import { DeletionBench } from './deletionBench.ts';

describe('A DELETE that never left', () => {
  const folder = useFolder();

  /** The outcome for a LoRA that can be retrieved if no list can be had. */
  async function deletedBy(deleteLora: LoraClient['deleteLora']) {
    const bench = new DeletionBench(folder(), { tone: {} }, { lists: ['fails'] });
    bench.service.deleteLora = deleteLora;
    const [entry] = await bench.run();
    assert.ok(entry);
    return { outcome: entry.outcome, lists: bench.service.lists, journaled: await bench.journaled() };
  }
  const failing = (error: ServiceError) => deletedBy(() => Promise.reject(error));

  const unsent = { phase: 'connect' };
  for (const [what, error] of [
    ['a refused connection', failed('network', { code: 'ECONNREFUSED', cause: unsent })],
    ['a certificate that is not trusted', failed('tls', { code: 'CERT_HAS_EXPIRED', cause: unsent })],
    ['a system that gave up connecting', failed('timeout', { code: 'connect', cause: unsent })],
    ['our own connect clock', failed('timeout', { code: 'connect' })],
  ] as const) {
    it(`has failed after ${what}, and needs no list`, async () => {
      const { kind, code } = error;
      assert.deepEqual(await failing(error), {
        outcome: { is: 'failed', at: 'deletion', error: { kind, code } },
        lists: 0,
        journaled: [],
      });
    });
  }

  for (const [what, error] of [
    ['a connection that broke', failed('network', { code: 'ECONNRESET', cause: { phase: 'sent' } })],
    ['a refusal met while sending', failed('network', { code: 'ECONNREFUSED', cause: { phase: 'sent' } })],
    ['a secure connection that broke', failed('tls', { code: 'EPROTO', cause: { phase: 'sent' } })],
    ['headers that did not come', failed('timeout', { code: 'headers' })],
    ['an answer that names our code', failed('timeout', { code: 'connect', status: 408 })],
    ['an answer with our cause', failed('server', { status: 502, cause: unsent })],
  ] as const) {
    it(`is not assumed after ${what}, which only the list can settle`, async () => {
      const { outcome, lists, journaled } = await failing(error);
      assert.deepEqual([outcome.is, lists, journaled], ['unknown', 1, ['tone?']]);
    });
  }

  for (const [transportName, create] of [
    ['undici', createUndiciTransport],
    ['the host’s fetch', async () => createHostTransport()],
  ] as const) {
    /** Deletes at a port of this machine that closes each connection after its first bytes, or that nobody listens on. */
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
      const client = clientFor(`${scheme}://127.0.0.1:${address.port}`, await create());
      const { outcome } = await deletedBy((...call) => client.deleteLora(...call));
      if (isListening) await stop();
      return { outcome, connections };
    }

    for (const [what, scheme, isListening, is, error] of [
      ['is recognized if nobody listens', 'http', false, 'failed', { kind: 'network', code: 'ECONNREFUSED' }],
      ['is recognized if there is no TLS', 'https', true, 'failed', { kind: 'tls' }],
      ['is not assumed if the request was taken', 'http', true, 'unknown', {}],
    ] as const) {
      it(`${what}, by ${transportName}`, async () => {
        const { outcome, connections } = await deletedAt(scheme, isListening);
        assert.partialDeepStrictEqual(outcome, { is, error });
        assert.equal(connections, isListening ? 1 : 0);
      });
    }
  }
});

describe('A DELETE that waits to connect again', () => {
  const folder = useFolder();

  /** Waits as `api` does, then goes on; the signal ends only the wait. */
  async function waiting(stopsWhen: 'waiting' | 'sent') {
    const waits: (number | undefined)[] = [];
    const bench = new DeletionBench(
      folder(),
      { tone: {} },
      { onProgress: ({ wait }) => void (waits.at(-1) === wait?.until || waits.push(wait?.until)) },
    );
    bench.service.deleteLora = async (_name, { signal, onWait, onLeaving } = {}) => {
      onWait?.({ until: 400, error: failed('network', { code: 'ECONNREFUSED' }) });
      if (stopsWhen === 'waiting') bench.deletion.stop();
      signal?.throwIfAborted();
      onWait?.(undefined);
      onLeaving?.();
      signal?.throwIfAborted();
      if (stopsWhen === 'sent') bench.deletion.stop();
      signal?.throwIfAborted();
      return lora('tone');
    };
    return { outcomes: await bench.outcomes(), waits, journaled: await bench.journaled() };
  }

  it('can be stopped, and then nothing was deleted', async () => {
    const { outcomes, waits, journaled } = await waiting('waiting');
    assert.deepEqual(outcomes, ['tone: notTried (stopped)']);
    assert.deepEqual([waits, journaled], [[400, undefined], []]);
  });

  it('can’t be stopped once the request has left', async () => {
    const { outcomes, waits, journaled } = await waiting('sent');
    assert.deepEqual([outcomes, waits], [['tone: deleted'], [400, undefined]]);
    assert.deepEqual(journaled, ['tone: returned']);
  });
});
