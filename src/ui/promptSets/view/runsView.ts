import * as vscode from 'vscode';
import type { RunNode } from './runRow.ts';

const memoryKey = 'hasRuns';

/** The Runs view, hidden until there is a run. Its rows are listed by `ListedRuns`, which is loaded once they are in sight. */
export class RunsView implements vscode.TreeDataProvider<RunNode> {
  readonly #onDidChange = new vscode.EventEmitter<RunNode[] | undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #memory: vscode.Memento;
  readonly #rows: () => Promise<RunNode[]>;
  readonly tree: vscode.TreeView<RunNode>;

  constructor(memory: vscode.Memento, rows: () => Promise<RunNode[]>) {
    this.#memory = memory;
    this.#rows = rows;
    this.tree = vscode.window.createTreeView('hostedModels.runs', {
      treeDataProvider: this,
      canSelectMany: true,
    });
    this.#setShown(memory.get(memoryKey, false));
  }

  getChildren(node?: RunNode): RunNode[] | Promise<RunNode[]> {
    return node ? [] : this.#rows();
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem({ item }: RunNode): vscode.TreeItem {
    return item;
  }

  /** Gives a row the focus if the view is in sight and the row is still there. */
  async focus(row: RunNode): Promise<void> {
    if (!this.tree.visible) return;
    // VS Code rejects for a row that leaves in that moment.
    await this.tree.reveal(row, { select: true, focus: true }).then(undefined, () => undefined);
  }

  /** Draws these rows anew, or all. */
  refresh(rows?: RunNode[]): void {
    this.#onDidChange.fire(rows);
  }

  /** Shows the view, or hides it since there is no run. */
  async setShown(isShown: boolean): Promise<void> {
    this.#setShown(isShown);
    if (this.#memory.get(memoryKey, false) !== isShown) await this.#memory.update(memoryKey, isShown);
  }

  #setShown(isShown: boolean): void {
    void vscode.commands.executeCommand('setContext', 'hostedModels.hasRuns', isShown);
  }

  dispose(): void {
    this.tree.dispose();
    this.#onDidChange.dispose();
  }
}
