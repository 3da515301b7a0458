import assert from 'node:assert/strict';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { useFolder } from '../fixtures.ts';
import { acts } from './acts.ts';
import { killAtEachStep } from './copiedSteps.ts';

const script = join(import.meta.dirname, 'dyingAct.ts');

describe('What a killed window writes', function () {
  this.timeout(60_000);
  const folder = useFolder();

  for (const [name, { check }] of Object.entries(acts)) {
    it(`stays intact and leaves nothing behind, at each step on disk: ${name}`, async () => {
      const place = join(folder(), 'place');
      await mkdir(place);
      const killed = await killAtEachStep(script, place, join(folder(), 'copies'), name);
      assert.ok(killed.length > 3, `${killed.length} steps`);
      for (const [step, { path }] of killed.entries()) {
        await makeOld(path);
        await check(path);
        assert.deepEqual(await leftBehind(path), [], `at step ${step}`);
      }
    });
  }
});

async function leftBehind(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.tmp') || name.endsWith('.lock'));
}

/** Makes the files look days old, so that no write counts as under way. */
async function makeOld(folder: string): Promise<void> {
  const before = new Date(Date.now() - 2 * 86_400_000);
  for (const name of await leftBehind(folder)) await utimes(join(folder, name), before, before);
}
