import assert from 'node:assert/strict';
import { isLoopback, normaliseBaseUrl } from '../../../../src/api/baseUrl.ts';
import {
  type Connection,
  entryIndex,
  hostOf,
  readConnections,
  toEntry,
} from '../../../../src/core/connections/connection.ts';

const read = (setting: unknown) => readConnections(setting, normaliseBaseUrl, isLoopback);
const good = { id: 'acme', name: 'Acme', url: 'https://models.acme.example' };

describe('Reading the connections of the settings', () => {
  it('takes a whole entry as it stands', () => {
    const { connections, problems } = read([{ ...good, readOnly: true }]);
    assert.deepEqual(problems, []);
    assert.deepEqual(connections, [
      {
        id: 'acme',
        name: 'Acme',
        baseUrl: 'https://models.acme.example',
        readOnly: true,
        allowHttp: false,
      },
    ]);
  });

  it('normalises the address', () => {
    const { connections } = read([{ ...good, url: 'https://MODELS.acme.example/api/v1/' }]);
    assert.equal(connections[0]?.baseUrl, 'https://models.acme.example');
  });

  it('knows which entry a connection comes from, where others have its id and are not used', () => {
    const plain = { ...good, url: 'http://models.acme.example' };
    const entries = [7, plain, { ...good, url: 'htps:' }, good, { ...good, name: 'Copy' }];
    assert.equal(entryIndex(entries, 'acme', normaliseBaseUrl, isLoopback), 3);
    assert.equal(entryIndex(entries, 'other', normaliseBaseUrl, isLoopback), -1);
    const unnamed = { url: 'https://b.example/' };
    assert.equal(entryIndex([unnamed], 'https://b.example', normaliseBaseUrl, isLoopback), 0);
  });

  it('names a connection without a name, or with spaces for one, after its host and port', () => {
    const { connections } = read([
      { id: 'a', url: 'https://models.acme.example:8443/x' },
      { id: 'b', name: '  ', url: 'https://b.example' },
    ]);
    assert.deepEqual(
      connections.map((one) => one.name),
      ['models.acme.example:8443', 'b.example'],
    );
  });

  it('gives an entry without an id its address as one, so that it stays the same', () => {
    assert.equal(read([{ url: 'https://a.example/' }]).connections[0]?.id, 'https://a.example');
  });

  for (const [what, entry, reason] of [
    ['a number', 7, 'shape'],
    ['null', null, 'shape'],
    ['an entry without an address', { name: 'x' }, 'shape'],
    ['an address that is no text', { url: 7 }, 'shape'],
    ['an empty id', { ...good, id: '' }, 'shape'],
    ['a name that is no text', { ...good, id: 'x', name: {} }, 'shape'],
    ['a read-only mark that is no boolean', { ...good, id: 'x', readOnly: 'yes' }, 'shape'],
    ['an address that is none', { url: 'not an address' }, 'url'],
    ['another scheme', { url: 'ftp://a.example' }, 'url'],
    ['user info in the address', { url: 'https://me:secret@a.example' }, 'url'],
    ['http: without consent', { url: 'http://a.example' }, 'http'],
    ['an id that was there before', { ...good, url: 'https://other.example' }, 'duplicate'],
  ] as const) {
    it(`loses one entry, and no other, to ${what}`, () => {
      const after = { id: 'after', url: 'https://after.example' };
      const { connections, problems } = read([good, entry, after]);
      assert.deepEqual(
        connections.map((one) => one.id),
        ['acme', 'after'],
      );
      assert.deepEqual(problems, [{ index: 1, reason, entry }]);
    });
  }

  it('takes http: for loopback, and elsewhere with consent', () => {
    const { connections, problems } = read([
      { url: 'http://localhost:8080' },
      { url: 'http://127.0.0.2' },
      { url: 'http://a.example', allowHttp: true },
    ]);
    assert.deepEqual(problems, []);
    assert.equal(connections.length, 3);
  });

  for (const setting of [undefined, null]) {
    it(`reads no connection from ${JSON.stringify(setting)}, and does not complain`, () => {
      assert.deepEqual(read(setting), { connections: [], problems: [] });
    });
  }

  for (const setting of [{}, 'https://a.example', 3]) {
    it(`reads no connection from ${JSON.stringify(setting)}, which is no list, and says so`, () => {
      assert.deepEqual(read(setting), {
        connections: [],
        problems: [{ index: 0, reason: 'list', entry: setting }],
      });
    });
  }
});

describe('The settings entry of a connection', () => {
  const connection: Connection = {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'http://models.acme.example',
    readOnly: true,
    allowHttp: true,
  };

  it('reads back as the same connection', () => {
    assert.deepEqual(read([toEntry(connection)]).connections, [connection]);
  });

  it('leaves out what is at its default', () => {
    assert.deepEqual(toEntry({ ...connection, readOnly: false, allowHttp: false }), {
      id: 'acme',
      name: 'Acme',
      url: 'http://models.acme.example',
    });
  });

  it('is recognised by its host and port', () => {
    assert.equal(hostOf('https://models.acme.example:8443/x'), 'models.acme.example:8443');
  });
});
