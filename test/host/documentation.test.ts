import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors } from './support/editors.ts';
import { liveExtension } from './support/extension.ts';
import { usePicking } from './support/picking.ts';
import { until } from './support/waiting.ts';

describe('Open Documentation', () => {
  const pick = usePicking();
  before(liveExtension);
  afterEach(closeEditors);

  async function opens(name: string, page?: unknown): Promise<void> {
    await vscode.commands.executeCommand('hostedModels.openDocumentation', page);
    const isOpen = () => {
      const { input, label = '' } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputWebview && label.includes(name);
    };
    await until(vscode.window.tabGroups.onDidChangeTabs, `the page ${name} is shown`, isOpen);
  }

  it('asks for a page by its heading, and shows it as VS Code shows Markdown', async () => {
    const seen = pick('Troubleshooting');
    await opens('troubleshooting.md');
    assert.equal(seen[0]?.labels[0], 'Using Hosted Models');
    assert.ok(seen[0].labels.includes('Security'));
  });

  it('opens a copy of a sample, so that nothing is changed in the extension’s folder', async () => {
    for (const [name, language] of [
      ['refunds.jsonl', 'jsonl'],
      ['capitals.csv', 'plaintext'],
    ]) {
      pick(name ?? '');
      await vscode.commands.executeCommand('hostedModels.openDocumentation');
      const { document } = vscode.window.activeTextEditor ?? {};
      assert.deepEqual([document?.isUntitled, document?.languageId], [true, language]);
      assert.match(document?.getText() ?? '', /prompt/u);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });

  it('opens the page that a link names', () => opens('connections.md', 'connections'));

  it('asks if a link names none', async () => {
    const seen = pick();
    await vscode.commands.executeCommand('hostedModels.openDocumentation', '../package');
    assert.equal(seen.length, 1);
  });
});
