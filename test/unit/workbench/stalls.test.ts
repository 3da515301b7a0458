import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { projectRoot } from '../../workbench/places.ts';

const stalls = pathToFileURL(path.join(projectRoot, 'test', 'stalls.ts')).href;
const longWork = `
  const startedAt = performance.now();
  for (let step = 0; step < 20_000; step++) await undefined;
  console.log(performance.now() - startedAt);
`;

it('A process with stalls halts between the steps of its work', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', stalls, '--input-type=module', '--eval', longWork],
    { env: { ...process.env, TEST_STALLS: '1' } },
  );
  // 20 stalls of 25 ms on average, and without them far less, unless the system itself stalls.
  assert.ok(Number(stdout) > 50, stdout);
});
