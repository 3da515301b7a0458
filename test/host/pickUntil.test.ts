import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { searchChats } from '../../src/ui/chats/transfer/searchChats.ts';
import { pickUntil } from '../../src/ui/shared/pickUntil.ts';
import { within } from './support/waiting.ts';

describe('A quick pick', () => {
  it('ends with nothing if it is left during a search, and the aborted search causes no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const aborted: Promise<unknown>[] = [];
    const untilAborted = (signal: AbortSignal | undefined) => {
      assert.ok(signal);
      const ended = once(signal, 'abort').then(() => signal.throwIfAborted());
      aborted.push(ended);
      return ended.then(() => []);
    };
    try {
      const found = searchChats({
        searchChats: (_, signal) => untilAborted(signal),
        prepare: async (signal) => void (await untilAborted(signal)),
      });
      await setImmediate();
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      assert.equal(await within(found, 'it is left'), undefined);
      assert.deepEqual(
        (await Promise.allSettled(aborted)).map(({ status }) => status),
        ['rejected', 'rejected'],
      );
      await setImmediate();
      assert.deepEqual(unhandled, []);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('is disposed if it can’t be filled, and rejects with the failure', async () => {
    let isDisposed = false;
    const filling = pickUntil((_, { owned }) => {
      owned.push({
        dispose: () => {
          isDisposed = true;
        },
      });
      throw new Error('No items.');
    });
    await assert.rejects(filling, /No items/u);
    assert.equal(isDisposed, true);
  });
});
