import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UndoOffers } from '../../src/ui/chats/view/undoOffers.ts';

describe('The offer to undo', () => {
  const { showInformationMessage } = vscode.window;
  /** Like VS Code: a message is closed when the same text comes again. */
  const shown = new Map<string, (button: string | undefined) => void>();

  beforeEach(() => {
    shown.clear();
    Object.assign(vscode.window, {
      showInformationMessage(text: string) {
        shown.get(text)?.(undefined);
        const { promise, resolve } = Promise.withResolvers<string | undefined>();
        shown.set(text, resolve);
        return promise;
      },
    });
  });

  afterEach(() => Object.assign(vscode.window, { showInformationMessage }));

  /** Answers the message, once everything that follows from earlier answers is done. */
  async function press(text: string, button: string | undefined): Promise<void> {
    await new Promise(setImmediate);
    shown.get(text)?.(button);
    await new Promise(setImmediate);
  }

  it('is repeated for what was deleted earlier with the same text, until all of it is back', async () => {
    const offers = new UndoOffers();
    const back: string[] = [];
    const offered = ['first', 'second', 'third'].map((name) =>
      offers.offer('Deleted a turn.', async () => {
        back.push(name);
      }),
    );
    await press('Deleted a turn.', 'Undo');
    assert.deepEqual(back, ['third']);
    await press('Deleted a turn.', 'Undo');
    await press('Deleted a turn.', 'Undo');
    await Promise.all(offered);
    assert.deepEqual(back, ['third', 'second', 'first']);
  });

  it('ends with all earlier ones of its text when its message is closed; one with another text stays', async () => {
    const offers = new UndoOffers();
    const back: string[] = [];
    const offer = (text: string, name: string) =>
      offers.offer(text, async () => {
        back.push(name);
      });
    const offered = [
      offer('Deleted “A”.', 'A'),
      offer('Deleted “B”.', 'B'),
      offer('Deleted “B”.', 'other B'),
    ];
    await press('Deleted “B”.', undefined);
    await press('Deleted “A”.', 'Undo');
    await Promise.all(offered);
    assert.deepEqual(back, ['A']);
  });
});
