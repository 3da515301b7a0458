import * as vscode from 'vscode';
import { chatsJson, type NamedChat } from '../../../core/chats/transfer/chatJson.ts';
import { chatMarkdown } from '../../../core/chats/transfer/chatMarkdown.ts';
import { sayBriefly } from '../../shared/messages.ts';
import { fileName } from '../../shared/text/fileName.ts';
import { chatWords } from './chatWords.ts';

/**
 * *Export…*: asks for a place, which may be remote, and writes the chats there as one file: the shown paths as Markdown,
 * or all there is, with every sibling, as JSON that *Import…* reads.
 */
export async function exportChats(chats: readonly NamedChat[]): Promise<void> {
  const [first] = chats;
  if (!first) return;
  const name =
    chats.length === 1 ? fileName(first.conversation.title || first.conversation.model, 'chat') : 'chats';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title:
      chats.length === 1 ? vscode.l10n.t('Export Chat') : vscode.l10n.t('Export {0} Chats', chats.length),
    filters: { Markdown: ['md'], JSON: ['json'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}.md`) } : {}),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(exportedText(chats, target)));
  sayBriefly(
    chats.length === 1
      ? vscode.l10n.t('The chat was exported to {0}', target.path)
      : vscode.l10n.t('{0} chats were exported to {1}', chats.length, target.path),
  );
}

/** The name says which form is meant. */
function exportedText(chats: readonly NamedChat[], target: vscode.Uri): string {
  if (target.path.toLowerCase().endsWith('.json')) return chatsJson(chats);
  return chats
    .map(({ conversation, connectionName }) => chatMarkdown(conversation, connectionName, chatWords()))
    .join('\n---\n\n');
}
