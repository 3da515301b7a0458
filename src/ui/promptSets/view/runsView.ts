import * as vscode from 'vscode';
import type { RunNode } from './runRow.ts';

const memoryKey = 'hasRuns';

/** The Runs view, hidden until there is a run. Its rows are listed by `ListedRuns`, which is loaded once they are in sight. */
export class RunsView implements vscode.TreeDataProvider<RunNode> {
  readonly #onDidChange = new vscode.EventEmitter<RunNode[] | undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #memory: vscode.Memento;
  readonly #hasRuns: () => Promise<boolean>;
  readonly #rows: () => Promise<RunNode[]>;
  readonly tree: vscode.TreeView<RunNode>;
  /** Resolves once VS Code knows the rows again; `undefined` while it does. */
  #drawing: PromiseWithResolvers<void> | undefined;

  /** `hasRuns` looks on the disk: a window with a memory of its own may share it. */
  constructor(
    memory: vscode.Memento,
    { hasRuns, rows }: { hasRuns: () => Promise<boolean>; rows: () => Promise<RunNode[]> },
  ) {
    this.#memory = memory;
    this.#hasRuns = hasRuns;
    this.#rows = rows;
    this.tree = vscode.window.createTreeView('hostedModels.runs', {
      treeDataProvider: this,
      canSelectMany: true,
    });
    this.#setShown(memory.get(memoryKey, false));
  }

  async getChildren(node?: RunNode): Promise<RunNode[]> {
    if (node) return [];
    this.#drawing ??= Promise.withResolvers();
    try {
      return await this.#rows();
    } finally {
      // VS Code takes them in first.
      setImmediate(() => {
        this.#drawing?.resolve();
        this.#drawing = undefined;
      });
    }
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

  /**
   * Returns the row that was selected by a click or Enter. While all rows are drawn anew, VS Code knows none of them; out of sight, it
   * does not ask for them.
   */
  async selectedRow(): Promise<RunNode | undefined> {
    if (this.tree.visible && this.tree.selection.length === 0) await this.#drawing?.promise;
    return this.tree.selection[0];
  }

  /** Draws these rows anew, or all. */
  refresh(rows?: RunNode[]): void {
    if (!rows) this.#drawing ??= Promise.withResolvers();
    this.#onDidChange.fire(rows);
  }

  /** Shows the view if there is a run, else hides it. Call when another window may have made or deleted one. Rejects as the disk does. */
  async look(): Promise<void> {
    await this.setShown(await this.#hasRuns());
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
