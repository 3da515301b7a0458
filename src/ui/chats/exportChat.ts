import * as vscode from 'vscode';
import { chatMarkdown } from '../../core/chatMarkdown.ts';
import type { Conversation } from '../../core/conversation.ts';
import { sayBriefly } from '../messages.ts';
import { chatWords } from './chatWords.ts';

/** *Export…*: asks for a place and writes the shown path there as Markdown; the place may be remote. */
export async function exportChat(conversation: Conversation, connectionName: string): Promise<void> {
  const name = fileName(conversation.title || conversation.model);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Chat'),
    filters: { Markdown: ['md'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}.md`) } : {}),
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(
    target,
    new TextEncoder().encode(chatMarkdown(conversation, connectionName, chatWords())),
  );
  sayBriefly(vscode.l10n.t('The chat was exported to {0}', target.path));
}

/** A name that every file system takes. */
function fileName(title: string): string {
  const plain = title.replace(/[^\p{L}\p{N} ._-]/gu, ' ').replace(/\s+/gu, ' ');
  return (
    plain
      .trim()
      .replace(/^\.+|\.+$/gu, '')
      .slice(0, 80) || 'chat'
  );
}
