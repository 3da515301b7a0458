import assert from 'node:assert/strict';
import { allTasks, leftOut, needsOf } from '../../tasks.ts';
import { joinNeeds, needsOfKinds } from '../../workbench/setUp.ts';

const kindsOf = (platform: NodeJS.Platform) => new Set(allTasks(platform).map(({ kind }) => kind));
const needsOn = (platform: NodeJS.Platform) => joinNeeds(needsOf(kindsOf(platform), platform));

describe('npm test', () => {
  for (const platform of ['linux', 'darwin'] as const)
    it(`runs every kind of tests, those in VS Code in servers: ${platform}`, () => {
      assert.equal(leftOut(platform), '');
      assert.deepEqual([...kindsOf(platform)].sort(), ['check', 'e2e', 'host', 'page', 'unit']);
      assert.ok(allTasks(platform).every(({ args }) => !args.includes('--desktop')));
      assert.deepEqual(needsOn(platform).versions?.toSorted(), ['1.110.0', '1.139.1']);
    });

  it('leaves e2e out on Windows, says so, and needs no server there', () => {
    assert.match(leftOut('win32'), /^Left out: e2e\. .+ Windows/u);
    assert.deepEqual([...kindsOf('win32')].sort(), ['check', 'host', 'page', 'unit']);
    const host = allTasks('win32').flatMap(({ kind, name }) => (kind === 'host' ? [name] : []));
    assert.deepEqual(host, ['host/desktop-stable', 'host/desktop-1.110.0']);
    assert.deepEqual(needsOn('win32'), { browser: true, versions: [], build: ['--tests'] });
  });

  it('builds the extension as shipped once, if a kind of tests needs that', () => {
    const { page, host, e2e } = needsOfKinds;
    const build = ['--tests', '--production', '--package'];
    assert.deepEqual(joinNeeds([page, host, e2e]), {
      browser: true,
      versions: ['1.110.0', '1.139.1'],
      build,
    });
    assert.deepEqual(joinNeeds([page]), { browser: true, versions: [], build: [] });
    assert.deepEqual(joinNeeds([]), { browser: false, versions: [] });
  });
});
