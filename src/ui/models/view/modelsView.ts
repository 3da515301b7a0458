import * as vscode from 'vscode';
import { type Connection, hostOf } from '../../../core/connections/connection.ts';
import { quotable } from '../../../core/models/modelFilter.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';
import type { ModelSort } from '../../../core/models/modelSort.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Catalogs } from '../catalogs.ts';
import { catalogMessage, hasList } from '../catalogText.ts';
import type { PendingDeletions } from '../pendingDeletions.ts';
import { ChangeDecorations } from './changeMarks.ts';
import { filterText } from './modelItems.ts';
import { ModelLooks } from './modelLooks.ts';
import type { Node } from './modelNodes.ts';
import { ModelsTree } from './modelsTree.ts';
import { SeenChanges } from './seenChanges.ts';

export const modelsViewId = 'hostedModels.models';

/** Lists older than this are refreshed when the view becomes visible, in ms. */
const maxAgeMs = 60_000;

/** The Models view: its tree, message, description, and the context keys its buttons depend on. */
export class ModelsView {
  readonly tree: ModelsTree;
  readonly seen: SeenChanges;
  readonly #view: vscode.TreeView<Node>;
  readonly #connections: Connections;
  readonly #catalogs: Catalogs;
  readonly #looks: ModelLooks;
  readonly #deletion: PendingDeletions['bulk'];
  readonly #subscriptions: { dispose(): void }[];
  #isLoading = false;

