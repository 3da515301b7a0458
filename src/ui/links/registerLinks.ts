import * as vscode from 'vscode';
import type { Logger } from '../../api/index.ts';
import { reportingErrors } from '../shared/errors/showError.ts';
import type { Links } from './links.ts';

/** Opens the links to this extension that VS Code passes on, once the person has agreed to that. */
export function registerLinks(links: () => Promise<Pick<Links, 'open'>>, log: Logger): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: (uri) => reportingErrors(log, 'link', async () => (await links()).open(uri)),
  });
}
