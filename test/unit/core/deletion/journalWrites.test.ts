import assert from 'node:assert/strict';
import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DeletionJournal } from '../../../../src/core/deletion/journal.ts';
import { useFolder } from '../fixtures.ts';

describe('Lines added to the journal of deletions', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'deleted.jsonl');
  const line = (name: string, object: unknown = {}) => ({ is: 'sent', id: 'd', name, object }) as const;
  const names = async () =>
    (await readFile(path(), 'utf8'))
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as { name: string }).name);
  const all = Array.from({ length: 200 }, (_, index) => `l${index}`);

  it('are in the file, in order, once each has resolved', async () => {
    const journal = new DeletionJournal(path());
    const seen = await Promise.all(
      all.map(async (name) => {
        await journal.add(line(name));
        return (await names()).includes(name);
      }),
    );
    assert.ok(seen.every(Boolean));
    assert.deepEqual(await names(), all);
  });

  it('go on after some that the disk refused, and lose only those', async () => {
    const journal = new DeletionJournal(path());
    // Nothing can be appended to a folder.
    await mkdir(path());
    const refused = [journal.add(line('a')), journal.add(line('b'))];
    for (const one of refused) await assert.rejects(one, { code: 'EISDIR' });
    await rmdir(path());
    await journal.add(line('c'));
    assert.deepEqual(await names(), ['c']);
  });

  it('by two windows at once never mix', async () => {
    const [one, other] = [new DeletionJournal(path()), new DeletionJournal(path())];
    const text = 'x'.repeat(5000);
    await Promise.all(all.map((name, index) => (index % 2 === 0 ? one : other).add(line(name, text))));
    assert.deepEqual((await names()).toSorted(), all.toSorted());
  });
});
