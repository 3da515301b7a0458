import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { WorkerThread } from '../../../../../src/core/promptSets/worker/workerThread.ts';

const script = join(import.meta.dirname, 'pausedCheck.ts');

async function said(child: ChildProcess): Promise<string> {
  const [message] = await once(child, 'message');
  return message;
}

describe('A check in a process that is stopped for a while', () => {
  // Longer than the time that a check may take: as long as a late timer is noticed, or longer.
  for (const pausedMs of [300, 1000])
    it(`is given its time nevertheless: after ${pausedMs} ms`, async function () {
      // Windows stops no process.
      if (process.platform === 'win32') this.skip();
      const child = fork(script);
      try {
        assert.equal(await said(child), 'checking');
        child.kill('SIGSTOP');
        const outcome = said(child);
        await pause(pausedMs);
        child.kill('SIGCONT');
        assert.equal(await outcome, 'regex “^(a+)+$”');
      } finally {
        child.kill('SIGKILL');
      }
    }).timeout(20_000);
});

describe('A thread of its own that fails', () => {
  it('rejects with what it threw, which is no lack of time', async () => {
    const thread = new WorkerThread();
    const broken = JSON.parse('{"is":"verdict"}');
    await assert.rejects(thread.ask(broken, 30_000), TypeError);
    await thread.end();
  });
});
