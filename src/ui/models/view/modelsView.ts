import * as v from 'valibot';
import * as vscode from 'vscode';
import { type Connection, isOpenAi } from '../../../core/connections/connection.ts';
import { emptyCatalog } from '../../../core/models/catalog.ts';
import { type ModelRef, modelKey } from '../../../core/models/modelKey.ts';
import type { ModelSort } from '../../../core/models/modelSort.ts';
import type { Connections } from '../../connections/connections.ts';
import { msToNextSecond } from '../../shared/errors/waitText.ts';
import { isByKey, isOwnRow } from '../../shared/ownRows.ts';
import { contextSizes, onDidChangeSettings } from '../../shared/settings.ts';
import type { Catalogs } from '../catalogs.ts';
import { catalogMessage, countedUntil } from '../catalogText.ts';
import { modelFrom } from '../modelArguments.ts';
import type { OfferedModels } from '../offeredModels.ts';
import type { PendingDeletions } from '../pendingDeletions.ts';
import { ChangeDecorations } from './changeMarks.ts';
import { ModelLooks } from './modelLooks.ts';
import { connectionNode, type ModelsNode } from './modelNodes.ts';
import { ModelsTree } from './modelsTree.ts';
import { OfflineRetries } from './offlineRetries.ts';
import { SeenChanges } from './seenChanges.ts';
import { hasModels, type ShownConnection, viewDescription, viewState } from './viewState.ts';

export const modelsViewId = 'hostedModels.models';

/** Age in milliseconds from which a list is refreshed when the view becomes visible. */
const maxAgeMs = 60_000;

interface Sources {
  connections: Connections;
  catalogs: Catalogs;
  pending: PendingDeletions;
  offered: OfferedModels;
}

/** The Models view: its tree, message, description, and the context keys its buttons depend on. */
export class ModelsView {
  readonly tree: ModelsTree;
  readonly seen: SeenChanges;
  readonly #view: vscode.TreeView<ModelsNode>;
  readonly #connections: Connections;
  readonly #catalogs: Catalogs;
  readonly #looks: ModelLooks;
  readonly #deletion: PendingDeletions['bulk'];
  readonly #retries: OfflineRetries;
  readonly #subscriptions: { dispose(): void }[];
  #isLoading = false;
  #nextSecond: ReturnType<typeof setTimeout> | undefined;
  /** Key of the model whose row is being deleted by a command on it, and what was selected then. */
  #leaving: { key: string; selection: readonly ModelsNode[] } | undefined;

