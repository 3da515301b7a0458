import type * as vscode from 'vscode';
import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import type { DeletedChat } from '../../../core/chats/disk/chatStore.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { isAgreed, sayBriefly, sayError, sayInfo, withoutIcons } from '../../shared/messages.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import { listedModelsText } from '../../shared/text/chatLine.ts';
import { plural, t } from '../../shared/text/t.ts';
import { briefTime } from '../../shared/text/time.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import type { ChatsView } from './chatsView.ts';

/** The kept chats, and the tabs of those that are open. */
export interface KeptChats extends ChatLibrary {
  panels: ChatPanels;
}

type View = Pick<ChatsView, 'deletions' | 'isVisible'>;

interface NamedId {
  id: string;
  name: string;
}

type TrashedChat = NamedId & { wasOpen: boolean };

/**
 * Moves chats to the trash and has the Chats view offer to undo it, instead of asking first; asks only if something could not be
 * undone. `onGone` is called when those that could be deleted are gone, before that can be undone.
 */
export async function deleteChats(
  chats: readonly NamedId[],
  kept: KeptChats,
  view: View,
  onGone?: () => unknown,
): Promise<void> {
  const { store, ownership, panels } = kept;
  if (!(await isAgreedTo(chats, kept))) return;
  const deleted: TrashedChat[] = [];
  const refused: NamedId[] = [];
  await kept.clear();
  try {
    for (const chat of chats) {
      await panels.alone(chat.id, async () => {
        const wasOpen = panels.session(chat.id) !== undefined;
        // A closing tab deletes an empty chat and releases it.
        await panels.close(chat.id);
        const isMoved = await ownership.asOwner(chat.id, () => store.moveToTrash(chat.id));
        if (isMoved === 'elsewhere') refused.push(chat);
        else if (isMoved) deleted.push({ ...chat, wasOpen });
      });
    }
  } finally {
    // Runs even if the disk fails for one of many: those before it are in the trash.
    sayKept(refused);
    await onGone?.();
    offerUndo(deleted, kept, view);
  }
}

/**
 * Asks the user if a chat has turns that aren't on disk: what is said while history is off, or while the disk refuses to write, is
 * only in the tab.
 */
async function isAgreedTo(chats: readonly NamedId[], { panels }: KeptChats): Promise<boolean> {
  const unkept = chats.filter(({ id }) => {
    const session = panels.session(id);
    return session && (session.isUnkept || session.isFailing);
  });
  if (unkept.length === 0) return true;
  const names = unkept.map(({ name }) => t('“{0}”', cleanText(name, 80))).join(', ');
  return isAgreed(
    t('Delete {0}?', names),
    t("What was said there is not saved on disk, so it can't be brought back."),
    t('Delete'),
    plural(unkept.length, 'Keep Chat', 'Keep Chats'),
  );
}

function offerUndo(deleted: readonly TrashedChat[], kept: KeptChats, view: View): void {
  const [first, another] = deleted;
  if (!first) return;
  const text = another
    ? t('Deleted {0} chats.', deleted.length)
    : t('Deleted “{0}”.', cleanText(first.name, 80));
  view.deletions.add({ text, undo: () => bringBack(deleted, kept) });
  if (view.isVisible) return;
  sayBriefly(t('{0} To restore, use Show Deleted Chats… in the Chats view.', text));
}

/** Restores chats, and opens those that were open. */
async function bringBack(chats: readonly TrashedChat[], kept: KeptChats): Promise<void> {
  const { store, ownership, panels } = kept;
  let lost: NamedId | undefined;
  for (const chat of chats) {
    const { id, wasOpen } = chat;
    const isBack = await panels.alone(id, () => ownership.asOwner(id, () => store.restore(id)));
    if (isBack !== true) lost ??= chat;
    else if (wasOpen) await panels.open(id);
  }
  if (lost) void sayError(t("“{0}” can't be brought back: it is no longer in the trash.", lost.name));
}

function sayKept(chats: readonly NamedId[]): void {
  const [first] = chats;
  if (!first) return;
  const text =
    chats.length === 1
      ? t('“{0}” is open in another window. Close it there, then delete it.', cleanText(first.name, 80))
      : t('{0} chats are open in another window. Close them there, then delete them.', chats.length);
  void sayError(text);
}

type ChatItem = vscode.QuickPickItem & { chat: NamedId };

/** *Show Deleted Chats…*: restores the chats that the user checks or, if none is checked, the focused one. Opens a single one. */
export async function restoreDeletedChats(kept: KeptChats): Promise<void> {
  const deleted = await kept.store.deleted();
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
    // VS Code itself focuses no row in a list with check boxes.
    pick.activeItems = pick.items.slice(0, 1);
    pick.onDidAccept(() => end(pick.selectedItems.length > 0 ? pick.selectedItems : pick.activeItems));
  });
  const chats = (chosen ?? []).map(({ chat }) => ({ ...chat, wasOpen: chosen?.length === 1 }));
  await bringBack(chats, kept);
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
