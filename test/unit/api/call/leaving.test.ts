import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { clientFor, overBothTransports, sendJson, serve, serveRaw } from '../harness.ts';

describe('A DELETE that is about to leave', () => {
  overBothTransports((transport, transportName) => {
    it('is announced, and is not sent if its signal is aborted then', async () => {
      await using server = await serve((_, response) => sendJson(response, { name: 'tone' }));
      const abort = new AbortController();
      const reason = new Error('No longer.');
      const call = clientFor(server.url, transport).deleteLora('tone', {
        signal: abort.signal,
        onLeaving: () => abort.abort(reason),
      });
      await assert.rejects(call, reason);
      assert.deepEqual(server.requests, []);
    });

    it('is announced again once its connection stands', async function () {
      // The host’s fetch does not tell.
      if (transportName !== 'undici') this.skip();
      const received: string[] = [];
      const server = createServer((socket) => {
        socket.on('data', (bytes) => received.push(String(bytes)));
      });
      await using raw = await serveRaw(server);
      const abort = new AbortController();
      const reason = new Error('No longer.');
      let isConnected = false;
      server.once('connection', () => {
        isConnected = true;
      });
      const connected: boolean[] = [];
      const call = clientFor(`http://127.0.0.1:${raw.port}`, transport).deleteLora('tone', {
        signal: abort.signal,
        onLeaving: () => {
          connected.push(isConnected);
          if (connected.length === 2) abort.abort(reason);
        },
      });
      await assert.rejects(call, reason);
      await raw.close();
      assert.equal(connected[0], false);
      assert.equal(connected.length, 2);
      assert.deepEqual(received, []);
    });
  });
});
