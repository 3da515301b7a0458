import * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { type ModelRef, modelKey, type NamedModel } from '../../../core/models/modelKey.ts';
import { Drawing } from '../../shared/drawing.ts';
import { ownRow } from '../../shared/ownRows.ts';
import { changedRows, type DrawnRows } from './drawnRows.ts';
import { ModelGroups, type TreeSources } from './modelGroups.ts';
import {
  type ConnectedNode,
  connectionNode,
  groupNode,
  type ModelsNode,
  modelNode,
  nodeId,
} from './modelNodes.ts';
import { addTooltip, ExpandedRoots, factNodes, rowItem } from './modelRows.ts';

/** The rows of the Models view: purely a projection of the catalogs. */
export class ModelsTree implements vscode.TreeDataProvider<ModelsNode> {
  readonly #onDidChange = new vscode.EventEmitter<ModelsNode[] | undefined>();
  readonly roots = new ExpandedRoots();
  readonly drawing = new Drawing();
  readonly onDidChangeTreeData = this.#onDidChange.event;
  readonly #sources: TreeSources;
  readonly #groups: ModelGroups;
  /** Rows as given to VS Code, by id. The same object later identifies the row to redraw. */
  readonly #nodes = new Map<string, ConnectedNode>();
  /** What VS Code was last told, by connection id. */
  readonly #drawn = new Map<string, DrawnRows>();
  #roots: readonly unknown[] = [];

  constructor(sources: TreeSources) {
    this.#sources = sources;
    this.#groups = new ModelGroups(sources);
  }

