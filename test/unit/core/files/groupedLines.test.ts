import assert from 'node:assert/strict';
import { mkdir, open, readFile, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { appendLines, type OpenFile } from '../../../../src/core/files/appendLines.ts';
import { GroupedLines } from '../../../../src/core/files/groupedLines.ts';
import { linesOf } from '../../../../src/core/files/readLines.ts';
import { useFolder } from '../fixtures.ts';

describe('Grouped lines', () => {
  const folder = useFolder();
  const path = () => join(folder(), 'lines.jsonl');
  const read = async () => (await readFile(path(), 'utf8')).trim().split('\n').map(Number);

  async function indexes(): Promise<number[]> {
    const found: number[] = [];
    for await (const { text } of linesOf(path())) found.push((JSON.parse(text) as { index: number }).index);
    return found;
  }

  it('are in the file, in order, once each has resolved', async () => {
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

  it('go on after some that the disk refused, and lose only those', async () => {
    const lines = new GroupedLines(path());
    // Nothing can be appended to a folder.
    await mkdir(path());
    const refused = [lines.add(1), lines.add(2)];
    for (const one of refused) await assert.rejects(one, { code: 'EISDIR' });
    await rmdir(path());
    await lines.add(3);
    assert.deepEqual(await read(), [3]);
  });

  it('lose nothing if another process’s write is seen half done', async () => {
    await appendLines(path(), [{ index: 1 }]);
    const openFile: OpenFile = async (...given) => {
      const file = await open(...given);
      const { size } = await file.stat();
      return Object.assign(file, { stat: async () => ({ size: size - 3 }) });
    };
    await appendLines(path(), [{ index: 2 }], { openFile });
    assert.deepEqual(await indexes(), [1, 2]);
  });

  it('of two simultaneous writers never mix', async () => {
    const [one, other] = [new GroupedLines(path()), new GroupedLines(path())];
    const text = 'x'.repeat(5000);
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : other).add({ index, text })),
    );
    assert.deepEqual(
      (await indexes()).toSorted((a, b) => a - b),
      Array.from({ length: 50 }, (_, index) => index),
    );
  });
});
