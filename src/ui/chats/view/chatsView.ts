import * as vscode from 'vscode';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import { debounce } from '../../../core/debounce.ts';
import { KeyedQueue } from '../../../core/keyedQueue.ts';
import type { Connections } from '../../connections/connections.ts';
import { UndoStack } from '../actions/undoStack.ts';
import {
  type AgeGroupNode,
  type ChatNode,
  type ChatsNode,
  chatItem,
  groupItem,
  groupsOf,
} from './chatNodes.ts';

/** Chats write often while they stream; the view refreshes at most once per interval. */
const pace = { restMs: 200, maxMs: 200 };

/** How long a deletion can be undone here, in ms; *Show Deleted Chats…* restores it later. */
const maxUndoMs = 60_000;

/** Max number of rows per group; *Search Chats…* reaches all. */
const maxRows = 1000;

/** The Chats view: kept chats, pinned ones first, then by day, newest first. A click opens one. */
export class ChatsView implements vscode.TreeDataProvider<ChatsNode> {
  /** The deletions of chats that the view offers to undo. */
  readonly deletions = new UndoStack();
  readonly #onDidChange = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #store: Pick<ChatStore, 'list' | 'onDidChange'>;
  readonly #connections: Connections;
  readonly #clear: () => Promise<void>;
  readonly #view = vscode.window.createTreeView<ChatsNode>('hostedModels.chats', {
    treeDataProvider: this,
    canSelectMany: true,
  });
  readonly #subscriptions: { dispose(): void }[];
  readonly #updateSoon = debounce(() => void this.#update(), pace);
  readonly #undoMs: number;
  #undoTimer: ReturnType<typeof setTimeout> | undefined;
  #groups: readonly AgeGroupNode[] = [];
  readonly #queue = new KeyedQueue();
  /** What the rows show, as text; `undefined` until VS Code asks. */
  #drawn: string | undefined;

  /** `clear` is called whenever the chats are listed, and only then. */
  constructor(
    store: Pick<ChatStore, 'list' | 'onDidChange'>,
    connections: Connections,
    clear: () => Promise<void>,
    undoMs = maxUndoMs,
  ) {
    this.#store = store;
    this.#connections = connections;
    this.#clear = clear;
    this.#undoMs = undoMs;
    this.#subscriptions = [
      this.#view,
      this.#onDidChange,
      store.onDidChange(() => this.#updateSoon()),
      connections.onDidChange(() => this.#updateSoon()),
      this.deletions.onDidChange(() => this.#offerUndo()),
      // Another window may have written in the meantime.
      this.#view.onDidChangeVisibility(() => this.#updateSoon()),
    ];
  }

  get selection(): readonly ChatsNode[] {
    return this.#view.selection;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  /** What stands above the rows. */
  get message(): string {
    return this.#view.message ?? '';
  }

  async getChildren(node?: ChatsNode): Promise<ChatsNode[]> {
    if (node?.type === 'chat') return [];
    if (node) return this.#rows(node);
    return this.#queue.run('', async () => {
      this.#drawn = '';
      await this.#clear();
      this.#groups = groupsOf(await this.#store.list());
      this.#drawn = this.#textOf(this.#groups);
      return [...this.#groups];
    });
  }

  getParent(node: ChatsNode): ChatsNode | undefined {
    if (node.type === 'group') return undefined;
    return this.#groups.find(({ chats }) => chats.some(({ id }) => id === node.chatId));
  }

  getTreeItem(node: ChatsNode): vscode.TreeItem {
    if (node.type === 'group') return groupItem(node, maxRows);
    return chatItem(node, (id) => this.#connections.named(id).name);
  }

  /** Returns the row for the focus once these chats are gone: the next one in the group, else the one before, else a group. */
  rowAfter(ids: readonly string[]): ChatsNode | undefined {
    const isLeft = ({ chatId }: ChatNode) => !ids.includes(chatId);
    const at = this.#groups.findLastIndex((group) => !this.#rows(group).every(isLeft));
    const [group] = this.#groups.slice(at, at + 1);
    if (at < 0 || !group) return undefined;
    const rows = this.#rows(group);
    const [next] = rows.slice(rows.findLastIndex((row) => !isLeft(row)) + 1);
    const [nextGroup] = this.#groups.slice(at + 1);
    const before = this.#groups.slice(0, at).findLast((one) => this.#rows(one).some(isLeft));
    return next ?? rows.findLast(isLeft) ?? nextGroup ?? before;
  }

  /** Draws the rows anew, and gives one the focus if they are in sight and it is still there. */
  async focus(node: ChatsNode): Promise<void> {
    this.refresh();
    if (!this.#view.visible) return;
    // VS Code rejects for a row that leaves, or is drawn anew, in that moment.
    await this.#view.reveal(node, { select: true, focus: true }).then(undefined, () => undefined);
  }

  refresh(): void {
    this.#onDidChange.fire(undefined);
  }

  /** Says above the rows what was deleted last, and shows *Undo Delete* in the title. */
  #offerUndo(): void {
    const { text } = this.deletions;
    this.#view.message = text ?? '';
    void vscode.commands.executeCommand('setContext', 'hostedModels.canUndoDelete', text !== undefined);
    clearTimeout(this.#undoTimer);
    if (text !== undefined) this.#undoTimer = setTimeout(() => this.deletions.clear(), this.#undoMs);
  }

  /**
   * Redraws only if something would look different: until a redraw ends, VS Code doesn't know the row on which a menu is open, and at its
   * end the focus may go back to the view. VS Code asks first by itself.
   */
  async #update(): Promise<void> {
    const isSame = async () =>
      this.#view.visible &&
      (this.#drawn === undefined || this.#textOf(groupsOf(await this.#store.list())) === this.#drawn);
    try {
      if (await this.#queue.run('', isSame)) return;
    } catch {
      // The view shows why the chats can't be listed.
    }
    this.refresh();
  }

  #textOf(groups: readonly AgeGroupNode[]): string {
    const row = (node: ChatNode) => ({ ...this.getTreeItem(node), command: undefined });
    return JSON.stringify(groups.map((group) => [group.id, group.chats.length, this.#rows(group).map(row)]));
  }

  #rows({ chats }: AgeGroupNode): ChatNode[] {
    return chats.slice(0, maxRows).map((summary) => ({ type: 'chat', chatId: summary.id, summary }));
  }

  dispose(): void {
    this.#updateSoon.cancel();
    this.deletions.clear();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
