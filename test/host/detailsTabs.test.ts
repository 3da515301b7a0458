import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { liveExtension, liveModel } from './support/extension.ts';
import { until, within } from './support/waiting.ts';

const detailsTabs = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('hostedModels.details'),
    );

describe('Show Details', () => {
  afterEach(() => vscode.window.tabGroups.close(detailsTabs()));

  async function show(...model: Parameters<typeof liveModel>): Promise<void> {
    await vscode.commands.executeCommand('hostedModels.showDetails', await liveModel(...model));
  }

  const opened = (count: number) =>
    until(vscode.window.tabGroups.onDidChangeTabs, `${count} tabs`, () => detailsTabs().length === count);

  it('opens one tab for each model, and retrieves it again each time', async () => {
    const { service } = await liveExtension();
    const path = '/api/v1/lora/support-tone-v7';
    for (let time = 0; time < 2; time++) {
      const asked = service.nextRequest((request) => request.path === path && request.method === 'GET');
      await show('support-tone-v7');
      await within(asked, 'it is retrieved');
    }
    await show('llama-3-8b', 'baseModel');
    await opened(2);
    assert.deepEqual(
      detailsTabs()
        .map(({ label }) => label)
        .sort(),
      ['llama-3-8b', 'support-tone-v7'],
    );
  });

  it('has a clean, short title, whatever the model’s name', async () => {
    await liveExtension();
    await show(`evil\u202etxt\n${'x'.repeat(300)}`);
    await opened(1);
    const [tab] = detailsTabs();
    await until(
      vscode.window.tabGroups.onDidChangeTabs,
      'a short title',
      () => (tab?.label.length ?? 0) <= 60,
    );
    assert.doesNotMatch(detailsTabs()[0]?.label ?? '', /[\u202e\n]/u);
  });
});
