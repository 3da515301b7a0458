import * as vscode from 'vscode';
import { openCopy } from '../../shared/openCopy.ts';
import { t } from '../../shared/text/t.ts';

/** *New Prompt Set…*: opens ten prompts with checks, to be changed. */
export function newPromptSet(extensionUri: vscode.Uri): Promise<void> {
  return openCopy(vscode.Uri.joinPath(extensionUri, 'docs/prompt-sets/refunds.jsonl'));
}

/** Shows *Run Prompt Set…* above the first line of a set that isn't saved yet, and so has no row in the Explorer. */
export function registerRunLens(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { scheme: 'untitled', language: 'jsonl' },
    {
      provideCodeLenses({ uri }) {
        const command = {
          title: t('Run Prompt Set…'),
          command: 'hostedModels.runPromptSet',
          arguments: [uri],
        };
        return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
      },
    },
  );
}
