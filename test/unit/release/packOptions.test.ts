import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packOptions } from '../../../release/packOptions.ts';

describe('Packing', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hosted-models-pack-'));
    await mkdir(path.join(folder, 'dist'));
    await writeFile(
      path.join(folder, 'README.md'),
      'a\n\n![Alt](docs/a.png)\n\n[b](docs/b.md)\n\n## For developers\n\nnpm test\n',
    );
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const manifest = (fields: object) => writeFile(path.join(folder, 'package.json'), JSON.stringify(fields));

  it('without a repository takes a README without relative pictures and links', async () => {
    await manifest({ version: '0.2.0' });
    const { readmePath, ...others } = await packOptions(folder);
    assert.deepEqual(others, {
      preRelease: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
    assert.equal(await readFile(path.join(folder, readmePath), 'utf8'), 'a\n\nb\n\n');
  });

  it('with a repository leaves them to vsce, which makes them absolute', async () => {
    await manifest({ version: '0.2.0', repository: { type: 'git', url: 'https://a.test/b.git' } });
    const { readmePath, ...others } = await packOptions(folder);
    assert.deepEqual(others, { preRelease: false });
    const readme = await readFile(path.join(folder, readmePath), 'utf8');
    assert.equal(readme, 'a\n\n![Alt](docs/a.png)\n\n[b](docs/b.md)\n\n');
  });

  it('marks a version with an odd minor number as a pre-release', async () => {
    await manifest({ version: '0.3.7' });
    assert.equal((await packOptions(folder)).preRelease, true);
  });
});
