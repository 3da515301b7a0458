import assert from 'node:assert/strict';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendLines, LineAppender, type OpenFile } from '../../../../src/core/files/appendLines.ts';
import { readLineAt, readLines } from '../../../../src/core/files/readLines.ts';
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

  it('can be read again from where they are, after a write that failed half way', async () => {
    const path = join(folder(), 'lines.jsonl');
    await writeFile(path, '{"torn":');
    let isFull = false;
    const openFile: OpenFile = async (...given) => {
      const file = await open(...given);
      const own = file.write.bind(file);
      const write = async (bytes: Uint8Array) => {
        if (isFull) bytes = bytes.subarray(0, 5);
        const written = await own(bytes);
        if (isFull) throw Object.assign(new Error('No room.'), { code: 'ENOSPC' });
        return written;
      };
      return Object.assign(file, { write });
    };
    const file = await LineAppender.open(path, { openFile, isOurs: true });
    const { places: first } = await file.append([{ index: 1 }, { index: 2 }]);
    isFull = true;
    await assert.rejects(file.append([{ index: 3 }]), { code: 'ENOSPC' });
    isFull = false;
    const { places: last, after } = await file.append([{ index: 'ä' }], false);
    const places = [...first, ...last];
    const texts = await file.read(places);
    assert.deepEqual(await file.read(places.toReversed()), texts.toReversed());
    assert.deepEqual(texts, ['{"index":1}', '{"index":2}', '{"index":"ä"}']);
    assert.deepEqual(await readLineAt(path, last[0] ?? { offset: 0, length: 0 }), '{"index":"ä"}');
    await file.close();
    const whole = await readFile(path);
    assert.equal(whole.length, after);
    assert.equal(whole.toString('utf8'), `{"torn":\n${texts.join('\n')}\n`);
  });
});