  constructor(
    connections: Connections,
    catalogs: Catalogs,
    pending: PendingDeletions,
    memory: vscode.Memento,
  ) {
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#looks = new ModelLooks(memory);
    this.#deletion = pending.bulk;
    this.tree = new ModelsTree({ connections, catalogs, pending, looks: this.#looks });
    this.#view = vscode.window.createTreeView(modelsViewId, {
      treeDataProvider: this.tree,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.seen = new SeenChanges(this.#view, connections, catalogs);
    this.#subscriptions = [
      this.#view,
      this.tree,
      this.seen,
      vscode.window.registerFileDecorationProvider(new ChangeDecorations()),
      catalogs.onDidChange((connectionId) => this.#show(connectionId)),
      connections.onDidChange(() => {
        this.#show();
        void this.#refreshOld();
      }),
      pending.onDidChange(({ model, changes }) => {
        if (changes === 'row') this.tree.fireRow(model);
        else this.tree.updateDeleted(model.connectionId);
      }),
      pending.bulk.onDidChange(() => this.#showMessage()),
      this.#view.onDidChangeVisibility(() => void this.#refreshOld()),
    ];
    this.#show();
    void this.#refreshOld();
  }

  get selection(): readonly Node[] {
    return this.#view.selection;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<{ readonly visible: boolean }> {
    return this.#view.onDidChangeVisibility;
  }

  filterOf(connectionId: string): string {
    return this.#looks.of(connectionId).filter;
  }

  /** Filters a connection's list as typed; an empty text shows all. */
  setFilter(connectionId: string, filter: string): void {
    this.#looks.change(connectionId, { filter: filter.trim() });
    this.#show(connectionId);
  }

  /** Clears the filter of one connection, or of all. */
  clearFilter(connectionId?: string): void {
    for (const { id } of this.#connections.all) {
      const isMeant = connectionId === undefined || id === connectionId;
      if (isMeant && this.filterOf(id) !== '') this.setFilter(id, '');
    }
  }

  /** Forgets filters, which may hold names and addresses of people, and sort orders. */
  forgetLooks(): void {
    this.#looks.forgetAll();
    this.#show();
  }

  setSort(sort: ModelSort): void {
    for (const { id } of this.#connections.all) this.#looks.change(id, { sort });
    this.#show();
  }

  /** Stops the refreshes under way, or that of one connection; their rows and messages say so. */
  stopRefresh(connectionId?: string): void {
    for (const one of this.#connections.all) {
      if (connectionId === undefined || one.id === connectionId) this.#catalogs.loader(one).stop();
    }
  }

  /** Reloads the lists the view shows, or that of one connection, by requests sent from now on. */
  async refresh(connectionId?: string): Promise<void> {
    const { all } = this.#connections;
    const shown = connectionId === undefined ? this.#shown : all.filter(({ id }) => id === connectionId);
    const asked = shown.length > 0 ? shown : all;
    await Promise.all(asked.map((one) => this.#catalogs.loader(one).refresh({ isNew: true })));
  }

  /** Selects a model's row and expands it. Clears a filter that hides it; if its group is cut, filters for it. */
  async reveal(ref: ModelRef): Promise<void> {
    const connection = this.#connections.byId(ref.connectionId);
    if (!connection || !this.#catalogs.find(ref)) return;
    if (!this.tree.isListed(ref)) this.setFilter(connection.id, '');
    if (!this.tree.isListed(ref)) {
      this.setFilter(connection.id, `"${quotable(ref.name)}"`);
    }
    const node = this.tree.rowOf(ref);
    if (node) await this.#view.reveal(node, { select: true, focus: true, expand: true });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #refreshOld(): Promise<void> {
    if (!this.#view.visible) return;
    await Promise.all(this.#shown.map((one) => this.#catalogs.loader(one).refreshIfOlder(maxAgeMs)));
  }

  /** Connections whose lists the view shows: the only one, or those that were expanded. */
  get #shown(): Connection[] {
    const { all, only } = this.#connections;
    return all.filter((one) => one === only || this.#catalogs.of(one).state !== 'idle');
  }

  #show(connectionId?: string): void {
    const { only } = this.#connections;
    this.#showMessage();
    this.#view.description = this.#description(only) ?? '';
    this.#setContext(only);
    this.#showProgress();
    this.tree.update(connectionId);
  }

  /** A running deletion matters more than the age of the list. */
  #showMessage(): void {
    const { only } = this.#connections;
    const ofList = only && catalogMessage(this.#catalogs.of(only), only.name);
    this.#view.message = this.#deletion.text ?? ofList ?? '';
  }

  #description(only: Connection | undefined): string | undefined {
    const state = this.#state(only);
    if (!only || state === 'noConnection') return undefined;
    const filter = this.filterOf(only.id);
    if (filter !== '' && (state === 'list' || state === 'noMatch')) {
      return filterText({ filter, ...this.tree.count(only) });
    }
    if (state === 'failed')
      return `${only.name} · ${this.#catalogs.of(only).error?.status ?? vscode.l10n.t('unreadable')}`;
    if (state === 'unreachable') return hostOf(only.baseUrl);
    if (state !== 'list') return only.name;
    return only.readOnly ? vscode.l10n.t('read-only') : undefined;
  }

  /** What the view shows: a list, or which welcome text. */
  #state(only: Connection | undefined) {
    if (this.#connections.all.length === 0) return 'noConnection';
    if (!only) return 'list';
    const catalog = this.#catalogs.of(only);
    if (catalog.state === 'noKey' || catalog.state === 'unauthorized') return catalog.state;
    if (!hasList(catalog)) {
      if (catalog.isStopped) return 'stopped';
      if (catalog.state === 'offline') return 'unreachable';
      return catalog.state === 'stale' ? 'failed' : 'list';
    }
    const { matching, total } = this.tree.count(only);
    if (total === 0) return catalog.state === 'fresh' ? 'empty' : 'list';
    return matching === 0 ? 'noMatch' : 'list';
  }

  #setContext(only: Connection | undefined): void {
    const { all } = this.#connections;
    const keys = {
      viewState: this.#state(only),
      connections: all.length,
      isRefreshSlow: all.some((one) => this.#catalogs.of(one).isSlow),
      isFiltered: all.some(({ id }) => this.filterOf(id) !== ''),
      isUnseen: all.some((one) => this.#catalogs.of(one).changes.size > 0),
      sort: all.every(({ id }) => this.#looks.of(id).sort === 'newest') ? 'newest' : 'name',
      onlyIsReadOnly: all.length === 1 && (all[0]?.readOnly ?? false),
      status: only && this.#catalogs.of(only).error?.status,
    };
    for (const [key, value] of Object.entries(keys)) {
      void vscode.commands.executeCommand('setContext', `hostedModels.${key}`, value);
    }
  }

  #showProgress(): void {
    const loading = this.#connections.all.filter((one) => this.#catalogs.of(one).state === 'loading');
    if (this.#isLoading || loading.length === 0) return;
    this.#isLoading = true;
    void vscode.window.withProgress({ location: { viewId: modelsViewId } }, async () => {
      await Promise.all(loading.map((one) => this.#catalogs.loader(one).refresh()));
      this.#isLoading = false;
    });
  }
}
