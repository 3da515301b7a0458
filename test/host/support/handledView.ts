import * as vscode from 'vscode';
import type { ModelsNode } from '../../../src/ui/models/view/modelNodes.ts';

/** A view without a window around it: the test says whether it is in sight, and what is selected. */
export class HandledView {
  readonly onMessage = new vscode.EventEmitter<string>();
  readonly onShow = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
  readonly onDidChangeVisibility = this.onShow.event;
  readonly #onSelect = new vscode.EventEmitter<vscode.TreeViewSelectionChangeEvent<ModelsNode>>();
  readonly onDidChangeSelection = this.#onSelect.event;
  readonly onExpand = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<ModelsNode>>();
  readonly onDidExpandElement = this.onExpand.event;
  readonly onDidCollapseElement = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<ModelsNode>>().event;
  selection: ModelsNode[] = [];
  visible: boolean;
  #message = '';

  constructor(visible = true) {
    this.visible = visible;
  }

  get message(): string {
    return this.#message;
  }

  set message(text: string) {
    this.#message = text;
    this.onMessage.fire(text);
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.onShow.fire({ visible });
  }

  select(...selection: ModelsNode[]): void {
    this.selection = selection;
    this.#onSelect.fire({ selection });
  }

  /** What `make` shows as a tree is shown in this view. */
  holding<T>(make: () => T): T {
    const { createTreeView } = vscode.window;
    Object.assign(vscode.window, { createTreeView: () => this });
    try {
      return make();
    } finally {
      Object.assign(vscode.window, { createTreeView });
    }
  }

  /** What was revealed, and how. */
  readonly revealed: { node: unknown; options: unknown }[] = [];

  async reveal(node: unknown, options: unknown): Promise<void> {
    this.revealed.push({ node, options });
  }

  dispose(): void {
    this.onMessage.dispose();
    this.onShow.dispose();
  }
}
