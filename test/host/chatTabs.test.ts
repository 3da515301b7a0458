import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { readRecord } from '../../src/core/chats/disk/chatRecord.ts';
import { liveExtension, liveModel, userDataFolder } from './support/extension.ts';
import { until } from './support/waiting.ts';

const chatTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('hostedModels.chat'),
    );

const chatFiles = (): string[] =>
  globSync('**/globalStorage/hosted-models.hosted-models/chats/*.jsonl', { cwd: userDataFolder() });

describe('Chat on a model', () => {
  const open = async (name: string, shownName = name): Promise<void> => {
    const { service } = await liveExtension();
    service.clearRequests();
    await vscode.commands.executeCommand('hostedModels.chat', await liveModel(name));
    await until(vscode.window.tabGroups.onDidChangeTabs, `a tab for ${name}`, () =>
      chatTabs().some((tab) => tab.label.includes(shownName)),
    );
  };

  afterEach(async () => {
    await vscode.window.tabGroups.close(chatTabs());
  });

  it('opens a new tab each time, with a file in global storage for each chat', async () => {
    await open('support-tone-v7');
    await open('acme/legal/nda-review');
    assert.equal(chatTabs().length, 2);
    assert.equal(chatFiles().length, 2);
    for (const file of chatFiles()) {
      const [line = ''] = (await readFile(path.join(userDataFolder(), file), 'utf8')).split('\n');
      const { record } = readRecord(line);
      assert.ok(record?.type === 'meta');
      const [{ name } = { name: '' }] = record.columns;
      assert.ok(['support-tone-v7', 'acme/legal/nda-review'].includes(name), name);
    }
  });

  it('cleans the model’s name for its title', async () => {
    await open('evil\u202etxt', 'eviltxt');
    assert.deepEqual(
      chatTabs().map(({ label }) => label),
      ['Chat: eviltxt'],
    );
  });

  it('asks for the model if it is called without one', async () => {
    await liveExtension();
    const before = chatTabs().length;
    let isOver = false;
    const running = Promise.resolve(vscode.commands.executeCommand('hostedModels.newChat')).finally(() => {
      isOver = true;
    });
    while (!isOver) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await running;
    assert.equal(chatTabs().length, before);
  });
});
