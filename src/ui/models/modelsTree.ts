import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Catalog, lorasOn } from '../../core/models/catalog.ts';
import { type ModelFilter, readFilter } from '../../core/models/modelFilter.ts';
import { type ModelRef, modelKey } from '../../core/models/modelKey.ts';
import { type ModelSort, sortModels } from '../../core/models/modelSort.ts';
import type { Connections } from '../connections/connections.ts';
import type { PendingDeletions } from '../deletion/pendingDeletions.ts';
import type { Catalogs } from './catalogs.ts';
import { hasList } from './catalogText.ts';
import { modelFacts } from './modelFacts.ts';
import { addTooltip, treeItem } from './modelItems.ts';
import { connectionNode, type GroupNode, type ModelNode, modelNode, type Node } from './modelNodes.ts';

/** A group lists no more rows than this; the filter and *Go to Model…* reach all (trees have no paging: microsoft/vscode#34151). */
const maxRows = 1000;

/** How the list is narrowed and ordered. */
export interface ModelsLook {
  filter: string;
  sort: ModelSort;
}

/** The rows of the Models view: a projection of the catalogs, and nothing else. */
export class ModelsTree implements vscode.TreeDataProvider<Node> {
  readonly #onDidChange = new vscode.EventEmitter<Node | undefined>();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #connections: Pick<Connections, 'all' | 'byId'>;
  readonly #catalogs: Catalogs;
  readonly #pending: Pick<PendingDeletions, 'has' | 'isDeleted'>;
  #groups = new WeakMap<Catalog, { look: ModelsLook; connection: Connection; groups: GroupNode[] }>();
  readonly #modelNodes = new Map<string, ModelNode>();
  readonly #connectionNodes = new WeakMap<Connection, Node>();
  #look: ModelsLook = { filter: '', sort: 'name' };
  #filter: ModelFilter = readFilter('');

  constructor(
    connections: Pick<Connections, 'all' | 'byId'>,
    catalogs: Catalogs,
    pending: Pick<PendingDeletions, 'has' | 'isDeleted'>,
  ) {
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#pending = pending;
  }

  get look(): ModelsLook {
    return this.#look;
  }

  /** Takes effect with the next `fire`. */
  setLook(look: ModelsLook): void {
    this.#look = look;
    this.#filter = readFilter(look.filter);
  }

  /** Shows the present state: all of it, or that of one connection where there are several. */
  fire(connectionId?: string): void {
    const connection = connectionId === undefined ? undefined : this.#connections.byId(connectionId);
    this.#groups = new WeakMap();
    const isRow = connection && this.#connections.all.length > 1;
    this.#onDidChange.fire(isRow ? this.#connectionNode(connection) : undefined);
  }

  /** Shows one row anew; the rest of the tree, and a menu that is open on it, stay. */
  fireRow(ref: ModelRef): void {
    const node = this.#modelNodes.get(modelKey(ref));
    if (node) this.#onDidChange.fire(node);
  }

  /** How many models match, of all that are loaded. */
  count(): { matching: number; total: number } {
    const groups = this.#connections.all.flatMap((connection) => this.#groupsOf(connection));
    return {
      matching: groups.reduce((sum, group) => sum + group.matching, 0),
      total: groups.reduce((sum, group) => sum + group.total, 0),
    };
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.#roots();
    switch (node.type) {
      case 'connection':
        if (this.#catalogs.of(node.connection).state === 'idle')
          void this.#catalogs.loader(node.connection).refresh();
        return this.#groupsOf(node.connection);
      case 'group':
        return node.models.map((model) => this.#modelNode(node.connection, model));
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
        return undefined;
      case 'group':
        return this.#connections.all.length > 1 ? this.#connectionNode(node.connection) : undefined;
      case 'model':
        return this.#groupsOf(node.connection).find((group) => group.kind === node.kind);
      case 'fact': {
        const model = this.#catalogs.find(node);
        return model && modelNode(node.connection, model);
      }
    }
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const catalog = this.#catalogs.of(node.connection);
    return treeItem(node, catalog, node.type === 'model' && this.#pending.has(node));
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    return addTooltip(item, node, node.type === 'model' ? this.#lorasOn(node.connection, node.model) : 0);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #roots(): Node[] {
    const [first, ...others] = this.#connections.all;
    if (!first) return [];
    if (others.length > 0) return this.#connections.all.map((one) => this.#connectionNode(one));
    const groups = this.#groupsOf(first);
    return groups.some((group) => group.matching > 0) ? groups : [];
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
    if (known?.look === this.#look && known.connection === connection) return known.groups;
    const groups = [
      this.#group(connection, 'lora', catalog.loras),
      this.#group(connection, 'baseModel', catalog.baseModels),
    ];
    this.#groups.set(catalog, { look: this.#look, connection, groups });
    return groups;
  }

  #group(connection: Connection, kind: Model['kind'], all: readonly Model[]): GroupNode {
    const now = Date.now();
    const matching = all.filter((model) => this.#filter(model, now) && !this.#isDeleted(connection, model));
    const models = sortModels(matching, this.#look.sort).slice(0, maxRows);
    return {
      type: 'group',
      connectionId: connection.id,
      connection,
      kind,
      models,
      shown: models.length,
      matching: matching.length,
      total: all.length,
    };
  }

  /** Gone from the service, while the list is still the one from before. */
  #isDeleted(connection: Connection, { kind, name }: Model): boolean {
    return this.#pending.isDeleted({ connectionId: connection.id, kind, name });
  }

  #lorasOn(connection: Connection, model: Model): number {
    return model.kind === 'baseModel' ? lorasOn(this.#catalogs.of(connection), model.name).length : 0;
  }
}
