import assert from 'node:assert/strict';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { useFolder } from '../fixtures.ts';

const entry = {
  connectionId: 'acme',
  connection: 'Acme',
  baseUrl: 'https://models.acme.example',
  name: 'tone',
  source: 'returned',
  object: { name: 'tone', nested: [1, null, 'Grüße\n'] },
} as const;

describe('The journal of deleted LoRAs', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'journal', 'deleted.jsonl');
  const names = async () => (await new DeletionJournal(path()).read()).entries.map((one) => one.name);

  it('is empty at first', async () => {
    assert.deepEqual(await names(), []);
  });

  it('gives back each object as the service returned it, oldest first', async () => {
    const journal = new DeletionJournal(path());
    await journal.add(entry);
    await journal.add({ ...entry, name: 'second', source: 'retrieved' });
    const [first, second] = (await journal.read()).entries;
    assert.deepEqual(first?.object, entry.object);
    assert.ok(Math.abs(Date.parse(first.at) - Date.now()) < 60_000);
    assert.deepEqual([second?.name, second?.source], ['second', 'retrieved']);
  });

  it('keeps every entry that is added at once, by several windows', async () => {
    const journals = [new DeletionJournal(path()), new DeletionJournal(path())];
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => journals[index % 2]?.add({ ...entry, name: `n${index}` })),
    );
    assert.equal(new Set(await names()).size, 50);
  });

  it('can be read and written by its owner alone', async function () {
    if (process.platform === 'win32') this.skip();
    await new DeletionJournal(path()).add(entry);
    assert.equal((await stat(path())).mode & 0o777, 0o600);
  });

  it('loses no entry to the one that a crash tore', async () => {
    const journal = new DeletionJournal(path());
    await journal.add(entry);
    await appendFile(path(), '{"v":1,"at":"2026-');
    await journal.add({ ...entry, name: 'after' });
    assert.deepEqual(await names(), ['tone', 'after']);
  });

  it('counts what it can’t read, and leaves it where it is', async () => {
    const journal = new DeletionJournal(path());
    await journal.add(entry);
    const strange = 'garbage\n{"v":2,"new":true}\n\0\0\0\n';
    await appendFile(path(), strange);
    await journal.add({ ...entry, name: 'after' });
    assert.deepEqual(await names(), ['tone', 'after']);
    assert.equal((await journal.read()).unreadable, 3);
    assert.ok((await readFile(path(), 'utf8')).includes(strange));
  });

  it('says when it can’t be written, so that the deletion can be reported', async () => {
    const file = join(folder(), 'file');
    await writeFile(file, '');
    await assert.rejects(new DeletionJournal(join(file, 'deleted.jsonl')).add(entry));
  });
});
