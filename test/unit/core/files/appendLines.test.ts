import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { appendLines, type OpenFile } from '../../../../src/core/files/appendLines.ts';
import { readLines } from '../../../../src/core/files/readLines.ts';
import { useFolder } from '../fixtures.ts';

describe('Appended lines', () => {
  const folder = useFolder();

  it('lose nothing if another process’s write is seen half done', async () => {
    const path = join(folder(), 'lines.jsonl');
    await appendLines(path, [{ index: 1 }]);
    const openFile: OpenFile = async (...given) => {
      const file = await open(...given);
      const { size } = await file.stat();
      return Object.assign(file, { stat: async () => ({ size: size - 3 }) });
    };
    await appendLines(path, [{ index: 2 }], { openFile });
    const found: string[] = [];
    for await (const { text } of readLines(path)) found.push(text);
    assert.deepEqual(found, ['{"index":1}', '{"index":2}']);
  });
});
