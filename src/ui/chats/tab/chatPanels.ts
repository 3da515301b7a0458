import type * as vscode from 'vscode';
import { Emitter } from '../../../base/emitter.ts';
import { KeyedQueue } from '../../../base/keyedQueue.ts';
import type { KeptTray } from '../../../core/attachments/attachmentDrafts.ts';
import { AttachmentTray } from '../../../core/attachments/attachmentTray.ts';
import type { ChatLibrary } from '../../../core/chats/chatLibrary.ts';
import { type ColumnModel, isUnused, newConversation } from '../../../core/chats/columns/columnSet.ts';
import { forkAt, forkOf } from '../../../core/chats/disk/forkChat.ts';
import type { OpenedChat, OwnedChatFile } from '../../../core/chats/session/chatOwnership.ts';
import { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { ChatDraft } from '../../../core/chats/tree/chatDraft.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { hasTurns } from '../../../core/chats/tree/conversationTree.ts';
import { failureLine } from '../../../core/files/errorCode.ts';
import { defaultSettings } from '../../../core/presets/presets.ts';
import { reportingErrors } from '../../shared/errors/showError.ts';
import { sayError } from '../../shared/messages.ts';
import { openTab, restoreTab } from '../../shared/page.ts';
import { keepHistory } from '../../shared/settings.ts';
import { t } from '../../shared/text/t.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';
import { isRefusedWhileHidden } from '../actions/refusedWhileHidden.ts';
import { type ChatPanel, chatPanel, type Fill, type Found } from './chatPanel.ts';
import { chatPanelType } from './chatPanelType.ts';
import { keptPage } from './keptPage.ts';

/** Time between two tries to open a chat that is open in another window, in milliseconds. */
const askAgainMs = 2000;

type Storage = Pick<ChatLibrary, 'store' | 'ownership' | 'locks' | 'drafts'>;

interface OpenOptions {
  /** Where the tab opens; absent for the active column. */
  column?: vscode.ViewColumn | undefined;
  found?: Found | undefined;
}

type NewChatOptions = Pick<OpenOptions, 'column'> & { fill?: Fill | undefined };

interface OpenPanel {
  panel: ChatPanel;
  writer: OwnedChatFile;
  /** Keeps the attachments from now on, and restores those that an earlier window left. */
  keepAttachments(): void;
  /** Resolves when the tab is closed, everything is written and the chat is released. */
  closed: Promise<void>;
}

export type ChatPanels = ReturnType<typeof chatPanels>;

/** All open chats: one tab each, restored after a reload. */
export function chatPanels(storage: Storage, services: ChatTabServices) {
  const { service } = services;
  const { drafts, locks, ownership, store } = storage;
  const panels = new Map<string, OpenPanel>();
  /** The chats whose tabs are closed but whose last lines are still being written. */
  const closing = new Map<string, Promise<void>>();
  const changedActive = new Emitter<{ id: string; isActive: boolean }>();
  const queue = new KeyedQueue();
  let timer: ReturnType<typeof setInterval> | undefined;

  const all = () => [...panels.values()].map(({ panel }) => panel);
  const panelOf = (id: string) => panels.get(id)?.panel;
  const subscription = locks.onDidLose((id) => panelOf(id)?.session.lose());
  const activePanel = () => all().find(({ tab }) => tab.isActive);
  const note = (error: unknown) =>
    services.log.error(failureLine('A chat could not be opened or closed', error));

  const newTab = (column?: vscode.ViewColumn) =>
    openTab(chatPanelType, t('Chat'), services.extensionUri, column);

  /**
   * Runs `work` on a chat, one at a time in this window: otherwise a chat that is opened while being pinned would show the old file
   * and write it again. `work` waits for a closing tab, and must not open the chat.
   */
  function alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    return queue.run(id, async () => {
      // Reading before the last line is written would miss it.
      await closing.get(id);
      return work();
    });
  }

  async function load(id: string): Promise<OpenedChat | undefined> {
    const opened = await ownership.open(id);
    // Before anything can be asked, since an answer keeps its model's deployment for good.
    if (opened) await service.readKept(opened.conversation.columns);
    if (opened?.readOnly === 'elsewhere')
      timer ??= setInterval(() => void askAgain().catch(note), askAgainMs);
    return opened;
  }

  /** Takes over chats that another window has closed. */
  async function askAgain(): Promise<void> {
    const waiting = [...panels].filter(([, { panel }]) => panel.session.readOnly === 'elsewhere');
    for (const [id, { panel, writer, keepAttachments }] of waiting) {
      await alone(id, async () => {
        if (panelOf(id) !== panel || panel.session.readOnly !== 'elsewhere') return;
        const conversation = await ownership.takeOver(id, writer);
        if (conversation) await service.readKept(conversation.columns);
        // If the tab was closed meanwhile, the writer releases the chat.
        if (!conversation || panelOf(id) !== panel) return;
        panel.session.takeOver(conversation);
        keepAttachments();
        bringBackDraft(panel);
      });
    }
    if (waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  /** What the tab was closed with is in the message box again, unless that is another window's. */
  function bringBackDraft({ session, fill }: ChatPanel): void {
    if (session.readOnly) return;
    const draft = session.takeDraft();
    if (draft && (draft.text !== '' || draft.edits)) fill(draft);
  }

  /** `typed`: what the page keeps that is not sent, if it is restored. */
  function show(
    tab: vscode.WebviewPanel,
    opened: OpenedChat,
    { unkept, typed }: { unkept?: Iterable<string> | undefined; typed?: ChatDraft } = {},
  ): ChatPanel {
    const { conversation, writer, readOnly } = opened;
    const session = new ChatSession(conversation, writer, service, services.log, readOnly, unkept);
    const { id } = conversation;
    const tray = new AttachmentTray();
    let keptTray: KeptTray | undefined;
    const keepAttachments = () => {
      keptTray = drafts.open(id, () => session.isUnkept, tray);
    };
    // While another window has the chat, its attachments belong to that window.
    if (!readOnly) keepAttachments();
    const panel = chatPanel(tab, session, services, { tray, ...(typed && { typed }) });
    void services.presets.read();
    const tellActive = () => changedActive.fire({ id, isActive: tab.active });
    tab.onDidChangeViewState(tellActive);
    tellActive();
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    panels.set(id, { panel, writer, keepAttachments, closed });
    tab.onDidDispose(async () => {
      changedActive.fire({ id, isActive: false });
      panels.delete(id);
      closing.set(id, closed);
      await putAway(panel, keptTray, writer).catch(note);
      closing.delete(id);
      resolve();
    });
    return panel;
  }

  /** Closes a session and releases its chat, even on failure: otherwise the chat would stay locked for every other window. */
  async function putAway({ session, unsent }: ChatPanel, tray: KeptTray | undefined, writer: OwnedChatFile) {
    try {
      await session.close(unsent());
      await tray?.close();
      const { id, deleted, draft } = session.conversation;
      if (hasTurns(session.conversation) || session.readOnly) return;
      // An emptied chat goes to the trash with what was deleted of it: the user may want that back.
      if (deleted && !draft && keepHistory.value) await writer.append(id, await store.deletedTurns(id));
      await (deleted && !draft ? store.moveToTrash(id) : store.deleteEmpty(id));
    } finally {
      await writer.close();
    }
  }

  async function showNew(
    conversation: Conversation,
    { unkept, fill, column }: NewChatOptions & { unkept?: Iterable<string> },
  ): Promise<ChatPanel> {
    const opened = { conversation, readOnly: undefined, writer: ownership.newWriter() };
    const panel = show(newTab(column), opened, { unkept });
    // Filled before anything is awaited, so that another call doesn't take the chat for an unused one.
    if (fill) panel.fill(fill);
    await Promise.all([panel.session.keepAll(), service.readKept(conversation.columns)]);
    return panel;
  }

  /** Like `create`, with one column per model. `preset`: name of the model whose default settings all columns start with. */
  async function compare(
    models: readonly [ColumnModel, ...ColumnModel[]],
    preset: string,
    options: NewChatOptions = {},
  ): Promise<ChatPanel> {
    const presets = await services.presets.read();
    for (const model of models) services.recent.use(model);
    const mayFill = ({ session, isFilled }: ChatPanel) =>
      !isFilled() && !session.readOnly && isUnused(session.conversation, models);
    const unused = options.fill ? undefined : all().find(mayFill);
    unused?.tab.reveal();
    return unused ?? showNew(newConversation(models, defaultSettings(presets, preset)), options);
  }

  /** Opens a chat that is not kept yet in a tab of its own. `from`: the open chat that it was made from, if it was. */
  function openNew(conversation: Conversation, from?: ChatSession): Promise<ChatPanel> {
    return showNew(conversation, from ? { unkept: from.unkeptIn(conversation) } : {});
  }

  /** Returns a title that no chat has, so that several forks of one can be told apart. */
  async function forkTitle(title: string): Promise<string> {
    const chats = [...(await store.list()), ...all().map(({ session }) => session.conversation)];
    const taken = new Set(chats.map((chat) => chat.title));
    // First, since a list may have no room for the end.
    let free = t('Fork: {0}', title);
    for (let number = 2; taken.has(free); number++) free = t('Fork {0}: {1}', number, title);
    return free;
  }

  /** Closes a chat's tab. Resolves when nothing more is written and the chat is released. */
  async function close(id: string): Promise<void> {
    const open = panels.get(id);
    open?.panel.tab.close();
    await open?.closed;
  }

  return {
    ...{ alone, compare, openNew, close, panel: panelOf },
    session: (id: string) => panelOf(id)?.session,
    /** Fires when a chat's tab becomes the active one, or no longer is. */
    onDidChangeActive: changedActive.event,
    /** Session of the chat whose tab has the focus. */
    get active(): ChatSession | undefined {
      return activePanel()?.session;
    },
    showFault: () => activePanel()?.showFault() ?? false,
    get activePanel(): ChatPanel | undefined {
      return activePanel();
    },
    /** The chat that had the focus last, of those in which something can still be asked. */
    get recent(): ChatPanel | undefined {
      const usable = all().filter(({ session }) => session.readOnly === undefined);
      return usable.sort((one, other) => other.tab.usedAt - one.tab.usedAt)[0];
    },
    /** The chats in tabs. */
    get conversations(): readonly Conversation[] {
      return all().map(({ session }) => session.conversation);
    },
    /**
     * Opens a new chat, or reveals one with this model in which nothing was said yet, where its draft may still wait. With `fill`, it
     * is always a new one; a chat that was filled is never revealed instead of a new one.
     */
    create: (model: ColumnModel, options?: NewChatOptions) => compare([model], model.name, options),
    /** Copies the chat into a new one; with `turn`, only the path to that turn. */
    async fork(session: ChatSession, turn?: string): Promise<void> {
      const { conversation } = session;
      if (turn !== undefined && isRefusedWhileHidden(conversation)) return;
      const fork = turn === undefined ? forkOf(conversation) : forkAt(conversation, turn);
      if (!fork) return;
      const title = fork.title && (await forkTitle(fork.title));
      await openNew({ ...fork, title }, session);
    },
    /** Opens a kept chat, or reveals its tab and moves it to `column`; then shows what was found in it. */
    async open(id: string, { column, found }: OpenOptions = {}): Promise<void> {
      const isNew = await alone(id, async () => {
        // A double click calls this twice, and reading the file of a long chat takes a while.
        if (panels.has(id)) return false;
        const opened = await load(id);
        if (opened) bringBackDraft(show(newTab(column), opened));
        else void sayError(t('This chat could not be read. See the log.'));
        return true;
      });
      if (!isNew) panelOf(id)?.tab.reveal(column);
      if (found) panelOf(id)?.showFound(found);
    },
    async deserializeWebviewPanel(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
      const kept = keptPage(state);
      if (!kept) return tab.dispose();
      const { id, typed } = kept;
      const report = (error: unknown) =>
        void reportingErrors(services.log, 'open', () => Promise.reject(error));
      await alone(id, () =>
        restoreTab(tab, services.extensionUri, {
          load: async () => (panels.has(id) ? undefined : load(id).catch(report)) ?? undefined,
          // The page has a newer draft than the file.
          show: (opened) => void show(tab, opened, { typed }).session.takeDraft(),
          putAway: ({ writer }) => writer.close(),
        }),
      );
    },
    /** Call after a change of a name, a catalog or a setting that every open chat shows. */
    refresh(): void {
      for (const panel of all()) {
        panel.refresh();
        void panel.session.followHistory(keepHistory.value);
      }
    },
    /** Closes all tabs: stops streaming and waits for the last writes. */
    async closeAll(): Promise<void> {
      await Promise.all([...panels.keys()].map(close));
    },
    dispose(): void {
      clearInterval(timer);
      subscription.dispose();
      for (const { session } of all()) session.stop();
    },
  };
}
