import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { spooled } from '../../../../src/core/files/temporaryFiles.ts';

describe('Pieces that are spooled', () => {
  const { signal } = new AbortController();

  it('are one file while it is used, which nobody else can reach and which is gone then', async () => {
    async function* pieces() {
      yield 'one, ';
      yield 'two €';
    }
    let used = '';
    await spooled(pieces(), signal, async (path) => {
      used = path;
      assert.equal(await readFile(path, 'utf8'), 'one, two €');
      if (process.platform !== 'win32') assert.equal((await stat(dirname(path))).mode & 0o077, 0);
    });
    assert.equal(existsSync(dirname(used)), false);
  });

  it('are not used if one of them fails, or if that is aborted meanwhile', async () => {
    const stop = new AbortController();
    async function* failing() {
      yield 'one';
      throw new TypeError('No more.');
    }
    async function* endless() {
      for (;;) {
        yield 'one';
        stop.abort();
      }
    }
    const use = () => assert.fail('It was used.');
    await assert.rejects(spooled(failing(), signal, use), TypeError);
    await assert.rejects(spooled(endless(), stop.signal, use), { name: 'AbortError' });
  });
});
