import * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { problemItem } from '../../connections/connectionProblems.ts';
import type { Catalogs } from '../catalogs.ts';
import type { PendingDeletions } from '../pendingDeletions.ts';
import { modelFacts } from './modelFacts.ts';
import type { ModelGroups } from './modelGroups.ts';
import {
  addConnectionTooltip,
  addModelTooltip,
  connectionItem,
  type FilterState,
  factItem,
  goneItem,
  groupItem,
  modelItem,
} from './modelItems.ts';
import type { ModelLooks } from './modelLooks.ts';
import type { FactNode, ModelNode, Node } from './modelNodes.ts';

/** What each row of the Models view currently shows. */
export class ModelRows {
  readonly #catalogs: Pick<Catalogs, 'of'>;
  readonly #pending: Pick<PendingDeletions, 'has'>;
  readonly #looks: Pick<ModelLooks, 'of'>;
  readonly #groups: ModelGroups;

  constructor(
    catalogs: Pick<Catalogs, 'of'>,
    pending: Pick<PendingDeletions, 'has'>,
    looks: Pick<ModelLooks, 'of'>,
    groups: ModelGroups,
  ) {
    this.#catalogs = catalogs;
    this.#pending = pending;
    this.#looks = looks;
    this.#groups = groups;
  }

  /** Returns how many models of a connection match its filter, and how many are loaded. */
  count(connection: Connection): { matching: number; total: number } {
    const groups = this.#groups.of(connection);
    return {
      matching: groups.reduce((sum, group) => sum + group.models.length, 0),
      total: groups.reduce((sum, group) => sum + group.total, 0),
    };
  }

  item(node: Node): vscode.TreeItem {
    switch (node.type) {
      case 'problem':
        return problemItem(node);
      case 'connection':
        return connectionItem(node, this.#catalogs.of(node.connection), this.#filtered(node.connection));
      case 'group': {
        const group = this.#groups.of(node.connection).find(({ kind }) => kind === node.kind);
        return group ? groupItem(node, group) : new vscode.TreeItem('');
      }
      case 'model':
        return this.#modelItem(node);
      case 'fact':
        return factItem(node);
    }
  }

  /** Fills in the tooltip when a row is hovered. */
  addTooltip(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    if (node.type === 'connection') return addConnectionTooltip(item, node);
    const shown = node.type === 'model' ? this.#groups.shown(node.connection, node) : undefined;
    return shown && node.type === 'model'
      ? addModelTooltip(item, shown, this.#lorasOn(node.connection, shown.model))
      : item;
  }

  /** Returns the rows below a model's row. */
  facts(node: ModelNode): FactNode[] {
    const { connectionId, connection, kind, name } = node;
    const model = this.#groups.shown(connection, node)?.model;
    const facts = model ? modelFacts(model, this.#lorasOn(connection, model)) : [];
    return facts.map((fact) => ({ type: 'fact', connectionId, connection, kind, name, fact }));
  }

  #modelItem(node: ModelNode): vscode.TreeItem {
    const shown = this.#groups.shown(node.connection, node);
    // Between a refresh and its drawing, VS Code may ask for a row that no longer exists.
    if (!shown) return new vscode.TreeItem(cleanText(node.name));
    if (shown.change === 'gone') return goneItem(node, shown.model);
    return modelItem(node, shown.model, this.#pending.has(node) ? 'deleting' : shown.change);
  }

  /** State of the connection's filter; `undefined` if none is set. */
  #filtered(connection: Connection): FilterState | undefined {
    const { filter } = this.#looks.of(connection.id);
    return filter === '' ? undefined : { filter, ...this.count(connection) };
  }

  #lorasOn(connection: Connection, model: Model): number {
    return model.kind === 'baseModel' ? (this.#groups.lorasOn(connection).get(model.name) ?? 0) : 0;
  }
}
