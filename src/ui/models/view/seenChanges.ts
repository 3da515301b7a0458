import type * as vscode from 'vscode';
import { changeKey } from '../../../core/models/catalogChanges.ts';
import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../catalogs.ts';
import { modelFrom } from '../modelArguments.ts';
import type { ModelsNode } from './modelNodes.ts';
import type { ModelsTree } from './modelsTree.ts';

type View = Pick<
  vscode.TreeView<ModelsNode>,
  'selection' | 'visible' | 'onDidChangeSelection' | 'onDidExpandElement' | 'onDidChangeVisibility'
>;

/**
 * Tracks which changes the user has seen: selecting or expanding a row, or opening a page on its model, counts as looking, and takes
 * the mark away. The row of a model that is gone, and what a changed one was before, stay until the user turns to something else
 * (another selection, another view). Refreshes in between leave the selected row alone too.
 */
export class SeenChanges {
  readonly #view: View;
  readonly #connections: Pick<Connections, 'all' | 'byId'>;
  readonly #catalogs: Pick<Catalogs, 'of' | 'loader' | 'isFresh' | 'onDidChange'>;
  readonly #tree: Pick<ModelsTree, 'setLooked'>;
  readonly #looked = new Map<string, ModelRef>();
  readonly #subscriptions: { dispose(): void }[];

  constructor(
    view: View,
    connections: Pick<Connections, 'all' | 'byId'>,
    catalogs: Pick<Catalogs, 'of' | 'loader' | 'isFresh' | 'onDidChange'>,
    tree: Pick<ModelsTree, 'setLooked'>,
  ) {
    this.#view = view;
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#tree = tree;
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
    const ref = modelFrom(argument);
    const connection = ref && this.#connections.byId(ref.connectionId);
    if (!connection || !this.#catalogs.of(connection).changes.has(changeKey(ref))) return;
    this.#looked.set(modelKey(ref), ref);
    if (isUnmarked) this.#tree.setLooked(ref, true);
    if (!this.#view.visible) this.#turnAway([]);
  }

  /** Marks these models as seen immediately, wherever the user is looking. */
  markSeen(refs: readonly ModelRef[]): void {
    for (const connection of this.#connections.all) {
      const keys = refs.filter(({ connectionId }) => connectionId === connection.id).map(changeKey);
      if (keys.length > 0) {
        this.#catalogs.loader(connection).markSeen(({ model }) => keys.includes(changeKey(model)));
      }
    }
  }

  /** Marks all changes of one connection, or of all, as seen. */
  markAllSeen(connectionId?: string): void {
    for (const connection of this.#connections.all) {
      if (connectionId === undefined || connection.id === connectionId) {
        this.#catalogs.loader(connection).markSeen(() => true);
      }
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
      this.#tree.setLooked(ref, false);
    }
    this.markSeen(left.map(([, ref]) => ref));
  }
}
