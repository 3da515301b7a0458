import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { canaryKey } from '../e2e/canary.ts';
import { closeEditors } from './support/editors.ts';
import { liveExtension } from './support/extension.ts';
import { usePerson } from './support/person.ts';
import { usePicking } from './support/picking.ts';
import { until } from './support/waiting.ts';

describe('The diagnosis report of the real extension', () => {
  const pick = usePicking();
  const person = usePerson();
  afterEach(closeEditors);

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
    assert.equal(seen[0]?.labels.length, 3);
    const issue = await vscode.env.clipboard.readText();
    assert.ok(issue.includes(report.getText()));
  });

  it('can be left out of an issue, which then names the versions', async () => {
    await liveExtension();
    pick('Without a diagnosis');
    person({});
    await vscode.commands.executeCommand('hostedModels.reportIssue');
    const issue = await vscode.env.clipboard.readText();
    assert.match(issue, /^- Hosted Models \d+\.\d+\.\d+$/mu);
  });
});
