import * as vscode from 'vscode';
import { chatsJson, type NamedChat } from '../../../core/chats/transfer/chatJson.ts';
import { chatMarkdown } from '../../../core/chats/transfer/chatMarkdown.ts';
import { exportFile, tellExported } from '../../shared/exportFile.ts';
import { fileName } from '../../shared/text/fileName.ts';
import { shownPath } from '../../shared/text/shownPath.ts';
import { chatMarkdownTexts } from './chatMarkdownText.ts';

/**
 * *Export…*: asks for the format and a location, possibly remote, and writes the chats there as one file: the shown paths as
 * Markdown, or everything, with all siblings, as JSON that *Import…* reads.
 */
export async function exportChats(chats: readonly NamedChat[]): Promise<void> {
  const [first] = chats;
  if (!first) return;
  const exported = await exportFile({
    title:
      chats.length === 1 ? vscode.l10n.t('Export Chat') : vscode.l10n.t('Export {0} Chats', chats.length),
    name:
      chats.length === 1 ? fileName(first.conversation.title || first.conversation.model, 'chat') : 'chats',
    formats: [
      {
        label: 'Markdown',
        description: vscode.l10n.t('to read'),
        suffix: 'md',
        content: () => markdownOf(chats),
      },
      {
        label: 'JSON',
        description: vscode.l10n.t('to import again, with all versions'),
        suffix: 'json',
        content: () => chatsJson(chats),
      },
    ],
  });
  if (!exported) return;
  const place = shownPath(exported.file);
  const said =
    chats.length === 1
      ? vscode.l10n.t('The chat was exported to {0}.', place)
      : vscode.l10n.t('{0} chats were exported to {1}.', chats.length, place);
  await tellExported(said, exported);
}

function markdownOf(chats: readonly NamedChat[]): string {
  return chats
    .map(({ conversation, connectionName }) =>
      chatMarkdown(conversation, connectionName, chatMarkdownTexts()),
    )
    .join('\n---\n\n');
}
