import assert from 'node:assert/strict';
import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GroupedLines } from '../../../../src/core/files/groupedLines.ts';
import { useFolder } from '../fixtures.ts';

describe('Grouped lines', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'lines.jsonl');
  const read = async () => (await readFile(path(), 'utf8')).trim().split('\n').map(Number);

  it('are all in the file, in their order, when each says that it is', async () => {
    const lines = new GroupedLines(path());
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const seen = await Promise.all(
      numbers.map(async (one) => {
        await lines.add(one);
        return (await read()).includes(one);
      }),
    );
    assert.ok(seen.every(Boolean));
    assert.deepEqual(await read(), numbers);
  });

  it('go on after some that the disk has refused, and only those are lost', async () => {
    const lines = new GroupedLines(path());
    // Where a folder stands nothing can be appended.
    await mkdir(path());
    const refused = [lines.add(1), lines.add(2)];
    for (const one of refused) await assert.rejects(one, { code: 'EISDIR' });
    await rmdir(path());
    await lines.add(3);
    assert.deepEqual(await read(), [3]);
  });

  it('of two writers at once never mix', async () => {
    const [one, other] = [new GroupedLines(path()), new GroupedLines(path())];
    const text = 'x'.repeat(5000);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : other).add({ index, text })),
    );
    const found = (await readFile(path(), 'utf8')).trim().split('\n');
    const indexes = found.map((line) => (JSON.parse(line) as { index: number }).index);
    assert.deepEqual(
      indexes.toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, index) => index),
    );
  });
});
