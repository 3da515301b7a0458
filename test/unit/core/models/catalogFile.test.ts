import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../../../src/core/files/atomicFile.ts';
import { type Catalog, emptyCatalog } from '../../../../src/core/models/catalog.ts';
import { CatalogFile, deleteCatalogFile } from '../../../../src/core/models/catalogFile.ts';
import { baseModel, lora, RecordingLog, silent, useFolder } from '../fixtures.ts';

const connection = { id: 'acme', baseUrl: 'https://models.acme.example' };
const catalog: Catalog = {
  ...emptyCatalog,
  state: 'fresh',
  loadedAt: 1234,
  loras: [
    lora('tone'),
    {
      ...lora('rich', {
        baseModelName: 'llama',
        createdAt: 7,
        hubRevision: '4f2c9ab',
        creator: { actorType: 'USER', user: { firstName: 'Ada', email: 'ada@acme.example' } },
      }),
      unitPrice: 0.25,
    },
  ],
  baseModels: [
    {
      ...baseModel('llama', { modelSource: 'MODEL_HUB', creator: { apiKeyName: 'ci' } }),
      contextTokens: 4096,
    },
  ],
  changes: new Map([
    ['lora tone', { is: 'new', model: lora('tone') }],
    ['lora moved', { is: 'changed', model: lora('moved', { createdAt: 4 }), before: lora('moved') }],
    ['lora old', { is: 'gone', model: lora('old', { baseModelName: 'llama', createdAt: 3 }) }],
  ]),
};

async function onlyFile(folder: string): Promise<string> {
  const [name, ...more] = await readdir(folder);
  assert.deepEqual(more, []);
  assert.ok(name);
  return join(folder, name);
}

describe('A connection’s kept list', () => {
  const folder = useFolder();
  const file = (of = connection) => new CatalogFile(folder(), of, silent);

  it('is read as it was written', async () => {
    await file().save(catalog);
    const { loras, baseModels, loadedAt, changes } = catalog;
    assert.deepEqual(await file().load(), { loras, baseModels, loadedAt, changes });
  });

  it('is none at first, without a line in the log', async () => {
    const log = new RecordingLog();
    assert.equal(await new CatalogFile(folder(), connection, log).load(), undefined);
    assert.deepEqual(log.lines, []);
  });

  it('can be read and written only by its owner', async function () {
    if (process.platform === 'win32') this.skip();
    const below = join(folder(), 'catalogs');
    await new CatalogFile(below, connection, silent).save(catalog);
    assert.equal((await stat(await onlyFile(below))).mode & 0o777, 0o600);
    assert.equal((await stat(below)).mode & 0o777, 0o700);
  });

  it('is not shown for another address with the same id', async () => {
    await file().save(catalog);
    const moved = file({ ...connection, baseUrl: 'https://other.example' });
    assert.equal(await moved.load(), undefined);
    await moved.save({ ...catalog, loras: [] });
    assert.equal(await file().load(), undefined);
    assert.deepEqual((await moved.load())?.loras, []);
  });

  it('stays in its folder, whatever the id in a hand-written setting', async () => {
    const ids = ['../../evil', '/etc/passwd', 'a/b', '\u0000', 'x'.repeat(5000)];
    for (const id of ids) await file({ ...connection, id }).save(catalog);
    const names = await readdir(folder());
    assert.equal(names.length, ids.length);
    for (const name of names) assert.match(name, /^[0-9a-f]{32}\.json$/u);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['zeros', '\0'.repeat(100)],
    ['half a file', '{"v":1,"baseUrl":"https://models.acme.ex'],
    ['another shape', '{"v":1,"baseUrl":"https://models.acme.example","loadedAt":"x"}'],
    ['null', 'null'],
    ['an unknown format', '{"v":0}'],
  ] as const) {
    it(`counts as none if it contains ${what}, and is written again`, async () => {
      await file().save(catalog);
      await writeFile(await onlyFile(folder()), text);
      const broken = file();
      assert.equal(await broken.load(), undefined);
      await broken.save(catalog);
      assert.equal((await file().load())?.loadedAt, 1234);
    });
  }

  for (const [when, prepare] of [
    ['after it was read', (one: CatalogFile) => one.load()],
    ['when it was never read', () => undefined],
  ] as const) {
    it(`is left untouched if its format is newer, ${when}`, async () => {
      await file().save(catalog);
      const path = await onlyFile(folder());
      for (const newer of ['{"v":2,"models":[]}', '{ "models": [], "v": 2 }']) {
        await writeFile(path, newer);
        const old = file();
        assert.equal(await prepare(old), undefined);
        await old.save(catalog);
        assert.equal(await readFile(path, 'utf8'), newer);
      }
    });
  }

  it('is always one of the saved lists, however many are saved at once', async () => {
    const lists = Array.from({ length: 20 }, (_, index) => ({ ...catalog, loadedAt: index + 1 }));
    const [reads] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => file().load())),
      ...lists.map((list) => file().save(list)),
    ]);
    for (const read of reads) if (read) assert.equal(read.loras.length, 2);
    assert.equal((await file().load())?.loras.length, 2);
    await onlyFile(folder());
  });

  it('is the last of several lists that one window saves at once', async () => {
    const one = file();
    await Promise.all([1, 2, 3].map((loadedAt) => one.save({ ...catalog, loadedAt })));
    assert.equal((await file().load())?.loadedAt, 3);
    await one.save({ ...catalog, loadedAt: 4 });
    assert.equal((await file().load())?.loadedAt, 4);
  });

  for (const changes of ['"none"', '[{"is":"old","model":{"kind":"lora","name":"x"}},7,{"is":"gone"}]']) {
    it(`has no marks if those can’t be read, as ${changes}`, async () => {
      await file().save({ ...catalog, changes: new Map() });
      const path = await onlyFile(folder());
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace('"changes":[]', `"changes":${changes}`));
      const kept = await file().load();
      assert.deepEqual([kept?.loras.length, kept?.changes], [2, new Map()]);
      await writeFile(path, text.replace(',"changes":[]', ''));
      assert.deepEqual((await file().load())?.changes, new Map());
    });
  }

  it('is none if one of its entries is broken', async () => {
    await file().save(catalog);
    const path = await onlyFile(folder());
    await writeFile(path, (await readFile(path, 'utf8')).replace('"tone"', '7'));
    assert.equal(await file().load(), undefined);
  });

  it('may fail to be written, which is only logged', async () => {
    const log = new RecordingLog();
    const blocked = join(folder(), 'blocked');
    await writeFile(blocked, 'a file where a folder should be');
    await new CatalogFile(blocked, connection, log).save(catalog);
    assert.match(log.lines.at(-1) ?? '', /^warn The list could not be kept/u);
  });

  it('is deleted together with what a killed window left of it', async () => {
    await file().save(catalog);
    const path = await onlyFile(folder());
    for (const half of [`${path}.1f.tmp`, `${join(folder(), 'other.json')}.2f.tmp`])
      await writeFile(half, 'half');
    for (let times = 0; times < 2; times++) await deleteCatalogFile(folder(), connection.id);
    assert.deepEqual(await readdir(folder()), ['other.json.2f.tmp']);
  });
});

describe('Writing a file atomically', () => {
  const folder = useFolder();

  it('leaves the old text if it fails, and no temporary file', async () => {
    const path = join(folder(), 'a.json');
    await mkdir(join(path, 'full'), { recursive: true });
    await assert.rejects(writeFileAtomic(path, 'new'));
    assert.deepEqual(await readdir(folder()), ['a.json']);
    assert.deepEqual(await readdir(path), ['full']);
  });
});
