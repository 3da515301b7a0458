import * as vscode from 'vscode';
import type { ChatStore, ChatSummary } from '../../core/chatStore.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connections } from '../connections/connections.ts';
import { absoluteTime, clockTime, daysBetween } from '../text/time.ts';

export const chatsViewId = 'hostedModels.chats';

/** Chats write often while they stream; the view follows at most this often, in milliseconds. */
const settleMs = 200;

interface DayNode {
  type: 'day';
  id: 'today' | 'yesterday' | 'week' | 'month' | 'older';
  chats: ChatSummary[];
}

interface ChatNode {
  type: 'chat';
  chatId: string;
  summary: ChatSummary;
}

type Node = DayNode | ChatNode;

/** The Chats view: kept chats by day, newest first. A click opens one. */
export class ChatsView implements vscode.TreeDataProvider<Node> {
  readonly #onDidChange = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #store: ChatStore;
  readonly #connections: Connections;
  readonly #view: vscode.TreeView<Node>;
  readonly #subscriptions: { dispose(): void }[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: ChatStore, connections: Connections) {
    this.#store = store;
    this.#connections = connections;
    this.#view = vscode.window.createTreeView(chatsViewId, { treeDataProvider: this });
    this.#subscriptions = [
      this.#view,
      this.#onDidChange,
      store.onDidChange(() => this.#changed()),
      connections.onDidChange(() => this.#changed()),
      // Another window may have written meanwhile.
      this.#view.onDidChangeVisibility(() => this.#changed()),
    ];
  }

  /** The chat that is selected, for a key binding. */
  get selected(): string | undefined {
    const [node] = this.#view.selection;
    return node?.type === 'chat' ? node.chatId : undefined;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.type === 'chat') return [];
    if (node) return node.chats.map((summary) => ({ type: 'chat', chatId: summary.id, summary }));
    return byDay(await this.#store.list());
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.type === 'day') {
      const isOpen = node.id === 'today' || node.id === 'yesterday';
      const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
      const item = new vscode.TreeItem(dayLabel(node.id), isOpen ? Expanded : Collapsed);
      item.id = node.id;
      return item;
    }
    const { summary } = node;
    const title = cleanText(summary.title) || vscode.l10n.t('Untitled');
    const item = new vscode.TreeItem(title);
    const connection =
      this.#connections.byId(summary.connectionId)?.name ?? vscode.l10n.t('removed connection');
    item.id = summary.id;
    item.description = `${cleanText(summary.model, 80)} · ${clockTime(summary.updatedAt)}`;
    item.tooltip = [
      title,
      `${cleanText(summary.model)} · ${cleanText(connection)}`,
      absoluteTime(summary.updatedAt),
    ].join('\n');
    item.contextValue = 'chat';
    item.command = { command: 'hostedModels.openChat', title: vscode.l10n.t('Open'), arguments: [node] };
    return item;
  }

  refresh(): void {
    this.#onDidChange.fire(undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#onDidChange.fire(undefined);
    }, settleMs);
  }
}

function byDay(chats: readonly ChatSummary[]): DayNode[] {
  const now = Date.now();
  const days = Map.groupBy(chats, ({ updatedAt }) => dayOf(daysBetween(updatedAt, now)));
  return [...days].map(([id, group]) => ({ type: 'day', id, chats: group }));
}

function dayOf(daysAgo: number): DayNode['id'] {
  if (daysAgo <= 0) return 'today';
  if (daysAgo === 1) return 'yesterday';
  if (daysAgo < 7) return 'week';
  return daysAgo < 30 ? 'month' : 'older';
}

function dayLabel(id: DayNode['id']): string {
  switch (id) {
    case 'today':
      return vscode.l10n.t('Today');
    case 'yesterday':
      return vscode.l10n.t('Yesterday');
    case 'week':
      return vscode.l10n.t('Last 7 days');
    case 'month':
      return vscode.l10n.t('Last 30 days');
    case 'older':
      return vscode.l10n.t('Older');
  }
}
