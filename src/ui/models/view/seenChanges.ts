import type * as vscode from 'vscode';
import { changeKey } from '../../../core/models/catalogChanges.ts';
import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../catalogs.ts';
import { modelFrom } from '../modelArguments.ts';
import type { Node } from './modelNodes.ts';

type View = Pick<
  vscode.TreeView<Node>,
  'selection' | 'visible' | 'onDidChangeSelection' | 'onDidExpandElement' | 'onDidChangeVisibility'
>;

/**
 * Tracks which changes the user has seen: selecting or expanding a row, or opening a page on its model, counts as looking. The mark
 * stays until the user turns to something else (another selection, another view); otherwise a gone row would vanish under the
 * pointer, and text would change while being read. A refresh in between doesn't change the selected row either.
 */
export class SeenChanges {
  readonly #view: View;
  readonly #connections: Pick<Connections, 'all' | 'byId'>;
  readonly #catalogs: Pick<Catalogs, 'of' | 'loader' | 'isFresh' | 'onDidChange'>;
  readonly #looked = new Map<string, ModelRef>();
  readonly #subscriptions: { dispose(): void }[];

  constructor(
    view: View,
    connections: Pick<Connections, 'all' | 'byId'>,
    catalogs: Pick<Catalogs, 'of' | 'loader' | 'isFresh' | 'onDidChange'>,
  ) {
    this.#view = view;
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#subscriptions = [
      view.onDidChangeSelection(({ selection }) => {
        this.#turnAway(selection);
        for (const node of selection) this.look(node);
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
    const ref = modelFrom(argument);
    const connection = ref && this.#connections.byId(ref.connectionId);
    if (!connection || !this.#catalogs.of(connection).changes.has(changeKey(ref))) return;
    this.#looked.set(modelKey(ref), ref);
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
  #turnAway(still: readonly Node[]): void {
    const kept = new Set(still.flatMap((node) => modelFrom(node) ?? []).map(modelKey));
    const left = [...this.#looked].filter(([key]) => !kept.has(key));
    // Deleted first, since marking fires a change, which calls this again.
    for (const [key] of left) this.#looked.delete(key);
    this.markSeen(left.map(([, ref]) => ref));
  }
}
