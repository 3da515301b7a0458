import * as vscode from 'vscode';
import { debounce } from '../../../base/debounce.ts';
import { WorkQueue } from '../../../base/workQueue.ts';
import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { Connections } from '../../connections/connections.ts';
import { undoStack } from '../actions/undoStack.ts';
import {
  type AgeGroupNode,
  ageGroupItem,
  type ChatNode,
  type ChatsNode,
  chatItem,
  groupsOf,
} from './chatNodes.ts';

/** Chats write often while they stream; the view refreshes at most once per interval. */
const pace = { restMs: 200, maxMs: 200 };

/** How long a deletion can be undone here, in ms; *Show Deleted Chats…* restores it later. */
const maxUndoMs = 60_000;

/** Max number of rows per group; *Search Chats…* reaches all. */
const maxRows = 1000;

export type ChatsView = ReturnType<typeof createChatsView>;

/**
 * The Chats view: kept chats, pinned ones first, then by day, newest first. A click opens one. `clear` is called whenever the chats
 * are listed, and only then.
 */
export function createChatsView(
  store: Pick<ChatStore, 'list' | 'onDidChange'>,
  connections: Connections,
  clear: () => Promise<void>,
  undoMs = maxUndoMs,
) {
  /** The deletions of chats that the view offers to undo. */
  const deletions = undoStack();
  const changed = new vscode.EventEmitter<undefined>();
  const updateSoon = debounce(() => void update(), pace);
  const queue = new WorkQueue();
  let undoTimer: ReturnType<typeof setTimeout> | undefined;
  let groups: readonly AgeGroupNode[] = [];
  /** The chat in the active tab, and whether its row is still to be selected. */
  let active: { id: string; isSelected: boolean } | undefined;
  /** What the rows show, as text; `undefined` until VS Code asks, which it does after each `refresh`. */
  let drawn: string | undefined;

  function refresh(): void {
    drawn = undefined;
    changed.fire(undefined);
  }

  const rowsOf = ({ chats }: AgeGroupNode): ChatNode[] =>
    chats.slice(0, maxRows).map((summary) => ({ type: 'chat', chatId: summary.id, summary }));
  const itemOf = (node: ChatsNode): vscode.TreeItem =>
    node.type === 'group' ? ageGroupItem(node, maxRows) : chatItem(node, (id) => connections.named(id).name);

  function textOf(listed: readonly AgeGroupNode[]): string {
    const row = (node: ChatNode) => ({ ...itemOf(node), command: undefined });
    return JSON.stringify(listed.map((group) => [group.id, group.chats.length, rowsOf(group).map(row)]));
  }

  /**
   * Redraws only if something would look different: until a redraw ends, VS Code doesn't know the row on which a menu is open, and at its
   * end the focus may go back to the view. VS Code itself asks for rows that were never drawn.
   */
  async function update(): Promise<void> {
    const isSame = async () =>
      view.visible && (drawn === undefined || textOf(groupsOf(await store.list())) === drawn);
    try {
      if (await queue.run(isSame)) return;
    } catch {
      // The view shows why the chats can't be listed.
    }
    refresh();
  }

  /** Selects the row of the chat in the active tab, once there is one, as the Explorer does: neither view nor focus changes. */
  function selectActive(): void {
    if (!active || active.isSelected || !view.visible) return;
    const { id } = active;
    const isRow = (node: ChatsNode) => node.type === 'chat' && node.chatId === id;
    const row = groups.flatMap(rowsOf).find(isRow);
    if (!row) return;
    active.isSelected = true;
    if (!view.selection.some(isRow)) reveal(row, false);
  }

  const reveal = (node: ChatsNode, focus: boolean) =>
    // VS Code rejects for a row that leaves, or is drawn anew, in that moment.
    view.reveal(node, { select: true, focus }).then(undefined, () => undefined);

  /** Says above the rows what was deleted last, and shows *Undo Delete* in the title. */
  function offerUndo(): void {
    const { text } = deletions;
    view.message = text ?? '';
    void vscode.commands.executeCommand('setContext', 'hostedModels.canUndoDelete', text !== undefined);
    clearTimeout(undoTimer);
    if (text !== undefined) undoTimer = setTimeout(() => deletions.clear(), undoMs);
  }

  const tree = {
    onDidChangeTreeData: changed.event,
    getTreeItem: itemOf,
    async getChildren(node?: ChatsNode): Promise<ChatsNode[]> {
      if (node) return node.type === 'chat' ? [] : rowsOf(node);
      return queue.run(async () => {
        drawn = '';
        await clear();
        groups = groupsOf(await store.list());
        drawn = textOf(groups);
        selectActive();
        return [...groups];
      });
    },
    getParent(node: ChatsNode): ChatsNode | undefined {
      if (node.type === 'group') return undefined;
      return groups.find(({ chats }) => chats.some(({ id }) => id === node.chatId));
    },
  };
  const options = { treeDataProvider: tree, canSelectMany: true };
  const view = vscode.window.createTreeView<ChatsNode>('hostedModels.chats', options);
  const subscriptions = [
    view,
    changed,
    store.onDidChange(() => updateSoon()),
    connections.onDidChange(() => updateSoon()),
    deletions.onDidChange(offerUndo),
    // Another window may have written in the meantime.
    view.onDidChangeVisibility(() => {
      if (active) active.isSelected = false;
      selectActive();
      updateSoon();
    }),
  ];

  return {
    ...tree,
    ...{ deletions, refresh },
    get selection(): readonly ChatsNode[] {
      return view.selection;
    },
    get isVisible(): boolean {
      return view.visible;
    },
    /** What stands above the rows. */
    get message(): string {
      return view.message ?? '';
    },
    /** Returns the row for the focus once these chats are gone: the next one in the group, else the one before, else a group. */
    rowAfter(ids: readonly string[]): ChatsNode | undefined {
      const isLeft = ({ chatId }: ChatNode) => !ids.includes(chatId);
      const at = groups.findLastIndex((group) => !rowsOf(group).every(isLeft));
      const [group] = groups.slice(at, at + 1);
      if (at < 0 || !group) return undefined;
      const rows = rowsOf(group);
      const [next] = rows.slice(rows.findLastIndex((row) => !isLeft(row)) + 1);
      const [nextGroup] = groups.slice(at + 1);
      const before = groups.slice(0, at).findLast((one) => rowsOf(one).some(isLeft));
      return next ?? rows.findLast(isLeft) ?? nextGroup ?? before;
    },
    /** Draws the rows anew, and gives one the focus if they are in sight and it is still there. */
    async focus(node: ChatsNode): Promise<void> {
      refresh();
      if (active) active.isSelected = true;
      if (view.visible) await reveal(node, true);
    },
    /** Call when the tab of a chat becomes the active one, or no longer is. */
    setActive(id: string, isActive: boolean): void {
      if (!isActive && active?.id === id) active = undefined;
      if (!isActive || active?.id === id) return;
      active = { id, isSelected: false };
      selectActive();
    },
    dispose(): void {
      updateSoon.cancel();
      deletions.clear();
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}
