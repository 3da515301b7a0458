import * as vscode from 'vscode';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { Connections } from '../../connections/connections.ts';
import { gather } from '../../shared/gather.ts';
import { chatItem, type GroupNode, groupLabel, groupsOf, type Node } from './chatNodes.ts';

export const chatsViewId = 'hostedModels.chats';

/** Chats write often while they stream; the view refreshes at most once per interval, in ms. */
const settleMs = 200;

/** Maximum rows per group; *Search Chats…* reaches all. */
const mostRows = 1000;

/** The Chats view: kept chats, pinned ones first, then by day, newest first. A click opens one. */
export class ChatsView implements vscode.TreeDataProvider<Node> {
  readonly #onDidChange = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #store: ChatStore;
  readonly #connections: Connections;
  readonly #clear: () => Promise<void>;
  readonly #view: vscode.TreeView<Node>;
  readonly #subscriptions: { dispose(): void }[];
  readonly #refreshSoon = gather(settleMs, () => this.refresh());

  /** `clear` is called whenever the chats are listed, so nothing runs otherwise. */
  constructor(store: ChatStore, connections: Connections, clear: () => Promise<void>) {
    this.#store = store;
    this.#connections = connections;
    this.#clear = clear;
    this.#view = vscode.window.createTreeView(chatsViewId, { treeDataProvider: this, canSelectMany: true });
    this.#subscriptions = [
      this.#view,
      this.#onDidChange,
      store.onDidChange(() => this.#refreshSoon()),
      connections.onDidChange(() => this.#refreshSoon()),
      // Another window may have written in the meantime.
      this.#view.onDidChangeVisibility(() => this.#refreshSoon()),
    ];
  }

  get selection(): readonly Node[] {
    return this.#view.selection;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.type === 'chat') return [];
    if (node) {
      const shown = node.chats.slice(0, mostRows);
      return shown.map((summary) => ({ type: 'chat', chatId: summary.id, summary }));
    }
    await this.#clear();
    return groupsOf(await this.#store.list());
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.type === 'group') return groupItem(node);
    return chatItem(node, (id) => this.#connections.named(id).name);
  }

  refresh(): void {
    this.#onDidChange.fire(undefined);
  }

  dispose(): void {
    this.#refreshSoon.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function groupItem({ id, chats }: GroupNode): vscode.TreeItem {
  const isOpen = id === 'pinned' || id === 'today' || id === 'yesterday';
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(groupLabel(id), isOpen ? Expanded : Collapsed);
  item.id = id;
  if (chats.length > mostRows) item.description = vscode.l10n.t('{0} of {1}', mostRows, chats.length);
  return item;
}
