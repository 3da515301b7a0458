import * as vscode from 'vscode';
import { Drawing } from '../../shared/drawing.ts';
import type { RunNode } from './runRow.ts';

const memoryKey = 'hasRuns';

/** The Runs view, hidden until there is a run. Its rows are listed by `ListedRuns`, which is loaded once they are in sight. */
export class RunsView implements vscode.TreeDataProvider<RunNode> {
  readonly #onDidChange = new vscode.EventEmitter<RunNode[] | undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #memory: vscode.Memento;
  readonly #runs: { hasRuns: () => Promise<boolean>; rows: () => Promise<RunNode[]> };
  readonly tree: vscode.TreeView<RunNode>;
  readonly #drawing = new Drawing();
  /** How often it was said or asked whether there is a run. */
  #looks = 0;

  /** `hasRuns` looks on the disk: a window with a memory of its own may share it. */
  constructor(
    memory: vscode.Memento,
    runs: { hasRuns: () => Promise<boolean>; rows: () => Promise<RunNode[]> },
  ) {
    this.#memory = memory;
    this.#runs = runs;
    this.tree = vscode.window.createTreeView('hostedModels.runs', {
      treeDataProvider: this,
      canSelectMany: true,
    });
    void this.setShown(memory.get(memoryKey, false));
  }

  async getChildren(): Promise<RunNode[]> {
    this.#drawing.begin();
    try {
      return await this.#runs.rows();
    } finally {
      this.#drawing.end();
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
    if (this.tree.visible && this.tree.selection.length === 0) await this.#drawing.drawn;
    return this.tree.selection[0];
  }

  /** Draws these rows anew, or all. */
  refresh(rows?: RunNode[]): void {
    if (!rows) this.#drawing.begin();
    this.#onDidChange.fire(rows);
  }

  /** Shows the view if there is a run, else hides it. Call when another window may have made or deleted one. Rejects as the disk does. */
  async look(): Promise<void> {
    const look = ++this.#looks;
    const hasRuns = await this.#runs.hasRuns();
    // What was asked first may be answered last.
    if (look === this.#looks) await this.setShown(hasRuns);
  }

  /** Shows the view, or hides it since there is no run. */
  async setShown(isShown: boolean): Promise<void> {
    this.#looks++;
    void vscode.commands.executeCommand('setContext', 'hostedModels.hasRuns', isShown);
    if (this.#memory.get(memoryKey, false) !== isShown) await this.#memory.update(memoryKey, isShown);
  }

  dispose(): void {
    this.tree.dispose();
    this.#onDidChange.dispose();
  }
}
