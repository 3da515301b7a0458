import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readJson, root } from './sources.ts';

interface Lock {
  packages: Record<
    string,
    { version?: string; integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean }
  >;
}

const files = [
  'package-lock.json',
  ...globSync(['release/*/package-lock.json', 'test/*/*/package-lock.json'], {
    cwd: root,
    exclude: ['**/node_modules'],
  }),
];

describe('The lock files', () => {
  it('are those of the project, of Open VSX, of the bench’s peers, of the servers and of the browser', () => {
    assert.equal(files.length, 5, files.join(', '));
  });

  for (const file of files) {
    it(`have a checksum for each package and no host: ${file}`, () => {
      const { packages } = readJson(file) as unknown as Lock;
      const others = Object.entries(packages).filter(([name]) => name !== '');
      assert.ok(others.length > 0);
      for (const [name, { integrity, resolved }] of others) {
        assert.match(integrity ?? '', /^sha512-/u, name);
        assert.equal(resolved, undefined, name);
      }
    });
  }

  it('pin undici to its minor version: its inner files are imported, which may move with the next', () => {
    assert.match(
      (readJson('package.json')['devDependencies'] as Record<string, string>)['undici'] ?? '',
      /^~/u,
    );
  });

  it('have no install script that nobody has decided on: npm’s warnings are off', () => {
    const { packages } = readJson('package-lock.json') as unknown as Lock;
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    assert.deepEqual(
      scripted.map(([place]) => place.replace(/^.*node_modules\//u, '')).sort(),
      Object.keys(readJson('package.json')['allowScripts'] ?? {}).sort(),
    );
  });
});
