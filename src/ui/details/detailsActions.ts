import * as vscode from 'vscode';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { DetailsToHost } from '../../protocol/details.ts';
import { linkedFrom } from './detailsSections.ts';

/** Requests from the page of `ref` that don't concern showing the page itself. */
type DetailsAction = Exclude<DetailsToHost, { type: 'ready' | 'refresh' | 'stop' }>;

/** Performs an action of the page. All but copying are commands, which ask the user where necessary. */
export function doDetailsAction(action: DetailsAction, ref: ModelRef): Thenable<unknown> {
  const run = (command: string, argument: unknown) =>
    vscode.commands.executeCommand(`hostedModels.${command}`, argument);
  switch (action.type) {
    case 'chat':
    case 'compareWithBase':
    case 'sendTestRequest':
    case 'copyLink':
    case 'openJson':
    case 'addToVscodeChat':
    case 'removeFromVscodeChat':
      return run(action.type, ref);
    case 'copyName':
      return vscode.env.clipboard.writeText(ref.name);
    case 'delete':
      return run('deleteLora', ref);
    case 'copy':
      return vscode.env.clipboard.writeText(action.text);
    case 'openModel':
      return run('showDetails', linkedFrom(ref, action.name));
    case 'openChat':
      return run('openChat', { chatId: action.id });
  }
}
