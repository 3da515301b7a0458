import type * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import { changeKey } from '../../../core/models/catalogChanges.ts';
import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../catalogs.ts';
import { modelFrom } from '../modelArguments.ts';
import type { ModelsNode } from './modelNodes.ts';
import type { ModelsTree } from './modelsTree.ts';

interface Parts {
  view: Pick<
    vscode.TreeView<ModelsNode>,
    'selection' | 'visible' | 'onDidChangeSelection' | 'onDidExpandElement' | 'onDidChangeVisibility'
  >;
  connections: Pick<Connections, 'all' | 'byId'>;
  catalogs: Pick<Catalogs, 'of' | 'loader' | 'isFresh' | 'onDidChange'>;
  tree: Pick<ModelsTree, 'setLooked'>;
}

/**
 * Tracks which changes the user has seen: selecting or expanding a row, or opening a page on its model, counts as looking, and takes
 * the mark away. The row of a model that is gone, and what a changed one was before, stay until the user turns to something else
 * (another selection, another view). Refreshes in between leave the selected row alone too.
 */
export class SeenChanges {
  readonly #parts: Parts;
  readonly #looked = new Map<string, ModelRef>();
  readonly #subscriptions: { dispose(): void }[];

  constructor(parts: Parts) {
    const { view, catalogs } = parts;
    this.#parts = parts;
    this.#subscriptions = [
      view.onDidChangeSelection(({ selection }) => {
        this.#turnAway(selection);
        // Redrawing a selected row deselects all rows below it (microsoft/vscode#208802), so several keep their marks until then.
        for (const node of selection) this.#look(node, selection.length === 1);
      }),
      view.onDidExpandElement(({ element }) => this.look(element)),
      view.onDidChangeVisibility(({ visible }) => {
        if (!visible) this.#turnAway([]);
      }),
      catalogs.onDidChange((id) => {
        if (catalogs.isFresh(id)) this.#turnAway(view.selection);
      }),
    ];
  }

  /** Call when the user looks at what this row, page or command argument is about. */
  look(argument: unknown): void {
    this.#look(argument, true);
  }

  #look(argument: unknown, isUnmarked: boolean): void {
    const { view, connections, catalogs, tree } = this.#parts;
    const ref = modelFrom(argument);
    const connection = ref && connections.byId(ref.connectionId);
    if (!connection || !catalogs.of(connection).changes.has(changeKey(ref))) return;
    this.#looked.set(modelKey(ref), ref);
    if (isUnmarked) tree.setLooked(ref, true);
    if (!view.visible) this.#turnAway([]);
  }

  /** Marks these models as seen immediately, wherever the user is looking. */
  markSeen(refs: readonly ModelRef[]): void {
    const keys = new Set(refs.map(modelKey));
    this.#mark((ref) => keys.has(modelKey(ref)));
  }

  /** Marks all changes of one connection, or of all, as seen. */
  markAllSeen(connectionId?: string): void {
    this.#mark((ref) => connectionId === undefined || ref.connectionId === connectionId);
  }

  #mark(isMeant: (ref: ModelRef) => boolean): void {
    const { connections, catalogs } = this.#parts;
    for (const connection of connections.all) {
      if (catalogs.of(connection).changes.size === 0) continue;
      const of = ({ kind, name }: Model) => ({ connectionId: connection.id, kind, name });
      catalogs.loader(connection).markSeen(({ model }) => isMeant(of(model)));
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Marks as seen what the user has looked at and is not in `still`. A fact's row stands for its model. */
  #turnAway(still: readonly ModelsNode[]): void {
    const kept = new Set(still.flatMap((node) => modelFrom(node) ?? []).map(modelKey));
    const left = [...this.#looked].filter(([key]) => !kept.has(key));
    // Marking fires a change, which calls this again.
    for (const [key, ref] of left) {
      this.#looked.delete(key);
      this.#parts.tree.setLooked(ref, false);
    }
    if (left.length > 0) this.markSeen(left.map(([, ref]) => ref));
  }
}
