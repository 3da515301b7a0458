import assert from 'node:assert/strict';
import * as reported from '../../bench/machine.ts';
import { importsOf, readJson, readSources } from './sources.ts';

const packagesOf = (file: string): string[] =>
  Object.entries(readJson(file)).flatMap(([name, value]) =>
    /dependencies$/iu.test(name) ? Object.keys(value as object) : [],
  );

describe('The peers of the bench', () => {
  const peers = packagesOf('test/bench/peers/package.json');

  it('are not among the project’s packages, which everybody installs', () => {
    assert.ok(peers.includes('ai'));
    const own = packagesOf('package.json');
    assert.deepEqual(
      peers.filter((name) => own.includes(name)),
      [],
    );
  });

  it('and the project’s packages have those whose versions a report names', () => {
    const own = packagesOf('package.json');
    assert.deepEqual(
      [
        ...reported.packages.filter((name) => !own.includes(name)),
        ...reported.peers.filter((name) => !peers.includes(name)),
      ],
      [],
    );
  });

  it('are imported only in their folder, whose types only the bench checks', () => {
    const isPeer = (specifier: string) =>
      peers.some((name) => specifier === name || specifier.startsWith(`${name}/`));
    const files = [...readSources('test/**/*.ts')].filter(([file]) => !file.includes('node_modules'));
    const importing = files.filter(([, text]) => importsOf(text).some(isPeer)).map(([file]) => file);
    assert.ok(importing.includes('test/bench/peers/aiSdk.ts'));
    assert.deepEqual(
      importing.filter((file) => !file.startsWith('test/bench/peers/')),
      [],
    );
  });
});
