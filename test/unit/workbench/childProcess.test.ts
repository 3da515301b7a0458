import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '../../workbench/places.ts';

const module = path.join(projectRoot, 'test', 'workbench', 'childProcess.ts');
const programModule = path.join(projectRoot, 'test', 'workbench', 'program.ts');

/** A script that starts another in Node with `startChild`, shows its output, and keeps running. */
function starts(script: string): string {
  const args = JSON.stringify(['--input-type=module', '--eval', script]);
  return `import { startChild } from ${JSON.stringify(module)};
    startChild(process.execPath, ${args}, { stdio: 'inherit' });
    setTimeout(() => undefined, 60_000);`;
}

/** The same without `startChild`, as other programs do: a signal ends it, and it ignores what it has started. */
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

  // Keeps a pipe open while it runs, and ends only by SIGKILL, like a VS Code that takes too long.
  const last = `process.on('SIGTERM', () => undefined); console.log('started'); setTimeout(() => undefined, 60_000);`;

  for (const [what, script] of [
    ['what that has started in turn', starts(starts(last))],
    ['what was started through another program', starts(passesOn(starts(last)))],
  ] as const) {
    it(`ends what it has started, and ${what}`, async function () {
      if (process.platform === 'win32') this.skip();
      child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'ignore'],
        // The deeper the process, the shorter its wait.
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

  it('ends what it is just starting', async function () {
    if (process.platform === 'win32') this.skip();
    // Its spawn returns only when its input ends.
    const script = `import childProcess from 'node:child_process';
      import { readFileSync } from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { spawn } = childProcess;
      childProcess.spawn = (...args) => {
        const child = spawn(...args);
        readFileSync(0);
        return child;
      };
      syncBuiltinESMExports();
      const { startChild } = await import(${JSON.stringify(module)});
      startChild(process.execPath, ['--eval', ${JSON.stringify(last)}], { stdio: ['ignore', 'inherit', 'ignore'] });`;
    child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, TEST_DEPTH: '4' },
    });
    assert.ok(child.stdin && child.stdout);
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    const closed = once(lines, 'close');
    child.kill('SIGTERM');
    child.stdin.end();
    await closed;
  });

  it('is not waited for any longer after a second one, and nothing outlives that', async function () {
    if (process.platform === 'win32') this.skip();
    child = spawn(process.execPath, ['--input-type=module', '--eval', starts(starts(last))], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    assert.ok(child.stdout);
    const lines = createInterface({ input: child.stdout });
    await once(lines, 'line');
    const closed = once(lines, 'close');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await closed;
  });

  it('starts no other task while it ends the last ones', async function () {
    if (process.platform === 'win32') this.skip();
    const ends = `console.log('started'); setTimeout(() => undefined, 60_000);`;
    const run = (script: string) =>
      `await runProgram(process.execPath, ['--input-type=module', '--eval', ${JSON.stringify(script)}],
        { cwd: '.', logFile: 1 });`;
    const lanes = `import { runProgram } from ${JSON.stringify(programModule)};
      const lane = async () => { ${run(ends)} ${run(`console.log('the next');`)} };
      const slow = async () => { ${run(last)} };
      await Promise.all([lane(), slow()]);`;
    child = spawn(process.execPath, ['--input-type=module', '--eval', lanes], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, TEST_DEPTH: '2' },
    });
    assert.ok(child.stdout);
    const said: string[] = [];
    const lines = createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      if (said.length === 2) child?.kill('SIGTERM');
    });
    await once(lines, 'close');
    assert.deepEqual(said, ['started', 'started']);
  });
});
