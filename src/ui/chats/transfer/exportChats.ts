import * as vscode from 'vscode';
import { chatsJson, type NamedChat } from '../../../core/chats/transfer/chatJson.ts';
import { chatMarkdown } from '../../../core/chats/transfer/chatMarkdown.ts';
import { sayBriefly } from '../../shared/messages.ts';
import { saveAs } from '../../shared/saveAs.ts';
import { fileName } from '../../shared/text/fileName.ts';
import { chatMarkdownTexts } from './chatMarkdownText.ts';

/**
 * *Export…*: asks for a location, possibly remote, and writes the chats there as one file: the shown paths as Markdown, or
 * everything, with all siblings, as JSON that *Import…* reads.
 */
export async function exportChats(chats: readonly NamedChat[]): Promise<void> {
  const [first] = chats;
  if (!first) return;
  const name =
    chats.length === 1 ? fileName(first.conversation.title || first.conversation.model, 'chat') : 'chats';
  const target = await saveAs({
    title:
      chats.length === 1 ? vscode.l10n.t('Export Chat') : vscode.l10n.t('Export {0} Chats', chats.length),
    name: `${name}.md`,
    filters: { Markdown: ['md'], JSON: ['json'] },
    content: (isJson) => (isJson ? chatsJson(chats) : markdownOf(chats)),
  });
  if (!target) return;
  sayBriefly(
    chats.length === 1
      ? vscode.l10n.t('The chat was exported to {0}', target.path)
      : vscode.l10n.t('{0} chats were exported to {1}', chats.length, target.path),
  );
}

function markdownOf(chats: readonly NamedChat[]): string {
  return chats
    .map(({ conversation, connectionName }) =>
      chatMarkdown(conversation, connectionName, chatMarkdownTexts()),
    )
    .join('\n---\n\n');
}
