import * as v from 'valibot';
import * as vscode from 'vscode';
import { metaRecord } from '../../core/chatRecord.ts';
import type { ChatSession } from '../../core/chatSession.ts';
import type { ChatStore } from '../../core/chatStore.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import type { Connections } from '../connections/connections.ts';
import { isAgreed, sayError, sayWarning } from '../messages.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { modelFrom } from '../models/modelArguments.ts';
import { pickModel } from '../models/pickModel.ts';
import type { ChatsView } from './chatsView.ts';
import { exportChat } from './exportChat.ts';

const chatArgument = v.object({ chatId: v.pipe(v.string(), v.uuid()) });

/** What the key binding of the Chats view passes: the focus is there, whatever tab is active. */
const fromView = v.object({ from: v.literal('view') });

interface ChosenChat {
  conversation: Conversation;
  session?: ChatSession;
  readOnly: boolean;
}

interface Parts {
  connections: Connections;
  catalogs: Catalogs;
  store: ChatStore;
  panels: ChatPanels;
  view: ChatsView;
}

/** The commands that open, rename, delete and export chats. */
export class ChatCommands {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** With the model of the row it was called on, else with the one that the person picks. */
  async newChat(argument?: unknown): Promise<void> {
    const { connections, catalogs, panels } = this.#parts;
    const title = vscode.l10n.t('New Chat');
    const model = modelFrom(argument) ?? (await pickModel(connections, catalogs, { title }));
    if (model) await panels.create(model);
  }

  async open(argument: unknown): Promise<void> {
    const id = chatFrom(argument);
    if (id) await this.#parts.panels.open(id);
  }

  async rename(argument?: unknown): Promise<void> {
    const chat = await this.#chosen(argument);
    if (!chat) return;
    if (chat.readOnly) {
      void sayWarning(
        vscode.l10n.t('A newer version of Hosted Models has written this chat. It can be read, not renamed.'),
      );
      return;
    }
    const title = await vscode.window.showInputBox({
      title: vscode.l10n.t('Rename Chat'),
      value: chat.conversation.title,
      validateInput: (text) => (text.trim() === '' ? vscode.l10n.t('Type a name.') : undefined),
    });
    if (!title) return;
    if (chat.session) await chat.session.rename(title.trim());
    else {
      const renamed = { ...chat.conversation, title: title.trim() };
      await this.#parts.store.append(renamed.id, [metaRecord(renamed, renamed.updatedAt)]);
    }
  }

  async delete(argument?: unknown): Promise<void> {
    const chat = await this.#chosen(argument);
    if (!chat) return;
    const { id, title, model } = chat.conversation;
    const question = vscode.l10n.t('Delete chat “{0}”?', cleanText(title || model));
    const detail = vscode.l10n.t("It is deleted from this machine and can't be brought back.");
    if (!(await isAgreed(question, detail, vscode.l10n.t('Delete Chat')))) return;
    await chat.session?.close();
    this.#parts.panels.close(id);
    await this.#parts.store.delete(id);
  }

  async export(argument?: unknown): Promise<void> {
    const chat = await this.#chosen(argument);
    if (chat) await exportChat(chat.conversation, this.connectionName(chat.conversation.connectionId));
  }

  connectionName(connectionId: string): string {
    return this.#parts.connections.byId(connectionId)?.name ?? vscode.l10n.t('removed connection');
  }

  /** The chat of a row, for a key binding of the view the selected one, else the one in the active tab. */
  async #chosen(argument: unknown): Promise<ChosenChat | undefined> {
    const { panels, view, store } = this.#parts;
    const selected = v.is(fromView, argument) ? view.selected : undefined;
    const id = chatFrom(argument) ?? selected ?? panels.active?.conversation.id;
    if (id === undefined) return undefined;
    const session = panels.session(id);
    if (session) return { conversation: session.conversation, session, readOnly: session.readOnly };
    const stored = await store.load(id);
    if (!stored) void sayError(vscode.l10n.t('This chat could not be read. The log says more.'));
    return stored;
  }
}

function chatFrom(argument: unknown): string | undefined {
  const read = v.safeParse(chatArgument, argument);
  return read.success ? read.output.chatId : undefined;
}
