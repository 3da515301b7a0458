import * as vscode from 'vscode';
import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import { listedModels } from '../../../core/chats/disk/chatSummary.ts';
import {
  chatsJson,
  connectionsIn,
  maxImportBytes,
  type NamedChat,
  type ReadImport,
  readImport,
} from '../../../core/chats/transfer/chatJson.ts';
import { importChats } from '../../../core/chats/transfer/importChats.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hidesModels } from '../../../core/chats/tree/conversationTree.ts';
import type { Connections } from '../../connections/connections.ts';
import { exportFile } from '../../shared/exportFile.ts';
import { isAgreed, sayBriefly, sayError } from '../../shared/messages.ts';
import { fileName } from '../../shared/text/shownPath.ts';
import { plural, t } from '../../shared/text/t.ts';
import { chatMarkdown } from './chatMarkdown.ts';

/**
 * *Export…*: asks for the format and a location, possibly remote, and writes the chats there as one file: the shown paths as
 * Markdown, or everything, with all siblings, as JSON that *Import…* reads.
 */
export async function exportChats(
  conversations: readonly Conversation[],
  connections: Pick<Connections, 'named'>,
): Promise<void> {
  const [first] = conversations;
  if (!first) return;
  const chats = conversations.map((conversation): NamedChat => {
    const names = connectionsIn(conversation).map((id) => [id, connections.named(id).name] as const);
    return { conversation, connectionNames: new Map(names) };
  });
  const isAnyHidden = conversations.some(hidesModels);
  await exportFile({
    title: plural(chats.length, 'Export Chat', 'Export {0} Chats'),
    name:
      chats.length === 1
        ? fileName(first.title || (listedModels(first).models[0]?.name ?? ''), 'chat')
        : 'chats',
    formats: [
      {
        label: 'Markdown',
        description: t('to read'),
        suffix: 'md',
        content: () => chats.map(chatMarkdown).join('\n---\n\n'),
      },
      {
        label: 'JSON',
        description: isAnyHidden
          ? t('to import again, with all versions and the hidden names')
          : t('to import again, with all versions'),
        suffix: 'json',
        content: () => chatsJson(chats),
        ...(isAnyHidden && { isWanted }),
      },
    ],
    said: (place) => [
      plural(chats.length, 'The chat was exported to {1}.', '{0} chats were exported to {1}.', place),
    ],
  });
}

/** Asks the user before hidden models are exported: the JSON file says which model gave which answer. */
function isWanted(): Promise<boolean> {
  return isAgreed(
    t('Export the hidden models, too?'),
    t('A blind question still awaits your vote. The exported file reveals which model gave each answer.'),
    t('Export'),
  );
}

type Storage = Pick<ChatLibrary, 'store' | 'ownership'>;
type AllConnections = Pick<Connections, 'all'>;

/** *Import…*: asks for a JSON file written by *Export…*, from any location. Returns the ids of the imported chats. */
export async function importChatFile(storage: Storage, connections: AllConnections) {
  const options = { title: t('Import Chats'), openLabel: t('Import'), filters: { JSON: ['json'] } };
  const [file] = (await vscode.window.showOpenDialog(options)) ?? [];
  return file ? importFrom(file, storage, connections) : [];
}

export async function importFrom(
  file: vscode.Uri,
  storage: Storage,
  connections: AllConnections,
): Promise<readonly string[]> {
  const { fs } = vscode.workspace;
  // Checked before reading, since the user may have chosen any file.
  const isTooLarge = (await fs.stat(file)).size > maxImportBytes;
  const read: ReadImport = isTooLarge
    ? { is: 'refused', why: 'tooLarge' }
    : readImport(await fs.readFile(file));
  if (read.is === 'refused') {
    void sayError(t('Nothing was imported. {0}', refusal(read)));
    return [];
  }
  const ids = await importChats(storage, read.chats, connections.all);
  sayBriefly(plural(ids.length, '1 chat was imported.', '{0} chats were imported.'));
  return ids;
}

function refusal({ why, where }: Extract<ReadImport, { is: 'refused' }>): string {
  const texts: Record<typeof why, string> = {
    tooLarge: t('The file is larger than {0} MB.', maxImportBytes / 1024 / 1024),
    notJson: t('The file is not JSON: it may be cut off. Export it again.'),
    notOurs: t('The file holds no chats of Hosted Models. Choose one that Export… wrote as JSON.'),
    newer: t('This file was written by a newer version of Hosted Models. Update the extension.'),
    damaged: t('The file is damaged at {0}. Export it again.', where ?? '?'),
  };
  return texts[why];
}
