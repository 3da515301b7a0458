import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { canaryKey } from '../e2e/canary.ts';
import { closeEditors } from './support/editors.ts';
import { liveExtension, liveModel } from './support/extension.ts';
import { until } from './support/waiting.ts';

const model = () => liveModel('support-tone-v7');

async function copied(command: string, argument?: unknown): Promise<string> {
  await vscode.env.clipboard.writeText('');
  await vscode.commands.executeCommand(`hostedModels.${command}`, argument);
  return vscode.env.clipboard.readText();
}

describe('Copy Request As', () => {
  it('gives code for a row’s model, without the key', async () => {
    const { service } = await liveExtension();
    for (const language of ['Curl', 'CurlWindows', 'Python', 'TypeScript']) {
      const code = await copied(`copyRequestAs${language}`, await model());
      assert.ok(code.includes(`${service.url}/api/v1`), code);
      assert.ok(code.includes('support-tone-v7'));
      assert.ok(code.includes('HOSTED_MODELS_API_KEY'));
      assert.equal(code.includes(canaryKey), false);
    }
  });

  it('gives the request of the chat in the active tab', async () => {
    await liveExtension();
    await vscode.commands.executeCommand('hostedModels.chat', await model());
    const isOpen = () =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('support-tone-v7') ?? false;
    await until(vscode.window.tabGroups.onDidChangeTabs, 'the chat', isOpen);
    const code = await copied('copyRequestAsTypeScript');
    assert.ok(code.includes('"support-tone-v7"'), code);
    await closeEditors();
    assert.equal(await copied('copyRequestAsTypeScript'), '');
  });
});