  constructor({ connections, catalogs, pending, offered }: Sources, memory: vscode.Memento) {
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#looks = new ModelLooks(memory);
    this.#deletion = pending.bulk;
    this.#retries = new OfflineRetries(connections, catalogs);
    this.tree = new ModelsTree({ connections, catalogs, pending, offered, looks: this.#looks });
    this.#view = vscode.window.createTreeView(modelsViewId, {
      treeDataProvider: this.tree,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.seen = new SeenChanges({ view: this.#view, connections, catalogs, tree: this.tree });
    this.#subscriptions = [
      this.#view,
      this.tree,
      this.seen,
      vscode.window.registerFileDecorationProvider(new ChangeDecorations()),
      catalogs.onDidChange((connectionId) => {
        if (this.#view.visible) this.#retries.follow(connectionId);
        this.#show(connectionId);
      }),
      connections.onDidChange(() => {
        this.#show();
        void this.#refreshOld();
      }),
      pending.onDidChange(({ model, changes }) => {
        if (changes === 'row') this.tree.fireRow(model);
        else this.#updateDeleted(model);
      }),
      pending.bulk.onDidChange(() => this.#showMessage()),
      offered.onDidChange((models) => this.tree.fireRows(models)),
      offered.onDidLearnLimit((model) => this.tree.fireRows([model])),
      // They may concern where VS Code's chat shows the models, and how long their context is.
      onDidChangeSettings(['chat', contextSizes.id], () => this.tree.fireRows(offered.all)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.tree.fireRows(offered.all)),
      this.#view.onDidExpandElement(({ element }) => this.tree.roots.set(element, true)),
      this.#view.onDidCollapseElement(({ element }) => this.tree.roots.set(element, false)),
      this.#view.onDidChangeVisibility(({ visible }) => {
        if (!visible) this.#retries.stop();
        this.#showMessage();
        void this.#refreshOld();
      }),
    ];
    this.#show();
    void this.#refreshOld();
  }

  get selection(): readonly ModelsNode[] {
    return this.#view.selection;
  }

  get isVisible(): boolean {
    return this.#view.visible;
  }

  get onDidChangeVisibility(): vscode.Event<{ readonly visible: boolean }> {
    return this.#view.onDidChangeVisibility;
  }

  get onDidChangeSelection(): vscode.Event<vscode.TreeViewSelectionChangeEvent<ModelsNode>> {
    return this.#view.onDidChangeSelection;
  }

  filterOf(connectionId: string): string {
    return this.#looks.of(connectionId).filter;
  }

  /** Filters a connection's list by this text; an empty text shows all models. */
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

  /** Forgets sort orders and filters, which may contain names and addresses of people. */
  forgetLooks(): void {
    this.#looks.forgetAll();
    this.#show();
  }

  setSort(sort: ModelSort): void {
    for (const { id } of this.#connections.all) this.#looks.change(id, { sort });
    this.#show();
  }

  /** Stops all running refreshes, or that of one connection; their rows and messages say so. */
  stopRefresh(connectionId?: string): void {
    for (const one of this.#connections.all) {
      if (connectionId === undefined || one.id === connectionId) this.#catalogs.loader(one).stop();
    }
  }

  /** Reloads the lists that the view shows, or that of one connection, with new requests. */
  async refresh(connectionId?: string): Promise<void> {
    const { all } = this.#connections;
    const shown = connectionId === undefined ? this.#shown : all.filter(({ id }) => id === connectionId);
    const asked = shown.length > 0 ? shown : all;
    await Promise.all(asked.map((one) => this.#catalogs.loader(one).refresh({ isNew: true })));
  }

  /** Selects a model's row and expands it. Clears a filter that hides it; if its group is cut, the row takes the place of the last. */
  async reveal(ref: ModelRef): Promise<void> {
    const connection = this.#connections.byId(ref.connectionId);
    if (!connection || !this.#catalogs.find(ref)) return;
    if (!this.tree.isListed(ref)) this.setFilter(connection.id, '');
    if (!this.tree.isListed(ref)) this.tree.list(ref);
    const node = this.tree.rowOf(ref);
    if (node) await this.#view.reveal(node, { select: true, focus: true, expand: true });
  }

  /** Selects a connection's row, and expands it. Without others, a connection has none. */
  async revealConnection(connection: Connection): Promise<void> {
    if (this.#connections.all.length > 1)
      await this.#view.reveal(connectionNode(connection), { select: true, focus: true, expand: true });
  }

  /** Deletes by a command on `argument`. If that is a row and leaves the list meanwhile, the next one gets the focus. */
  async whileDeleting(argument: unknown, work: () => Promise<void>): Promise<void> {
    const row = isByKey(argument) ? argument[0] : argument;
    // A page passes its model without a type.
    const ref = isOwnRow(row) && v.is(v.object({ type: v.string() }), row) ? modelFrom(row) : undefined;
    const leaving = ref && { key: modelKey(ref), selection: this.#view.selection };
    this.#leaving = leaving;
    try {
      await work();
    } finally {
      if (this.#leaving === leaving) this.#leaving = undefined;
    }
  }

  dispose(): void {
    this.#retries.stop();
    clearTimeout(this.#nextSecond);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #updateDeleted(model: ModelRef): void {
    const { visible, selection } = this.#view;
    const leaving = this.#leaving?.key === modelKey(model) ? this.#leaving : undefined;
    // The user may have turned to another row meanwhile.
    const isStill = leaving?.selection.every((row) => selection.includes(row)) ?? false;
    const next = isStill && visible ? this.tree.rowAfter(model) : undefined;
    this.tree.updateDeleted(model.connectionId);
    // VS Code rejects for a row that leaves, or is drawn anew, in that moment.
    if (next) void this.#view.reveal(next, { select: true, focus: true }).then(undefined, () => undefined);
  }

  async #refreshOld(): Promise<void> {
    if (!this.#view.visible) return;
    await Promise.all(this.#shown.map((one) => this.#catalogs.loader(one).refreshIfOlder(maxAgeMs)));
  }

  /** The connections whose lists the view shows: the only one, or those that were expanded. */
  get #shown(): Connection[] {
    const { all, only } = this.#connections;
    return all.filter((one) => one === only || this.#catalogs.of(one).state !== 'idle');
  }

  #show(connectionId?: string): void {
    const shown = this.#connections.all.map((one) => this.#shownAs(one));
    const only = shown.find(({ connection }) => connection === this.#connections.only);
    this.#showMessage();
    this.#view.description = only ? viewDescription(only) : '';
    this.#setContext(shown, only);
    this.#showProgress();
    this.tree.update(connectionId);
  }

  /**
   * Shows the view's message. A running deletion matters more than the age of the list. What counts down changes
   * nothing but this text.
   */
  #showMessage(): void {
    const { only } = this.#connections;
    const catalog = only ? this.#catalogs.of(only) : emptyCatalog;
    const retryAt = only && this.#retries.at(only.id);
    const { running } = this.#deletion;
    const text = running?.text() ?? catalogMessage(catalog, only?.name, retryAt) ?? '';
    if (text !== this.#view.message) this.#view.message = text;
    clearTimeout(this.#nextSecond);
    const until = running ? running.until : countedUntil(catalog, retryAt);
    const ms = msToNextSecond(until ?? 0);
    if (ms > 0 && this.#view.visible) this.#nextSecond = setTimeout(() => this.#showMessage(), ms);
  }

  #shownAs(connection: Connection): ShownConnection {
    const filtered = { filter: this.filterOf(connection.id), ...this.tree.count(connection) };
    return { connection, catalog: this.#catalogs.of(connection), filtered };
  }

  #setContext(shown: readonly ShownConnection[], only: ShownConnection | undefined): void {
    const { all } = this.#connections;
    const keys = {
      viewState: only ? viewState(only) : all.length === 0 ? 'noConnection' : 'list',
      connections: all.length,
      isConnected: shown.some(({ catalog }) => catalog.state === 'fresh'),
      hasModels: shown.some(hasModels),
      isRefreshSlow: shown.some(({ catalog }) => catalog.isSlow),
      isFiltered: shown.some(({ filtered }) => filtered.filter !== ''),
      isUnseen: shown.some(({ catalog }) => catalog.changes.size > 0),
      sort: all.every(({ id }) => this.#looks.of(id).sort === 'newest') ? 'newest' : 'name',
      isReadOnly: all.length > 0 && all.every(({ readOnly }) => readOnly),
      isOpenAi: all.length > 0 && all.every(isOpenAi),
      status: only?.catalog.error?.status,
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
