import * as vscode from 'vscode';
import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import { maxImportBytes, type ReadImport, readImport } from '../../../core/chats/transfer/chatJson.ts';
import { importChats } from '../../../core/chats/transfer/importChats.ts';
import type { Connections } from '../../connections/connections.ts';
import { sayBriefly, sayError } from '../../shared/messages.ts';
import { plural, t } from '../../shared/text/t.ts';

type Storage = Pick<ChatLibrary, 'store' | 'ownership'>;

/** *Import…*: asks for a JSON file written by *Export…*, from any location. Returns the ids of the imported chats. */
export async function importChatFile(
  storage: Storage,
  connections: Pick<Connections, 'all'>,
): Promise<readonly string[]> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: t('Import Chats'),
      openLabel: t('Import'),
      filters: { JSON: ['json'] },
    })) ?? [];
  return file ? importFrom(file, storage, connections) : [];
}

export async function importFrom(
  file: vscode.Uri,
  storage: Storage,
  connections: Pick<Connections, 'all'>,
): Promise<readonly string[]> {
  const { size } = await vscode.workspace.fs.stat(file);
  // Checked before reading, since the user may have chosen any file.
  const read: ReadImport =
    size > maxImportBytes
      ? { is: 'refused', why: 'tooLarge' }
      : readImport(await vscode.workspace.fs.readFile(file));
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
