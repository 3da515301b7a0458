import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expiredTwice } from '../../../../src/core/files/expiry.ts';
import { useFolder } from '../fixtures.ts';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 1);

describe('What has expired', () => {
  const folder = useFolder();
  const mark = () => join(folder(), 'expired');
  const soon = { name: 'soon', expiresAt: start + dayMs };
  const later = { name: 'later', expiresAt: start + 30 * dayMs };
  /** Returns what may be deleted this many days after the start. */
  const look = async (days: number) =>
    (await expiredTwice([soon, later], mark(), start + days * dayMs)).map(({ name }) => name);

  it('may be deleted at the second check, a day or more after the first', async () => {
    assert.deepEqual(await look(2), []);
    assert.deepEqual(await look(2.9), []);
    assert.deepEqual(await look(3), ['soon']);
  });

  it('may be deleted at the next check even if that is much later, but nothing else', async () => {
    assert.deepEqual(await look(2), []);
    assert.deepEqual(await look(60), ['soon']);
    assert.deepEqual(await look(61), ['soon', 'later']);
  });

  it('by a clock that is ahead for a while is forgotten when that comes back', async () => {
    assert.deepEqual(await look(40), []);
    assert.deepEqual(await look(0), []);
    assert.deepEqual(await readdir(folder()), []);
    assert.deepEqual(await look(41), []);
  });

  it('is looked for again after a check that is in the future or damaged', async () => {
    assert.deepEqual(await look(400), []);
    assert.deepEqual(await look(2), []);
    assert.equal(await readFile(mark(), 'utf8'), String(start + 2 * dayMs));
    await writeFile(mark(), 'x');
    assert.deepEqual(await look(3), []);
    assert.deepEqual(await look(4), ['soon']);
  });

  it('leaves no file if there is none', async () => {
    assert.deepEqual(await look(0), []);
    assert.deepEqual(await expiredTwice([], join(folder(), 'no', 'folder'), start), []);
    assert.deepEqual(await readdir(folder()), []);
  });
});
