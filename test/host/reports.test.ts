import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { canaryKey } from '../e2e/canary.ts';
import { liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { nextEvent, until } from './support/waiting.ts';

describe('The diagnosis report of the real extension', () => {
  const pick = usePicking();
  const person = usePerson();
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens in a read-only tab, and can be included in an issue', async () => {
    const { connectionId } = await liveExtension();
    const picks = pick('Without a chat');
    await vscode.commands.executeCommand('hostedModels.diagnoseConnection', { connectionId });
    assert.deepEqual(
      picks.map(({ title }) => title.replace(/:\d+$/u, '')),
      ['Diagnose 127.0.0.1'],
    );
    const report = vscode.window.activeTextEditor?.document;
    assert.ok(report);
    assert.equal(report.languageId, 'markdown');
    assert.equal(report.uri.scheme, 'hosted-models');
    // VS Code may still show the report of an earlier diagnosis, until it has asked for the text again.
    const isNew = () => /^Result: All checks passed/mu.test(report.getText());
    await until(vscode.workspace.onDidChangeTextDocument, 'the new report is shown', isNew);
    assert.ok(!report.getText().includes(canaryKey));

    const seen = pick(`With the diagnosis of ${/Diagnosis of (.*)/u.exec(report.getText())?.[1]}`);
    person({});
    await vscode.commands.executeCommand('hostedModels.reportIssue');
    const issue = vscode.window.activeTextEditor?.document;
    assert.ok(issue?.isUntitled);
    assert.equal(seen[0]?.labels.length, 3);
    assert.match(issue.getText(), /^Nothing was sent\. This version of Hosted Models has no address/u);
    assert.ok(issue.getText().includes(report.getText()));
    const closed = nextEvent(
      vscode.workspace.onDidCloseTextDocument,
      'the issue is closed',
      (one) => one === issue,
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await closed;
  });

  it('can be left out of an issue, which then names the versions', async () => {
    await liveExtension();
    pick('Without a diagnosis');
    const opened = nextEvent(
      vscode.workspace.onDidOpenTextDocument,
      'the issue is opened',
      // An earlier one may be reported as opened again while it closes.
      (one) => one.isUntitled && one.getText().includes('## Versions'),
    );
    await vscode.commands.executeCommand('hostedModels.reportIssue');
    // The active editor may still be that of an issue that was closed.
    const issue = await opened;
    assert.match(issue.getText(), /^- Hosted Models \d+\.\d+\.\d+$/mu);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
