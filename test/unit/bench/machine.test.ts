import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeMachine, packages, peers } from '../../bench/machine.ts';
import { peersFolder } from '../../bench/peers.ts';
import { projectRoot } from '../../workbench/places.ts';

function declaredIn(folder: string): Set<string> {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return new Set(Object.keys(manifest.devDependencies));
}

describe('The packages that a report of the bench names', () => {
  it('are installed where their versions are read', () => {
    const missing = [
      ...packages.filter((name) => !declaredIn(projectRoot).has(name)),
      ...peers.filter((name) => !declaredIn(peersFolder).has(name)),
    ];
    assert.deepEqual(missing, []);
  });

  it('have their versions in it', () => {
    const { packages: versions } = describeMachine();
    for (const name of packages) assert.match(versions[name] ?? '', /^\d+\.\d+\.\d+/, name);
  });
});
