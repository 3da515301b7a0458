import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildVariable, projectRoot } from '../../workbench/places.ts';
import { joinNeeds, needsOfKinds } from '../../workbench/setUp.ts';

const { page, host, desktop, e2e } = needsOfKinds;

describe('The set-up of a run', function () {
  this.timeout(60_000);

  it('gets once what several kinds of tests need, and builds the extension as shipped if one of them needs that', () => {
    assert.deepEqual(joinNeeds([page, host, e2e]), {
      browser: true,
      versions: ['1.110.0', '1.139.1'],
      build: ['--tests', '--production', '--package'],
    });
    assert.deepEqual(joinNeeds([page]), { browser: true, versions: [], build: [] });
    assert.deepEqual(joinNeeds([desktop]), { browser: false, versions: [], build: ['--tests'] });
    assert.deepEqual(joinNeeds([]), { browser: false, versions: [] });
  });

  it('gives each of two simultaneous runs its own build and deletes it afterwards', async () => {
    const runs = await Promise.all([run(), run()]);
    const [one, other] = runs.map(({ folder }) => folder);
    assert.notEqual(one, other);
    for (const { folder, hasPage } of runs) {
      assert.equal(hasPage, true, folder);
      assert.equal(existsSync(folder), false, folder);
    }
  });
});

/** Runs `setUpFor.ts page` with Node itself as the browser, and a program that checks whether the build exists. */
async function run(): Promise<{ folder: string; hasPage: boolean }> {
  const look = `
    const folder = process.env.${buildVariable};
    console.log(JSON.stringify({ folder, hasPage: require('node:fs').existsSync(folder + '/dist/pages/chat.js') }));
  `;
  const env = { ...process.env, CHROMIUM_PATH: process.execPath };
  delete (env as NodeJS.ProcessEnv)[buildVariable];
  const script = path.join(projectRoot, 'test', 'setUpFor.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'page', '--eval', look], { env });
  const [said, result = ''] = stdout.trim().split('\n');
  assert.equal(said, `Browser: ${process.execPath}`);
  return JSON.parse(result);
}
