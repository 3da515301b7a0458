import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Catalog, lorasOn } from '../../core/models/catalog.ts';
import { readFilter } from '../../core/models/modelFilter.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { sortModels } from '../../core/models/modelSort.ts';
import { problemItem } from '../connections/connectionProblems.ts';
import type { Connections } from '../connections/connections.ts';
import type { PendingDeletions } from '../deletion/pendingDeletions.ts';
import type { Catalogs } from './catalogs.ts';
import { hasList } from './catalogText.ts';
import { modelFacts } from './modelFacts.ts';
import { addTooltip, connectionItem, type FilterState, maxRows, treeItem } from './modelItems.ts';
import type { ModelLooks, ModelsLook } from './modelLooks.ts';
import { connectionNode, type GroupNode, type ModelNode, modelNode, type Node } from './modelNodes.ts';

/** The rows of the Models view: a projection of the catalogs, and nothing else. */
export class ModelsTree implements vscode.TreeDataProvider<Node> {
  readonly #onDidChange = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #connections: Pick<Connections, 'all' | 'only' | 'problems' | 'byId'>;
  readonly #catalogs: Catalogs;
  readonly #pending: Pick<PendingDeletions, 'has' | 'isDeleted'>;
  readonly #looks: Pick<ModelLooks, 'of'>;
  #groups = new WeakMap<Catalog, { look: ModelsLook; connection: Connection; groups: GroupNode[] }>();
  readonly #modelNodes = new Map<string, ModelNode>();
  readonly #connectionNodes = new WeakMap<Connection, Node>();

  constructor(
    connections: Pick<Connections, 'all' | 'only' | 'problems' | 'byId'>,
    catalogs: Catalogs,
    pending: Pick<PendingDeletions, 'has' | 'isDeleted'>,
    looks: Pick<ModelLooks, 'of'>,
  ) {
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#pending = pending;
    this.#looks = looks;
  }

  /** Shows the present state: all of it, or that of one connection where there are several. */
  fire(connectionId?: string): void {
    const connection = connectionId === undefined ? undefined : this.#connections.byId(connectionId);
    this.#groups = new WeakMap();
    const isRow = connection && this.#connections.only === undefined;
    this.#onDidChange.fire(isRow ? this.#connectionNode(connection) : undefined);
  }

  /** Shows one row anew; the rest of the tree, and a menu that is open on it, stay. */
  fireRow(ref: ModelRef): void {
    const node = this.#modelNodes.get(modelKey(ref));
    if (node) this.#onDidChange.fire(node);
  }

  /** All models of a connection that its filter lets through, in its order; also those beyond a group's rows. */
  matching(connection: Connection): readonly Model[] {
    return this.#groupsOf(connection).flatMap((group) => group.models);
  }

  /** How many models of a connection match its filter, of all that are loaded. */
  count(connection: Connection): { matching: number; total: number } {
    const groups = this.#groupsOf(connection);
    return {
      matching: groups.reduce((sum, group) => sum + group.models.length, 0),
      total: groups.reduce((sum, group) => sum + group.total, 0),
    };
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.#roots();
    switch (node.type) {
      case 'problem':
        return [];
      case 'connection':
        if (this.#catalogs.of(node.connection).state === 'idle')
          void this.#catalogs.loader(node.connection).refresh();
        return this.#groupsOf(node.connection);
      case 'group':
        return node.models.slice(0, maxRows).map((model) => this.#modelNode(node.connection, model));
      case 'model': {
        const facts = modelFacts(node.model, this.#lorasOn(node.connection, node.model));
        const { connectionId, connection, kind, name } = node;
        return facts.map((fact) => ({ type: 'fact', connectionId, connection, kind, name, fact }));
      }
      case 'fact':
        return [];
    }
  }

  getParent(node: Node): Node | undefined {
    switch (node.type) {
      case 'connection':
      case 'problem':
        return undefined;
      case 'group':
        return this.#connections.only ? undefined : this.#connectionNode(node.connection);
      case 'model':
        return this.#groupsOf(node.connection).find((group) => group.kind === node.kind);
      case 'fact': {
        const model = this.#catalogs.find(node);
        return model && modelNode(node.connection, model);
      }
    }
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.type === 'problem') return problemItem(node);
    const catalog = this.#catalogs.of(node.connection);
    if (node.type === 'connection') return connectionItem(node, catalog, this.#filtered(node.connection));
    return treeItem(node, node.type === 'model' && this.#pending.has(node));
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    return addTooltip(item, node, node.type === 'model' ? this.#lorasOn(node.connection, node.model) : 0);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #roots(): Node[] {
    const { all, only, problems } = this.#connections;
    if (!only) {
      const rows = problems.map((problem): Node => ({ type: 'problem', problem }));
      return [...all.map((one) => this.#connectionNode(one)), ...rows];
    }
    const groups = this.#groupsOf(only);
    return groups.some((group) => group.models.length > 0) ? groups : [];
  }

  /** Always the same object: VS Code refreshes a row by the object that it was given. */
  #connectionNode(connection: Connection): Node {
    const node = this.#connectionNodes.get(connection) ?? connectionNode(connection);
    this.#connectionNodes.set(connection, node);
    return node;
  }

  /** The same object as long as it shows the same, for the same reason. */
  #modelNode(connection: Connection, model: Model): ModelNode {
    const fresh = modelNode(connection, model);
    const key = modelKey(fresh);
    const known = this.#modelNodes.get(key);
    if (known?.model === model && known.connection === connection) return known;
    this.#modelNodes.set(key, fresh);
    return fresh;
  }

  #groupsOf(connection: Connection): GroupNode[] {
    const catalog = this.#catalogs.of(connection);
    if (!hasList(catalog)) return [];
    const known = this.#groups.get(catalog);
    const look = this.#looks.of(connection.id);
    if (known?.look === look && known.connection === connection) return known.groups;
    const groups = [
      this.#group(connection, 'lora', catalog.loras, look),
      this.#group(connection, 'baseModel', catalog.baseModels, look),
    ];
    this.#groups.set(catalog, { look, connection, groups });
    return groups;
  }

  #group(connection: Connection, kind: Model['kind'], all: readonly Model[], look: ModelsLook): GroupNode {
    const now = Date.now();
    const isLetThrough = readFilter(look.filter);
    const matching = all.filter((model) => isLetThrough(model, now) && !this.#isDeleted(connection, model));
    return {
      type: 'group',
      connectionId: connection.id,
      connection,
      kind,
      models: sortModels(matching, look.sort),
      total: all.length,
    };
  }

  /** What a row says of the connection's filter, where one is on. */
  #filtered(connection: Connection): FilterState | undefined {
    const { filter } = this.#looks.of(connection.id);
    return filter === '' ? undefined : { filter, ...this.count(connection) };
  }

  /** Gone from the service, while the list is still the one from before. */
  #isDeleted(connection: Connection, { kind, name }: Model): boolean {
    return this.#pending.isDeleted({ connectionId: connection.id, kind, name });
  }

  #lorasOn(connection: Connection, model: Model): number {
    return model.kind === 'baseModel' ? lorasOn(this.#catalogs.of(connection), model.name).length : 0;
  }
}