  /** Redraws only what changed: single rows, or a group where rows came, went or moved. */
  update(connectionId?: string): void {
    const { all, problems } = this.#sources.connections;
    const roots = [...all, ...problems];
    if (roots.length !== this.#roots.length || roots.some((one, index) => one !== this.#roots[index])) {
      this.fire();
      return;
    }
    const changed = all
      .filter(({ id }) => connectionId === undefined || id === connectionId)
      .flatMap((connection) => this.#changedNodes(connection));
    if (changed.includes(undefined)) this.#fireRoots();
    else if (changed.length > 0) this.#onDidChange.fire(changed.filter((node) => node !== undefined));
  }

  /** Redraws everything. */
  fire(): void {
    this.#groups.forget();
    this.#nodes.clear();
    this.#drawn.clear();
    const { all, problems } = this.#sources.connections;
    this.#roots = [...all, ...problems];
    for (const connection of all) this.#drawn.set(connection.id, this.#present(connection));
    this.#fireRoots();
  }

  /** Call when the set of deleted LoRAs changed but the service's lists did not. */
  updateDeleted(connectionId: string): void {
    this.#groups.forget();
    this.update(connectionId);
  }

  /** Redraws one row; the rest of the tree, and a menu open on it, stay. */
  fireRow(ref: ModelRef): void {
    const node = this.#nodes.get(modelKey(ref));
    if (node) this.#onDidChange.fire([node]);
  }

  /** Takes the mark of a changed model away while the user looks at it; call again when that ends. */
  setLooked(ref: ModelRef, isLooked: boolean): void {
    const { looked } = this.#groups;
    if (!isLooked) return void looked.delete(modelKey(ref));
    looked.add(modelKey(ref));
    this.fireRow(ref);
  }

  /** Redraws the rows of these models, of either kind, if they have any. */
  fireRows(models: readonly NamedModel[]): void {
    const kinds = ['lora', 'baseModel'] as const;
    const refs = models.flatMap((one) => kinds.map((kind) => ({ ...one, kind })));
    const nodes = refs.flatMap((ref) => this.#nodes.get(modelKey(ref)) ?? []);
    if (nodes.length > 0) this.#onDidChange.fire(nodes);
  }

  /** Returns all models of a connection that match its filter, sorted, including those beyond a group's rows. */
  matching(connection: Connection): readonly Model[] {
    return this.#groups.of(connection).flatMap((group) => group.models);
  }

  /** Returns how many models of a connection match its filter, and how many are loaded. */
  count(connection: Connection): { matching: number; total: number } {
    return this.#groups.count(connection);
  }

  /** Returns the row of a listed model, even if it is filtered out. */
  rowOf({ connectionId, ...ref }: ModelRef): ModelsNode | undefined {
    const connection = this.#sources.connections.byId(connectionId);
    return connection && this.#groups.shown(connection, ref) && this.#given(modelNode(connection, ref));
  }

  /** Returns the row for the focus once this one is gone: the next one in its group, else the one before, else the group. */
  rowAfter({ connectionId, kind, name }: ModelRef): ModelsNode | undefined {
    const connection = this.#sources.connections.byId(connectionId);
    const rows = this.#rowsOf(connection, kind);
    const at = rows.findIndex((model) => model.name === name);
    if (!connection || at < 0) return undefined;
    const next = rows[at + 1] ?? rows[at - 1];
    return this.#given(next ? modelNode(connection, next) : groupNode(connection, kind));
  }

  /** True if a model has a row, which depends on the filter and the length of its group. */
  isListed({ connectionId, kind, name }: ModelRef): boolean {
    const rows = this.#rowsOf(this.#sources.connections.byId(connectionId), kind);
    return rows.some((model) => model.name === name);
  }

  /** Gives a model beyond its group's rows a row. */
  list(ref: ModelRef): void {
    this.#groups.reveal(ref);
    this.update(ref.connectionId);
  }

  getChildren(node?: ModelsNode): ModelsNode[] {
    if (!node) {
      this.drawing.end();
      return this.#rootNodes();
    }
    if (node.type === 'problem') return [];
    const { connection } = node;
    switch (node.type) {
      case 'connection':
        if (this.#sources.catalogs.of(connection).state === 'idle')
          void this.#sources.catalogs.loader(connection).refresh();
        return this.#groupNodes(connection);
      case 'group':
        return this.#rowsOf(connection, node.kind).map((model) => this.#given(modelNode(connection, model)));
      case 'model':
        return factNodes(node, this.#groups, this.#sources).map(ownRow);
      case 'fact':
        return [];
    }
  }

  getParent(node: ModelsNode): ModelsNode | undefined {
    if (node.type === 'problem') return undefined;
    const { connection } = node;
    if (node.type === 'fact') return this.#given(modelNode(connection, node));
    if (node.type === 'model') return this.#given(groupNode(connection, node.kind));
    const isBelow = node.type === 'group' && !this.#sources.connections.only;
    return isBelow ? this.#given(connectionNode(connection)) : undefined;
  }

  getTreeItem(node: ModelsNode): vscode.TreeItem {
    return rowItem(node, this.#groups, this.#sources, this.roots);
  }

  resolveTreeItem(item: vscode.TreeItem, node: ModelsNode): vscode.TreeItem {
    return addTooltip(item, node, this.#groups);
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  #fireRoots(): void {
    this.drawing.begin();
    this.#onDidChange.fire(undefined);
  }

  #rootNodes(): ModelsNode[] {
    const { all, only, problems } = this.#sources.connections;
    if (!only) {
      const rows = all.map((one): ModelsNode => this.#given(connectionNode(one)));
      return [...rows, ...problems.map((problem): ModelsNode => ({ type: 'problem', problem }))];
    }
    if (this.#groups.of(only).every(({ rows }) => rows.length === 0)) return [];
    // Its groups are the roots: they stay in sight when a second connection puts them below its row.
    this.roots.set(connectionNode(only), true);
    return this.#groupNodes(only);
  }

  #rowsOf(connection: Connection | undefined, kind: Model['kind']): readonly Model[] {
    const groups = connection ? this.#groups.of(connection) : [];
    return groups.find((group) => group.kind === kind)?.rows ?? [];
  }

  #groupNodes(connection: Connection): ModelsNode[] {
    return this.#groups.of(connection).map(({ kind }) => this.#given(groupNode(connection, kind)));
  }

  /** Returns the object that VS Code already has for this row, else `node`. */
  #given(node: ConnectedNode): ConnectedNode {
    const id = nodeId(node);
    const known = this.#nodes.get(id);
    if (known?.connection === node.connection) return known;
    this.#nodes.set(id, ownRow(node));
    return node;
  }

  /** Returns the rows to redraw; `undefined` stands for the roots. */
  #changedNodes(connection: Connection): (ModelsNode | undefined)[] {
    const before = this.#drawn.get(connection.id);
    const now = this.#present(connection);
    this.#drawn.set(connection.id, now);
    const changes = changedRows(before, now);
    if (changes === 'all') {
      return [this.#sources.connections.only ? undefined : this.#given(connectionNode(connection))];
    }
    const changed = [
      ...changes.groups.map((kind) => groupNode(connection, kind)),
      ...changes.models.map((model) => modelNode(connection, model)),
    ];
    return changed.flatMap((node) => this.#nodes.get(nodeId(node)) ?? []);
  }

  #present(connection: Connection): DrawnRows {
    const { connections, catalogs } = this.#sources;
    const row = connections.only ? undefined : this.getTreeItem(connectionNode(connection));
    return {
      connection,
      row: [row?.description, row?.contextValue].join('\n'),
      groups: this.#groups.of(connection),
      lorasOn: this.#groups.lorasOn(connection),
      changes: catalogs.of(connection).changes,
    };
  }
}
