import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../workbench/places.ts';

const module = path.join(projectRoot, 'test', 'workbench', 'childProcess.ts');

/** Starts a Node by `startChild`, with its output shown, and stays. */
function starts(script: string): string {
  const args = JSON.stringify(['--input-type=module', '--eval', script]);
  return `import { startChild } from ${JSON.stringify(module)};
    startChild(process.execPath, ${args}, { stdio: 'inherit' });
    setTimeout(() => undefined, 60_000);`;
}

describe('A signal to a run of tests', function () {
  this.timeout(60_000);
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  it('ends what it has started, and what that has started', async function () {
    if (process.platform === 'win32') this.skip();
    // The last holds a pipe open for as long as it lives.
    const last = `console.log('started'); setTimeout(() => undefined, 60_000);`;
    child = spawn(process.execPath, ['--input-type=module', '--eval', starts(starts(last))], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.ok(child.stdout);
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    const closed = once(lines, 'close');
    child.kill('SIGTERM');
    await closed;
  });
});
