import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { projectRoot } from '../../workbench/places.ts';

const stalls = pathToFileURL(path.join(projectRoot, 'test', 'stalls.ts')).href;
// The stalls alone end it; without them, it goes on until it is killed.
const untilStalled = `
  for (let last = performance.now(), longest = 0; longest < 20; last = performance.now()) {
    await undefined;
    longest = Math.max(longest, performance.now() - last);
  }
  console.log('stalled');
`;

it('A process with stalls halts between the steps of its work', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', stalls, '--input-type=module', '--eval', untilStalled],
    { env: { ...process.env, TEST_STALLS: '1' }, timeout: 9000 },
  );
  assert.equal(stdout, 'stalled\n');
});
