import assert from 'node:assert/strict';
import { KeyStore } from '../../../../src/ui/connections/keyStore.ts';
import { MemorySecrets } from '../../../host/support/memorySecrets.ts';
import { nextEvent } from '../../../host/support/waiting.ts';

const acme = { id: 'acme', baseUrl: 'https://models.acme.example' };
const own = { apiKey: 'sk-1', headers: {} };
const moved = { id: 'acme', baseUrl: 'https://models.evil.example' };

describe('The key store', () => {
  let secrets: MemorySecrets;
  let keys: KeyStore;

  beforeEach(() => {
    secrets = new MemorySecrets();
    keys = new KeyStore(secrets, { baseUrl: 'https://container.example', apiKey: 'from-environment' });
  });
  afterEach(() => keys.dispose());

  it('gives a key only to the connection and URL that it was typed for', async () => {
    assert.deepEqual(await keys.setApiKey(acme, 'sk-1'), { isKept: true });
    assert.equal(await keys.apiKey(acme), 'sk-1');
    for (const other of [
      moved,
      { id: 'other', baseUrl: acme.baseUrl },
      { id: 'acme', baseUrl: 'http://models.acme.example' },
      { id: 'acme', baseUrl: 'https://models.acme.example:8443' },
      { id: 'acme', baseUrl: 'https://models.acme.example/team' },
    ]) {
      assert.equal(await keys.apiKey(other), undefined, JSON.stringify(other));
    }
    await keys.setApiKey(moved, 'sk-2');
    assert.deepEqual([await keys.apiKey(acme), await keys.apiKey(moved)], ['sk-1', 'sk-2']);
  });

  it('asks the store each time, so a change in another window takes effect at once', async () => {
    await keys.setApiKey(acme, 'sk-1');
    const other = new KeyStore(secrets, undefined);
    const told = nextEvent(keys.onDidChange, 'the other window’s key');
    await other.setApiKey(acme, 'sk-2');
    await told;
    assert.equal(await keys.apiKey(acme), 'sk-2');
    other.dispose();
  });

  for (const fault of ['forgets', 'throws'] as const) {
    it(`says that a store that ${fault} did not keep the key, and keeps it for this window`, async () => {
      secrets.fault = fault;
      assert.deepEqual(await keys.setApiKey(acme, 'sk-1'), { isKept: false });
      assert.equal(await keys.apiKey(acme), 'sk-1');
      assert.equal(await keys.apiKey(moved), undefined);
      const nextWindow = new KeyStore(secrets, undefined);
      assert.equal(await nextWindow.apiKey(acme), undefined);
      nextWindow.dispose();
      secrets.fault = undefined;
      assert.deepEqual(await keys.setApiKey(acme, 'sk-2'), { isKept: true });
      assert.equal(await keys.apiKey(acme), 'sk-2');
      await keys.clearApiKey(acme);
      assert.equal(await keys.apiKey(acme), undefined);
    });
  }

  it('uses the environment’s key for the environment’s URL only, and prefers a typed one', async () => {
    const container = { id: 'any', baseUrl: 'https://container.example' };
    assert.equal(await keys.apiKey(container), 'from-environment');
    assert.equal(await keys.apiKey(acme), undefined);
    assert.equal(
      await keys.apiKey({ id: 'any', baseUrl: 'https://container.example.evil.example' }),
      undefined,
    );
    await keys.setApiKey(container, 'typed');
    assert.equal(await keys.apiKey(container), 'typed');
    await keys.clearApiKey(container);
    assert.equal(await keys.apiKey(container), 'from-environment');
  });

  it('keeps the values of headers among the secrets, bound to a connection and URL like the key', async () => {
    assert.deepEqual(await keys.headers(acme), {});
    assert.deepEqual(await keys.setHeaders(acme, { 'x-gateway': 'secret' }), { isKept: true });
    assert.deepEqual(await keys.headers(acme), { 'x-gateway': 'secret' });
    assert.deepEqual(await keys.headers(moved), {});
    await keys.setHeaders(acme, {});
    assert.deepEqual(await keys.headers(acme), {});
    assert.equal(secrets.values.size, 0);
  });

  it('identifies a key the same in every window, also if many ask at once', async () => {
    const other = new KeyStore(secrets, undefined);
    const [first, ...more] = await Promise.all([keys.identify(own), keys.identify(own), keys.identify(own)]);
    assert.deepEqual(more, [first, first]);
    assert.equal(await other.identify(own), first);
    other.dispose();
  });

  it('makes no other key of identities where the store can’t be read, as in a closing window', async () => {
    const first = await keys.identify(own);
    const closing = new KeyStore(
      Object.assign(Object.create(secrets), {
        get: () => Promise.reject(new Error('Canceled')),
        onDidChange: secrets.onDidChange,
      }),
      undefined,
    );
    const second = await closing.identify(own);
    assert.notEqual(second, first);
    assert.equal(await closing.identify(own), second);
    assert.equal(await keys.identify(own), first);
    closing.dispose();
  });

  for (const fault of ['forgets', 'throws'] as const) {
    it(`identifies a key for this window if the store ${fault}`, async () => {
      secrets.fault = fault;
      assert.equal(await keys.identify(own), await keys.identify(own));
    });
  }

  it('ignores headers that it can’t read', async () => {
    await keys.setHeaders(acme, { 'x-gateway': 'secret' });
    const [name = ''] = secrets.values.keys();
    for (const text of ['{', '[]', '{"x":1}', 'null', '"text"']) {
      secrets.values.set(name, text);
      assert.deepEqual(await keys.headers(acme), {}, text);
    }
  });

  it('forgets what belongs to a connection, at every URL that it had, and leaves the others alone', async () => {
    const other = { id: 'other', baseUrl: acme.baseUrl };
    await keys.setApiKey(acme, 'sk-1');
    await keys.setHeaders(acme, { 'x-gateway': 'secret' });
    await keys.setApiKey(other, 'sk-2');
    await keys.setApiKey(moved, 'sk-3');
    await keys.setHeaders(moved, { 'x-gateway': 'other secret' });
    await keys.forget('acme');
    assert.deepEqual([await keys.apiKey(moved), await keys.headers(moved)], [undefined, {}]);
    assert.deepEqual([await keys.apiKey(acme), await keys.headers(acme)], [undefined, {}]);
    assert.equal(await keys.apiKey(other), 'sk-2');
    assert.equal(secrets.values.size, 1);
  });

  it('forgets what was not kept too, and confuses no other connection with it, whatever the ids', async () => {
    const ids = ['acme', 'old acme', 'https://models.acme.example acme', 'acme ', ' acme', 'ac\nme', ''];
    for (const id of ids) await keys.setApiKey({ ...acme, id }, `sk-${id}`);
    secrets.fault = 'forgets';
    await keys.setHeaders(acme, { 'x-gateway': 'secret' });
    secrets.fault = undefined;
    await keys.forget('acme');
    for (const id of ids) assert.equal((await keys.apiKey({ ...acme, id })) === undefined, id === 'acme', id);
    assert.deepEqual(await keys.headers(acme), {});
    await keys.forget('ac\nme');
    assert.equal(await keys.apiKey({ ...acme, id: 'ac\nme' }), undefined);
  });

  it('forgets everything, including what no connection has any more and what was not kept', async () => {
    await keys.setApiKey(acme, 'sk-1');
    await keys.setApiKey({ id: 'removed', baseUrl: 'https://gone.example' }, 'sk-2');
    secrets.fault = 'forgets';
    await keys.setApiKey(moved, 'sk-3');
    await keys.forgetAll();
    assert.equal(secrets.values.size, 0);
    assert.equal(await keys.apiKey(moved), undefined);
  });
});
