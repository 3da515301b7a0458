import * as vscode from 'vscode';

const walkthrough = 'hosted-models.hosted-models#firstSteps';

/** Opens the walkthrough. VS Code lists it only once the extension is active, so that none opens by itself after the installation. */
export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough);
}
