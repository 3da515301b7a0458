import assert from 'node:assert/strict';
import {
  apiUrl,
  type Connection,
  entryIndex,
  hostOf,
  ofKind,
  readConnections,
  toEntry,
  withEnvironment,
} from '../../../../src/core/connections/connection.ts';
import { canLink } from '../../../../src/core/links/canLink.ts';

const read = readConnections;
const good = { id: 'acme', name: 'Acme', url: 'https://models.acme.example' };

describe('Reading the connections of the settings', () => {
  it('takes a complete entry as it is', () => {
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

  it('normalizes the address', () => {
    const { connections } = read([{ ...good, url: 'https://MODELS.acme.example/api/v1/' }]);
    assert.equal(connections[0]?.baseUrl, 'https://models.acme.example');
  });

  it('knows a connection’s entry even if unused ones have the same id', () => {
    const plain = { ...good, url: 'http://models.acme.example' };
    const entries = [7, plain, { ...good, url: 'htps:' }, good, { ...good, name: 'Copy' }];
    assert.equal(entryIndex(entries, 'acme'), 3);
    assert.equal(entryIndex(entries, 'other'), -1);
    const unnamed = { url: 'https://b.example/' };
    assert.equal(entryIndex([unnamed], 'https://b.example'), 0);
  });

  it('names a connection without a name, or with a blank one, after its host and port', () => {
    const { connections } = read([
      { id: 'a', url: 'https://models.acme.example:8443/x' },
      { id: 'b', name: '  ', url: 'https://b.example' },
    ]);
    assert.deepEqual(
      connections.map((one) => one.name),
      ['models.acme.example:8443', 'b.example'],
    );
  });

  it('uses the address of an entry as its id if it has none, so that the id stays the same', () => {
    assert.equal(read([{ url: 'https://a.example/' }]).connections[0]?.id, 'https://a.example');
  });

  for (const [what, entry, reason] of [
    ['a number', 7, 'shape'],
    ['null', null, 'shape'],
    ['an entry without an address', { name: 'x' }, 'shape'],
    ['an address that is not text', { url: 7 }, 'shape'],
    ['an empty id', { ...good, id: '' }, 'shape'],
    ['a name that is not text', { ...good, id: 'x', name: {} }, 'shape'],
    ['a read-only mark that is not a boolean', { ...good, id: 'x', readOnly: 'yes' }, 'shape'],
    ['an invalid address', { url: 'not an address' }, 'url'],
    ['another scheme', { url: 'ftp://a.example' }, 'url'],
    ['user info in the address', { url: 'https://me:secret@a.example' }, 'url'],
    ['http: without consent', { url: 'http://a.example' }, 'http'],
    ['an id that is already used', { ...good, url: 'https://other.example' }, 'duplicate'],
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

  it('accepts http: for loopback, and elsewhere with consent', () => {
    const { connections, problems } = read([
      { url: 'http://localhost:8080' },
      { url: 'http://127.0.0.2' },
      { url: 'http://a.example', allowHttp: true },
    ]);
    assert.deepEqual(problems, []);
    assert.equal(connections.length, 3);
  });

  for (const setting of [undefined, null]) {
    it(`reads no connection from ${JSON.stringify(setting)}, without a problem`, () => {
      assert.deepEqual(read(setting), { connections: [], problems: [] });
    });
  }

  for (const setting of [{}, 'https://a.example', 3]) {
    it(`reads no connection from ${JSON.stringify(setting)}, and reports that it is not a list`, () => {
      assert.deepEqual(read(setting), {
        connections: [],
        problems: [{ index: 0, reason: 'list', entry: setting }],
      });
    });
  }
});

describe('A connection’s settings entry', () => {
  const connection: Connection = {
    id: 'acme',
    name: 'Acme',
    baseUrl: 'http://models.acme.example',
    readOnly: true,
    allowHttp: true,
  };

  it('is read back as the same connection', () => {
    assert.deepEqual(read([toEntry(connection)]).connections, [connection]);
  });

  it('leaves out defaults', () => {
    assert.deepEqual(toEntry({ ...connection, readOnly: false, allowHttp: false }), {
      id: 'acme',
      name: 'Acme',
      url: 'http://models.acme.example',
    });
  });

  it('is read-only for an OpenAI-compatible server, which its entry need not say', () => {
    const { connections, problems } = read([{ ...good, kind: 'openai' }]);
    const [connection] = connections;
    assert.ok(connection);
    assert.deepEqual([problems, connection.kind, connection.readOnly], [[], 'openai', true]);
    assert.deepEqual(toEntry(connection), {
      ...toEntry({ ...connection, readOnly: false }),
      kind: 'openai',
    });
    assert.equal(toEntry(connection).readOnly, undefined);
    assert.equal(read([{ ...good, kind: 'other' }]).problems[0]?.reason, 'shape');
  });

  it('leads to the paths of its kind, and is linked to unless it is one’s own server on this machine', () => {
    const own = ofKind({ ...connection, baseUrl: 'http://127.0.0.1:8000' }, 'openai');
    assert.deepEqual(
      [apiUrl(connection), apiUrl(own)],
      ['http://models.acme.example/api/v1', 'http://127.0.0.1:8000/v1'],
    );
    assert.deepEqual([connection, own, { ...own, baseUrl: 'http://gpu.example' }].map(canLink), [
      true,
      false,
      true,
    ]);
  });

  it('is recognized by its host and port', () => {
    assert.equal(hostOf('https://models.acme.example:8443/x'), 'models.acme.example:8443');
  });
});

describe('The environment’s connection', () => {
  const url = 'https://models.acme.example';
  const given = (setting: unknown, baseUrl = url) => withEnvironment(read(setting), baseUrl);
  const ids = (setting: unknown, baseUrl?: string) => given(setting, baseUrl).all.map(({ id }) => id);

  it('has its address as its id, so that another address is another connection', () => {
    assert.deepEqual(ids([]), [url]);
    assert.deepEqual(ids([], 'https://moved.example'), ['https://moved.example']);
    assert.deepEqual(given([]).environment, given([]).all[0]);
    assert.deepEqual(withEnvironment(read([]), undefined).all, []);
  });

  it('never has the id of a renamed one when the variable has a new address', () => {
    const renamed = toEntry({ ...(given([]).environment as Connection), name: 'Acme' });
    assert.deepEqual(ids([renamed]), [url]);
    assert.deepEqual(ids([renamed], 'https://moved.example'), [url, 'https://moved.example']);
  });

  it('never has the id of one that was moved to another address by hand', () => {
    const moved = [
      { id: url, url: 'https://moved.example' },
      { id: `environment ${url}`, url: 'https://more.example' },
    ];
    assert.equal(new Set(ids(moved)).size, 3);
  });

  it('is not added if an entry has its address, even one with a mistake', () => {
    for (const entry of [
      { id: 'mine', url: `${url}/` },
      { url, readOnly: 'true' },
      { url, id: 7 },
    ]) {
      assert.equal(given([entry]).environment, undefined);
      assert.ok(!ids([entry]).includes(url) || !('id' in entry));
    }
  });
});
