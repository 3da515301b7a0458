import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { searchChats } from '../../src/ui/chats/transfer/searchChats.ts';
import { pickUntil } from '../../src/ui/shared/pickUntil.ts';
import { leave } from './support/leaving.ts';
import { within } from './support/waiting.ts';

describe('A quick pick', () => {
  it('is shown once more if something else takes the focus before a person could leave it', async () => {
    let shows = 0;
    const picked = pickUntil((pick, { end }) => {
      const show = pick.show.bind(pick);
      Object.assign(pick, {
        show() {
          shows += 1;
          show();
          // As VS Code does for a page that it gives the focus back to.
          if (shows === 1) void vscode.commands.executeCommand('workbench.action.focusSideBar');
          else end('taken');
        },
      });
    });
    assert.equal(await within(picked, 'it is shown again'), 'taken');
    assert.equal(shows, 2);
  });

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
      assert.equal(await within(leave(found), 'it is left'), undefined);
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
