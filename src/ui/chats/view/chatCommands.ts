import * as vscode from 'vscode';
import { metaRecord } from '../../../core/chats/disk/chatRecord.ts';
import { listedModels } from '../../../core/chats/disk/chatSummary.ts';
import type { ReadOnly } from '../../../core/chats/session/chatChange.ts';
import type { Changed, Edit } from '../../../core/chats/session/chatOwnership.ts';
import { promptSetRows } from '../../../core/chats/transfer/promptSetRow.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { chosenModel } from '../../models/modelCommands.ts';
import { pickModel } from '../../models/pickModel.ts';
import type { WindowServices } from '../../models/windowServices.ts';
import { sayError, sayWarning } from '../../shared/messages.ts';
import { listedModelsText } from '../../shared/text/chatLine.ts';
import { t } from '../../shared/text/t.ts';
import type { LastEditor } from '../actions/lastEditor.ts';
import { selectedAttachments } from '../attachments/readAttachment.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import { addToPromptSet } from '../transfer/addToPromptSet.ts';
import { exportChats, importChatFile } from '../transfer/chatFiles.ts';
import { searchChats } from '../transfer/searchChats.ts';
import type { ChatsView } from './chatsView.ts';
import { chatFrom, chosenChat, chosenIds } from './chosenChats.ts';
import { deleteChats, type KeptChats, restoreDeletedChats } from './deleteChats.ts';
import { changeKept } from './tabCommands.ts';

export type ChatCommands = ReturnType<typeof chatCommands>;

/** Returns the commands that open, find, rename, pin, delete, export and import chats. */
export function chatCommands(
  window: Pick<WindowServices, 'connections' | 'catalogs' | 'recent'>,
  kept: KeptChats,
  view: ChatsView,
  lastEditor: Pick<LastEditor, 'current'>,
) {
  const { ownership, panels, search, store } = kept;
  const { connections } = window;
  const idsOf = (argument: unknown, selection?: unknown) => chosenIds(argument, selection, { panels, view });

  /** Changes a chat by what `ask` returns, or tells the user why it can't be changed. */
  const change = async (argument: unknown, ask: (chat: Conversation) => Asked | Promise<Asked>) => {
    const [id] = idsOf(argument);
    if (id === undefined) return;
    const chat = await chosenChat(id, kept);
    if (!chat || chat.readOnly) return sayUnchanged(chat?.readOnly ?? 'missing');
    const asked = await ask(chat.conversation);
    if (!asked) return;
    const edit: Edit = (before) => [metaRecord({ ...before, ...asked }, before.updatedAt)];
    // It may have been opened, closed or taken over since it was chosen.
    await panels.alone(id, async () => {
      const session = panels.session(id);
      if (!session) return sayUnchanged(await ownership.change(id, edit));
      if (session.readOnly) return sayUnchanged(session.readOnly);
      await session.set(asked);
      await changeKept(session, edit, ownership);
    });
  };

  return {
    /** Uses the model of the row it was called on, or lets the user pick one. */
    async newChat(argument?: unknown) {
      const model = await chosenModel(window, argument, t('New Chat'));
      if (!model) return;
      view.deletions.clear();
      await panels.create(model);
    },
    /** Opens a chat. With `column`, an open one moves there, since it has one tab. */
    async open(argument: unknown, column?: vscode.ViewColumn) {
      const id = chatFrom(argument);
      if (id) await panels.open(id, { column });
    },
    addSelection: () => addSelection(window, panels, lastEditor),
    async search() {
      const chosen = await searchChats(search);
      if (chosen) await panels.open(chosen.id, { found: chosen.found });
    },
    rename: (argument?: unknown) =>
      change(argument, async ({ title: value }) => {
        const title = await vscode.window.showInputBox({
          title: t('Rename Chat'),
          value,
          validateInput: (text) => (text.trim() === '' ? t('Type a name.') : undefined),
        });
        return title ? { title: title.trim() } : undefined;
      }),
    pin: (argument: unknown, pinned: boolean) => change(argument, () => ({ pinned })),
    async delete(argument?: unknown, selection?: unknown) {
      const ids = idsOf(argument, selection);
      // The chat in the active tab has no row with the focus.
      const next = argument === undefined ? undefined : view.rowAfter(ids);
      const listed = new Map((await store.list()).map((chat) => [chat.id, chat]));
      const named = ids.map((id) => {
        const open = panels.session(id)?.conversation;
        const chat = open ? { ...listedModels(open), title: open.title } : listed.get(id);
        return { id, name: chat?.title || (chat && listedModelsText(chat)) || t('Untitled') };
      });
      await deleteChats(named, kept, view, async () => next && view.focus(next));
    },
    /** Adds all questions of the chosen chats. */
    async addToPromptSet(argument?: unknown, selection?: unknown) {
      const ids = idsOf(argument, selection);
      const chats = await Promise.all(ids.map((id) => chosenChat(id, kept)));
      await addToPromptSet(chats.flatMap((chat) => (chat ? promptSetRows(chat.conversation) : [])));
    },
    undoDelete: () => view.deletions.undo(),
    async showDeleted() {
      // It offers the same and more.
      view.deletions.clear();
      await restoreDeletedChats(kept);
    },
    async export(argument?: unknown, selection?: unknown) {
      const chats: Conversation[] = [];
      for (const id of idsOf(argument, selection)) {
        const chat = await chosenChat(id, kept);
        if (!chat) return sayUnchanged('missing');
        chats.push(chat.conversation);
      }
      await exportChats(chats, connections);
    },
    async import() {
      const [id, ...more] = await importChatFile(kept, connections);
      if (id === undefined) return;
      view.deletions.clear();
      if (more.length === 0) await panels.open(id);
    },
  };
}

type Asked = Partial<Pick<Conversation, 'title' | 'pinned'>> | undefined;

function sayUnchanged(why: Changed | ReadOnly): void {
  if (why === 'changed') return;
  if (why === 'missing') return void sayError(t('This chat could not be read. See the log.'));
  const text =
    why === 'newer'
      ? t(
          'This chat was written by a newer version of Hosted Models. You can read it, but not rename or pin it.',
        )
      : t('This chat is open in another window. Change it there.');
  void sayWarning(text);
}

/** *Add Selection to Chat…*: adds to the last used chat, or to a new one beside the file, with a model that the user picks. */
export async function addSelection(
  window: Pick<WindowServices, 'connections' | 'catalogs' | 'recent'>,
  panels: Pick<ChatPanels, 'recent' | 'create'>,
  lastEditor: Pick<LastEditor, 'current'>,
): Promise<void> {
  const editor = vscode.window.activeTextEditor ?? lastEditor.current;
  const selected = editor ? selectedAttachments(editor) : [];
  if (selected.length === 0) {
    await sayWarning(t('Nothing is selected. Select text in an editor first.'));
    return;
  }
  let panel = panels.recent;
  if (!panel) {
    const title = t('Add Selection to Chat…');
    const model = await pickModel(window, { title, recent: window.recent.all });
    // Its file stays in sight.
    const { activeTabGroup } = vscode.window.tabGroups;
    const isCovered = editor?.viewColumn === activeTabGroup.viewColumn;
    const column = isCovered ? vscode.ViewColumn.Beside : undefined;
    panel = model && (await panels.create(model, { column }));
  }
  if (!panel) return;
  panel.tab.reveal();
  await panel.attachments.add(selected);
}
