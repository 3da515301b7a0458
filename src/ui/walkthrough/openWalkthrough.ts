import * as vscode from 'vscode';

const walkthrough = 'hosted-models.hosted-models#firstSteps';

/**
 * Opens the walkthrough. Until then its condition is false, so that VS Code neither opens it after the installation nor lists
 * it among others.
 */
export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'hostedModels.isWalkthroughWanted', true);
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough);
}
