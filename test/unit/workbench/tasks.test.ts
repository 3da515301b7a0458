import assert from 'node:assert/strict';
import { allTasks, leftOut, needsOf } from '../../tasks.ts';
import { joinNeeds } from '../../workbench/setUp.ts';

function needsOn(platform: NodeJS.Platform) {
  return joinNeeds(needsOf(new Set(allTasks(platform).map(({ kind }) => kind)), platform));
}

describe('npm test', () => {
  for (const platform of ['linux', 'darwin'] as const)
    it(`runs every kind of tests, those in VS Code in servers: ${platform}`, () => {
      const tasks = allTasks(platform);
      assert.equal(leftOut(platform), '');
      assert.deepEqual([...new Set(tasks.map(({ kind }) => kind))].sort(), [
        'check',
        'e2e',
        'host',
        'page',
        'unit',
      ]);
      assert.deepEqual(
        tasks.filter(({ args }) => args.includes('--desktop')),
        [],
      );
      assert.deepEqual(needsOn(platform).versions?.toSorted(), ['1.110.0', '1.139.1']);
    });

  it('leaves e2e out on Windows, says so, and needs no server there', () => {
    const tasks = allTasks('win32');
    assert.match(leftOut('win32'), /^Left out: e2e\. .+ Windows/u);
    assert.deepEqual([...new Set(tasks.map(({ kind }) => kind))].sort(), ['check', 'host', 'page', 'unit']);
    assert.deepEqual(
      tasks.flatMap(({ kind, name }) => (kind === 'host' ? [name] : [])),
      ['host/desktop-stable', 'host/desktop-1.110.0'],
    );
    assert.deepEqual(needsOn('win32'), { browser: true, versions: [], build: ['--tests'] });
  });
});
