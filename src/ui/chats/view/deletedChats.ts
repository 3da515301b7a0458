import type * as vscode from 'vscode';
import type { DeletedChat } from '../../../core/chats/disk/chatStore.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { sayInfo, withoutIcons } from '../../shared/messages.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import { listedModelsText } from '../../shared/text/chatLine.ts';
import { t } from '../../shared/text/t.ts';
import { briefTime } from '../../shared/text/time.ts';
import { bringBack, type TrashParts } from './deleteChats.ts';

type ChatItem = vscode.QuickPickItem & { chat: { id: string; name: string } };

/** *Show Deleted Chats…*: restores the chats that the user checks or, if none is checked, the focused one. Opens a single one. */
export async function restoreDeletedChats(parts: TrashParts): Promise<void> {
  const deleted = await parts.store.deleted();
  if (deleted.length === 0) {
    void sayInfo(t('There are no deleted chats. One can be restored for 30 days.'));
    return;
  }
  const chosen = await pickUntil<ChatItem, readonly ChatItem[]>((pick, { end }) => {
    pick.title = t('Deleted Chats');
    pick.placeholder = t('Select chats to restore');
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.items = deleted.map(itemOf);
    pick.onDidAccept(() => end(pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems));
  });
  const chats = (chosen ?? []).map(({ chat }) => ({ ...chat, wasOpen: chosen?.length === 1 }));
  await bringBack(chats, parts);
}

function itemOf(chat: DeletedChat): ChatItem {
  const name = cleanText(chat.title) || t('Untitled');
  const when = t('deleted {0}', briefTime(chat.deletedAt));
  return {
    label: withoutIcons(name),
    description: withoutIcons([listedModelsText(chat), when].filter(Boolean).join(' · ')),
    chat: { id: chat.id, name },
  };
}
