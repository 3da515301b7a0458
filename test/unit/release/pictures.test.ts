import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { arePicturesOld, notePictures } from '../../../release/pictures.ts';

describe('The README’s pictures', () => {
  let root: string;
  const write = (file: string, text: string) => writeFile(path.join(root, file), text);
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'hosted-models-pictures-'));
    for (const folder of ['docs/pictures', 'src/ui', 'media'])
      await mkdir(path.join(root, folder), { recursive: true });
    await write('src/ui/a.ts', 'a');
    await write('package.nls.json', '{}');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('are old until it was noted what they were made of', () => {
    assert.equal(arePicturesOld(root), true);
    notePictures(root);
    assert.equal(arePicturesOld(root), false);
  });

  const changes: Record<string, () => Promise<void>> = {
    'a changed source': () => write('src/ui/a.ts', 'b'),
    'a new icon': () => write('media/a.svg', 'a'),
    'another text': () => write('package.nls.json', '{"a":"b"}'),
    'a file of another name': () => rename(path.join(root, 'src/ui/a.ts'), path.join(root, 'src/ui/b.ts')),
  };
  for (const [change, make] of Object.entries(changes))
    it(`are old after ${change}`, async () => {
      notePictures(root);
      await make();
      assert.equal(arePicturesOld(root), true);
    });

  it('are not old after a change of what they can’t show', async () => {
    notePictures(root);
    await write('docs/a.md', 'a');
    assert.equal(arePicturesOld(root), false);
  });
});
