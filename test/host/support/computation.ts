import * as vscode from 'vscode';
import { documentScheme } from '../../../src/ui/shared/readOnlyDocuments.ts';
import { until } from './waiting.ts';

const title = 'How This Is Computed';

/** Waits for the preview of how a run's verdicts are computed, and returns its Markdown. */
export async function shownComputation(runId: string): Promise<string> {
  await until(vscode.window.tabGroups.onDidChangeTabs, 'the preview', () => {
    const { input, label = '' } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    return input instanceof vscode.TabInputWebview && label.includes(title);
  });
  const uri = vscode.Uri.from({ scheme: documentScheme, path: `/${encodeURIComponent(runId)}/${title}.md` });
  return (await vscode.workspace.openTextDocument(uri)).getText();
}
