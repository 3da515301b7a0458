import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isPreRelease } from '../../../release/channel.ts';
import { packOptions } from '../../../release/packOptions.ts';
import { useFolder } from '../core/fixtures.ts';

describe('Packing', () => {
  const folder = useFolder();
  beforeEach(async () => {
    await mkdir(path.join(folder(), 'dist'));
    await writeFile(
      path.join(folder(), 'README.md'),
      'a\n\n![Alt](docs/a.png)\n\n[b](docs/b.md)\n\n## For developers\n\nnpm test\n',
    );
  });

  const manifest = (fields: object) => writeFile(path.join(folder(), 'package.json'), JSON.stringify(fields));

  it('without a repository takes a README without relative pictures and links', async () => {
    await manifest({ version: '0.2.0' });
    const { readmePath, ...others } = await packOptions(folder());
    assert.deepEqual(others, {
      preRelease: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
    assert.equal(await readFile(path.join(folder(), readmePath), 'utf8'), 'a\n\nb\n\n');
  });

  it('with a repository leaves them to vsce, which makes them absolute, pictures at the tag', async () => {
    await manifest({ version: '0.2.0', repository: { type: 'git', url: 'https://a.test/b.git' } });
    const { readmePath, ...others } = await packOptions(folder());
    assert.deepEqual(others, { preRelease: false, baseImagesUrl: 'https://a.test/b/raw/v0.2.0' });
    const readme = await readFile(path.join(folder(), readmePath), 'utf8');
    assert.equal(readme, 'a\n\n![Alt](docs/a.png)\n\n[b](docs/b.md)\n\n');
  });

  it('marks a version with an odd minor number as a pre-release, and takes none of another form', async () => {
    await manifest({ version: '0.3.7' });
    assert.equal((await packOptions(folder())).preRelease, true);
    const versions = ['0.1.0', '0.3.20', '2.11.4', '0.0.1', '0.2.1', '1.0.3', '3.10.1'];
    assert.deepEqual(versions.map(isPreRelease), [true, true, true, false, false, false, false]);
    for (const version of ['', '1', '1.0', '1.0.0-beta', 'v1.0.0', '1.0.0.0', '01.0.0', '1.x.0'])
      assert.throws(() => isPreRelease(version), /three numbers, as 0\.2\.0/u, version);
  });
});
