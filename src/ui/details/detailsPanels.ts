import type * as vscode from 'vscode';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import type { DetailsPageState } from '../../protocol/details.ts';
import { modelFrom } from '../models/modelArguments.ts';
import { openTab, restoreTab } from '../shared/page.ts';
import { DetailsPanel } from './detailsPanel.ts';
import { type DetailsParts, detailsPanelType } from './detailsParts.ts';

/** All open details pages: one per model, restored after a reload. */
export class DetailsPanels implements vscode.WebviewPanelSerializer {
  readonly #parts: DetailsParts;
  readonly #panels = new Map<string, DetailsPanel>();

  constructor(parts: DetailsParts) {
    this.#parts = parts;
  }

  show(ref: ModelRef): void {
    const open = this.#panels.get(modelKey(ref));
    if (open) {
      open.reveal();
      void open.refresh();
      return;
    }
    this.#adopt(openTab(detailsPanelType, ref.name, this.#parts.extensionUri), ref);
  }

  deserializeWebviewPanel(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    return restoreTab(tab, this.#parts.extensionUri, {
      load: async () => modelFrom(state) satisfies DetailsPageState | undefined,
      show: (ref) => this.#adopt(tab, ref),
    });
  }

  /** Call when something shown next to the entry changed: a connection, a catalog, a deletion, a chat. */
  refresh(): void {
    for (const panel of this.#panels.values()) void panel.follow();
  }

  #adopt(panel: vscode.WebviewPanel, ref: ModelRef): void {
    this.#panels.set(modelKey(ref), new DetailsPanel(panel, ref, this.#parts));
    panel.onDidDispose(() => this.#panels.delete(modelKey(ref)));
  }
}
