import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../workbench/places.ts';

const module = path.join(projectRoot, 'test', 'workbench', 'childProcess.ts');

/** A script that starts another in Node, shows its output, and keeps running. */
function starts(script: string, from: string, by: string): string {
  const args = JSON.stringify(['--input-type=module', '--eval', script]);
  return `import { ${by} } from ${JSON.stringify(from)};
    ${by}(process.execPath, ${args}, { stdio: 'inherit' });
    setTimeout(() => undefined, 60_000);`;
}

describe('A signal to a run of tests', () => {
  it('ends what it has started, and what was started through another program', async function () {
    if (process.platform === 'win32') this.skip();
    // Keeps a pipe open while it runs, and ends only by SIGKILL, like a VS Code that takes too long.
    const last = `process.on('SIGTERM', () => undefined); console.log('started'); setTimeout(() => undefined, 60_000);`;
    // Other programs ignore what they have started when a signal ends them.
    const between = starts(starts(last, module, 'startChild'), 'node:child_process', 'spawn');
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', starts(between, module, 'startChild')],
      // The deeper the process, the shorter its wait.
      { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TEST_DEPTH: '3' } },
    );
    try {
      assert.ok(child.stdout);
      const lines = createInterface({ input: child.stdout });
      await once(lines, 'line');
      const closed = once(lines, 'close');
      child.kill('SIGTERM');
      await closed;
    } finally {
      child.kill('SIGKILL');
    }
  }).timeout(60_000);
});
