import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { reportingErrors } from '../shared/errors/showError.ts';

/** Opens the links to this extension that VS Code passes on, once the user has agreed to that. */
export function registerLinks(open: (uri: vscode.Uri) => Promise<void>, log: Logger): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: (uri) => reportingErrors(log, 'link', () => open(uri)),
  });
}
