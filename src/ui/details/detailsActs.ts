import * as vscode from 'vscode';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { DetailsToHost } from '../../protocol/details.ts';
import { linkedFrom } from './detailsSections.ts';

/** Actions of the page of `ref` itself. */
interface PageActs {
  show(): Promise<void>;
  refresh(): Promise<void>;
  stop(): void;
}

/** Performs an action of the page. All but the page's own are commands, which ask the user where necessary. */
export async function actOn(message: DetailsToHost, ref: ModelRef, page: PageActs): Promise<void> {
  const run = (command: string, argument: unknown) =>
    vscode.commands.executeCommand(`hostedModels.${command}`, argument);
  switch (message.type) {
    case 'ready':
      return page.show();
    case 'refresh':
      return page.refresh();
    case 'stop':
      return page.stop();
    case 'chat':
    case 'sendTestRequest':
    case 'openJson':
      await run(message.type, ref);
      return;
    case 'copyName':
      return vscode.env.clipboard.writeText(ref.name);
    case 'delete':
      await run('deleteLora', ref);
      return;
    case 'copy':
      return vscode.env.clipboard.writeText(message.text);
    case 'openModel':
      await run('showDetails', linkedFrom(ref, message.name));
      return;
    case 'openChat':
      await run('openChat', { chatId: message.id });
      return;
    default:
      message satisfies never;
  }
}
