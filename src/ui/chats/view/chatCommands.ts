import * as vscode from 'vscode';
import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import { metaRecord } from '../../../core/chats/disk/chatRecord.ts';
import { listedModels } from '../../../core/chats/disk/chatSummary.ts';
import type { ReadOnly } from '../../../core/chats/session/chatChange.ts';
import type { Changed, Edit } from '../../../core/chats/session/chatOwnership.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { chosenModel } from '../../models/modelCommands.ts';
import { pickModel } from '../../models/pickModel.ts';
import type { WindowParts } from '../../models/windowParts.ts';
import { sayError, sayWarning } from '../../shared/messages.ts';
import { listedModelsText } from '../../shared/text/chatLine.ts';
import { t } from '../../shared/text/t.ts';
import type { LastEditor } from '../actions/lastEditor.ts';
import { selectedAttachments } from '../attachments/readAttachment.ts';
import type { ChatPanels } from '../tab/chatPanels.ts';
import { exportChats, importChatFile } from '../transfer/chatFiles.ts';
import { searchChats } from '../transfer/searchChats.ts';
import type { ChatsView } from './chatsView.ts';
import { type ChosenChat, chatFrom, chosenChat, chosenIds } from './chosenChats.ts';
import { deleteChats, restoreDeletedChats } from './deleteChats.ts';
import { changeKept } from './tabCommands.ts';

interface Parts extends ChatLibrary, Pick<WindowParts, 'connections' | 'catalogs' | 'recent'> {
  panels: ChatPanels;
  view: ChatsView;
  lastEditor: Pick<LastEditor, 'current'>;
}

/** Commands that open, find, rename, pin, delete, export and import chats. */
export class ChatCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Uses the model of the row it was called on, or lets the user pick one. */
  async newChat(argument?: unknown): Promise<void> {
    const model = await chosenModel(this.#parts, argument, t('New Chat'));
    if (!model) return;
    this.#parts.view.deletions.clear();
    await this.#parts.panels.create(model);
  }

  /** Opens a chat. With `column`, an open one moves there, since it has one tab. */
  async open(argument: unknown, column?: vscode.ViewColumn): Promise<void> {
    const id = chatFrom(argument);
    if (id) await this.#parts.panels.open(id, { column });
  }

  addSelection(): Promise<void> {
    return addSelection(this.#parts);
  }

  async search(): Promise<void> {
    const chosen = await searchChats(this.#parts.search);
    if (chosen) await this.#parts.panels.open(chosen.id, { found: chosen.found });
  }

  async rename(argument?: unknown): Promise<void> {
    const chat = await this.#one(argument);
    if (!chat) return;
    const title = await vscode.window.showInputBox({
      title: t('Rename Chat'),
      value: chat.conversation.title,
      validateInput: (text) => (text.trim() === '' ? t('Type a name.') : undefined),
    });
    if (title) await this.#change(chat.conversation.id, { title: title.trim() });
  }

  async pin(argument: unknown, pinned: boolean): Promise<void> {
    const chat = await this.#one(argument);
    if (chat) await this.#change(chat.conversation.id, { pinned });
  }

  async delete(argument?: unknown, selection?: unknown): Promise<void> {
    const { view } = this.#parts;
    const ids = chosenIds(argument, selection, this.#parts);
    // The chat in the active tab has no row with the focus.
    const next = argument === undefined ? undefined : view.rowAfter(ids);
    const listed = new Map((await this.#parts.store.list()).map((chat) => [chat.id, chat]));
    const named = ids.map((id) => {
      const open = this.#parts.panels.session(id)?.conversation;
      const chat = open ? { ...listedModels(open), title: open.title } : listed.get(id);
      return { id, name: chat?.title || (chat && listedModelsText(chat)) || t('Untitled') };
    });
    const onGone = async () => next && view.focus(next);
    await deleteChats(named, { ...this.#parts, onGone });
  }

  undoDelete(): Promise<void> {
    return this.#parts.view.deletions.undo();
  }

  async showDeleted(): Promise<void> {
    // It offers the same and more.
    this.#parts.view.deletions.clear();
    await restoreDeletedChats(this.#parts);
  }

  async export(argument?: unknown, selection?: unknown): Promise<void> {
    const chats: Conversation[] = [];
    for (const id of chosenIds(argument, selection, this.#parts)) {
      const chat = await chosenChat(id, this.#parts);
      if (!chat) return sayUnreadable();
      chats.push(chat.conversation);
    }
    await exportChats(chats, this.#parts.connections);
  }

  async import(): Promise<void> {
    const { connections, panels, view } = this.#parts;
    const [id, ...more] = await importChatFile(this.#parts, connections);
    if (id === undefined) return;
    view.deletions.clear();
    if (more.length === 0) await panels.open(id);
  }

  /** Returns the chat to change if it can be changed; otherwise tells the user why not. */
  async #one(argument: unknown): Promise<ChosenChat | undefined> {
    const [id] = chosenIds(argument, undefined, this.#parts);
    if (id === undefined) return undefined;
    const chat = await chosenChat(id, this.#parts);
    if (chat && !chat.readOnly) return chat;
    sayUnchanged(chat?.readOnly ?? 'missing');
    return undefined;
  }

  /** Changes a chat, which may have been opened, closed or taken over since it was chosen. */
  async #change(id: string, change: ChangeOf): Promise<void> {
    const { ownership, panels } = this.#parts;
    const edit: Edit = (kept) => [metaRecord({ ...kept, ...change }, kept.updatedAt)];
    await panels.alone(id, async () => {
      const session = panels.session(id);
      if (!session) return sayUnchanged(await ownership.change(id, edit));
      if (session.readOnly) return sayUnchanged(session.readOnly);
      await session.set(change);
      await changeKept(session, edit, ownership);
    });
  }
}

type ChangeOf = Partial<Pick<Conversation, 'title' | 'pinned'>>;

function sayUnreadable(): void {
  void sayError(t('This chat could not be read. The log says more.'));
}

function sayUnchanged(why: Changed | ReadOnly): void {
  if (why === 'missing') sayUnreadable();
  else if (why === 'newer') {
    void sayWarning(
      t(
        'This chat was written by a newer version of Hosted Models. You can read it, but not rename or pin it.',
      ),
    );
  } else if (why !== 'changed') {
    void sayWarning(t('This chat is open in another window. Change it there.'));
  }
}

interface SelectionParts extends Pick<WindowParts, 'connections' | 'catalogs' | 'recent'> {
  panels: Pick<ChatPanels, 'recent' | 'create'>;
  lastEditor: Pick<LastEditor, 'current'>;
}

/** *Add Selection to Chat…*: adds to the last used chat, or to a new one beside the file, with a model that the user picks. */
export async function addSelection(parts: SelectionParts): Promise<void> {
  const { panels, lastEditor } = parts;
  const editor = vscode.window.activeTextEditor ?? lastEditor.current;
  const selected = editor ? selectedAttachments(editor) : [];
  if (selected.length === 0) {
    await sayWarning(t('Nothing is selected. Select text in an editor first.'));
    return;
  }
  let panel = panels.recent;
  if (!panel) {
    const title = t('Add Selection to Chat…');
    const model = await pickModel(parts, { title, recent: parts.recent.all });
    // Its file stays in sight.
    const { activeTabGroup } = vscode.window.tabGroups;
    const isCovered = editor?.viewColumn === activeTabGroup.viewColumn;
    const column = isCovered ? vscode.ViewColumn.Beside : undefined;
    panel = model && (await panels.create(model, { column }));
  }
  if (!panel) return;
  panel.reveal();
  await panel.attachments.add(selected);
}
