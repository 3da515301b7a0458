import assert from 'node:assert/strict';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileNameOf, leadsOutOf, pathBehindLinks, plainPath } from '../../../../src/core/files/filePath.ts';
import { useFolder } from '../fixtures.ts';

describe('A path', () => {
  const folder = useFolder();
  const at = (...parts: string[]) => path.join(folder(), ...parts);

  it('is named by what follows its last slash, and leads where it seems to lead', () => {
    assert.deepEqual(['/a/b.txt', '/'].map(fileNameOf), ['b.txt', '/']);
    assert.equal(plainPath('/a//b/../c/./d'), '/a/c/d');
  });

  it('leads out of its folder only by a link', async () => {
    await mkdir(at('inside', '..inside'), { recursive: true });
    await mkdir(at('outside'));
    for (const file of ['inside/..inside/a', 'outside/b']) await writeFile(at(file), '');
    await symlink(at('outside'), at('inside', 'link'), 'junction');
    const leads = (file: string) => leadsOutOf(at('inside'), at('inside', file));
    assert.deepEqual(
      [await leads('..inside/a'), await leads('link/b'), await leads('link')],
      [false, true, true],
    );
    assert.equal(await pathBehindLinks(at('inside', 'link', 'b')), await realpath(at('outside', 'b')));
    assert.equal(await pathBehindLinks(at('none')), at('none'));
  });
});
