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

/** Starts a Node as another's program would, which ends at a signal without a look at it. */
function passesOn(script: string): string {
  const args = JSON.stringify(['--input-type=module', '--eval', script]);
  return `import { spawn } from 'node:child_process';
    spawn(process.execPath, ${args}, { stdio: 'inherit' });
    setTimeout(() => undefined, 60_000);`;
}

describe('A signal to a run of tests', function () {
  this.timeout(60_000);
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  // It holds a pipe open for as long as it lives, and has to be ended hard, as a VS Code that takes its time.
  const last = `process.on('SIGTERM', () => undefined); console.log('started'); setTimeout(() => undefined, 60_000);`;

  for (const [what, script] of [
    ['what that has started', starts(starts(last))],
    ['what another program between them has started', starts(passesOn(starts(last)))],
  ] as const) {
    it(`ends what it has started, and ${what}`, async function () {
      if (process.platform === 'win32') this.skip();
      child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'ignore'],
        // Deep down there is less time to wait for.
        env: { ...process.env, TEST_DEPTH: '3' },
      });
      assert.ok(child.stdout);
      const lines = createInterface({ input: child.stdout });
      await once(lines, 'line');
      const closed = once(lines, 'close');
      child.kill('SIGTERM');
      await closed;
    });
  }
});
