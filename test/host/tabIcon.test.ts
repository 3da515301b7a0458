import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type TabState, tabIcon } from '../../src/ui/chats/tab/tabDecoration.ts';
import { setUser } from './support/connectionSettings.ts';
import { developedExtension } from './support/extension.ts';

describe('The icon of a chat’s tab', () => {
  const names = (state: TabState) => {
    const { light, dark } = tabIcon(developedExtension().extensionUri, state);
    for (const { fsPath } of [light, dark]) assert.ok(existsSync(fsPath), fsPath);
    return [light, dark].map(({ fsPath }) => path.basename(fsPath, '.svg'));
  };

  afterEach(() => setUser('workbench', 'reduceMotion', undefined));

  it('turns while it streams, and stands still if VS Code is set to reduce motion', async () => {
    assert.deepEqual(names('streaming'), ['chat-streaming-light', 'chat-streaming-dark']);
    await setUser('workbench', 'reduceMotion', 'on');
    assert.deepEqual(names('streaming'), ['chat-streaming-still-light', 'chat-streaming-still-dark']);
    assert.deepEqual(names('unseen'), ['chat-unseen-light', 'chat-unseen-dark']);
    await setUser('workbench', 'reduceMotion', 'off');
    assert.deepEqual(names('streaming'), ['chat-streaming-light', 'chat-streaming-dark']);
  });
});
