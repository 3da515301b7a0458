import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { thirdPartyNotices } from '../../../release/notices/thirdPartyNotices.ts';
import { useFolder } from '../core/fixtures.ts';

describe('The notices of others’ software', () => {
  const root = useFolder();

  /** Writes files, and returns the metafile of a bundle that they went into. */
  async function bundle(files: Record<string, string>): Promise<Metafile> {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.join(root(), path.dirname(file)), { recursive: true });
      await writeFile(path.join(root(), file.replace(/\?\d$/u, '')), text);
    }
    const inputs = Object.keys(files).filter((file) => !/package\.json$|licen[cs]e/iu.test(file));
    return {
      inputs: Object.fromEntries(inputs.map((file) => [file, { bytes: 1, imports: [] }])),
      outputs: {},
    };
  }

  const manifest = (name: string, license: string) => JSON.stringify({ name, license, version: '1.2.3' });

  it('have each package of any bundle once, by name, with its license files in full', async () => {
    const page = await bundle({
      'node_modules/@b/two/package.json': manifest('@b/two', 'MIT'),
      'node_modules/@b/two/LICENSE': '\uFEFFFree\r\nfor all\r\n',
      'node_modules/@b/two/license-code': 'Free as well',
      'node_modules/@b/two/a.css': 'a {}',
      'src/a.ts': '// Copyright: ours',
    });
    const host = await bundle({
      'node_modules/a/package.json': manifest('a', 'ISC'),
      'node_modules/a/license.md': 'Free for some',
      'node_modules/a/node_modules/c/package.json': manifest('c', 'ISC'),
      'node_modules/a/node_modules/c/LICENCE': 'Free for c',
      'node_modules/a/node_modules/c/c.mjs': '1',
      'node_modules/a/a.js': '2',
    });
    const notices = await thirdPartyNotices(root(), [page, host, page]);
    const [, ...parts] = notices.split(/^=+\n\n/mu);
    assert.deepEqual(
      parts.map((part) => part.trim()),
      [
        '@b/two 1.2.3 (MIT)\n\nFree\nfor all\n\nFree as well',
        'a 1.2.3 (ISC)\n\nFree for some',
        'c 1.2.3 (ISC)\n\nFree for c',
      ],
    );
  });

  it('have the comments on licenses that minifying takes out', async () => {
    const code =
      '// Copyright 2011 One\n// All of it.\nlet a; // free\n/* Licensed\n * by Two */\n/* other */ const copyright = "licensed";';
    const metafile = await bundle({
      'node_modules/a/package.json': manifest('a', 'MIT'),
      'node_modules/a/LICENSE': 'Free',
      'node_modules/a/a.js': code,
      'node_modules/a/font.ttf?1': '// Copyright of a font',
    });
    const notices = await thirdPartyNotices(root(), [metafile]);
    assert.ok(
      notices.endsWith('Free\n\n// Copyright 2011 One\n// All of it.\n\n/* Licensed\n * by Two */\n'),
      notices,
    );
  });

  it('can’t be made if a package has no license file', async () => {
    const metafile = await bundle({
      'node_modules/a/package.json': manifest('a', 'MIT'),
      'node_modules/a/a.js': '',
    });
    await assert.rejects(thirdPartyNotices(root(), [metafile]), /node_modules\/a has no license file/u);
  });
});
