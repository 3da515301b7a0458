import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { arePicturesOld, notePictures } from '../../../release/pictures.ts';
import { useFolder } from '../core/fixtures.ts';

describe('The README’s pictures', () => {
  const root = useFolder();
  const write = (file: string, text: string) => writeFile(path.join(root(), file), text);
  beforeEach(async () => {
    for (const folder of ['docs/pictures', 'src/ui', 'media'])
      await mkdir(path.join(root(), folder), { recursive: true });
    await write('src/ui/a.ts', 'a');
    await write('package.nls.json', '{}');
  });

  it('are old until it was noted what they were made of, and after any change of that', async () => {
    assert.equal(arePicturesOld(root()), true);
    for (const change of [
      () => write('src/ui/a.ts', 'b'),
      () => write('media/a.svg', 'a'),
      () => write('package.nls.json', '{"a":"b"}'),
      () => rename(path.join(root(), 'src/ui/a.ts'), path.join(root(), 'src/ui/b.ts')),
    ]) {
      notePictures(root());
      assert.equal(arePicturesOld(root()), false);
      await change();
      assert.equal(arePicturesOld(root()), true, String(change));
    }
    notePictures(root());
    await write('docs/a.md', 'a');
    assert.equal(arePicturesOld(root()), false, "after a change of what they can't show");
  });
});
