import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { useFolder } from '../fixtures.ts';
import { acts } from './acts.ts';

const script = join(import.meta.dirname, 'dyingAct.ts');

describe('What a killed window writes', function () {
  this.timeout(60_000);
  const folder = useFolder();

  for (const [name, { check }] of Object.entries(acts)) {
    it(`stays intact and leaves nothing behind, at each step on disk: ${name}`, async () => {
      let steps = 0;
      for (let isOver = false; !isOver; ) {
        steps += 1;
        const place = join(folder(), String(steps));
        await mkdir(place);
        const child = spawn(process.execPath, [script, place, name, String(steps)], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        const [code, signal] = await once(child, 'exit');
        assert.ok(code === 0 || signal === 'SIGKILL', `It ended with ${code}.`);
        isOver = code === 0;
        await makeOld(place);
        await check(place);
        assert.deepEqual(await leftBehind(place), [], `at step ${steps}`);
      }
      assert.ok(steps > 3, `${steps} steps`);
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
