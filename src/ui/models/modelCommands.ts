import * as vscode from 'vscode';
import { changeKey } from '../../core/models/catalogChanges.ts';
import { valueWord } from '../../core/models/modelFilter.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import type { Connections } from '../connections/connections.ts';
import { chosenConnection } from '../connections/pickConnection.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import { showError } from '../shared/errors/showError.ts';
import { sayInfo } from '../shared/messages.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { StoppedByPerson, stoppable } from '../shared/stoppable.ts';
import type { Catalogs } from './catalogs.ts';
import { chosenModels } from './chosenModels.ts';
import { factFrom, modelFrom } from './modelArguments.ts';
import { pickModel } from './pickModel.ts';
import { retrieveListed } from './retrieveListed.ts';
import { retrieveModel } from './retrieveModel.ts';
import { filterModels } from './view/filterModels.ts';
import type { ModelsView } from './view/modelsView.ts';

/** Commands on rows of the Models view that open no page of their own. */
export class ModelCommands {
  readonly #connections: Connections;
  readonly #catalogs: Catalogs;
  readonly #clients: ServiceClients;
  readonly #view: ModelsView;
  readonly #documents: ReadOnlyDocuments;

  constructor(
    connections: Connections,
    catalogs: Catalogs,
    clients: ServiceClients,
    view: ModelsView,
    documents: ReadOnlyDocuments,
  ) {
    this.#connections = connections;
    this.#catalogs = catalogs;
    this.#clients = clients;
    this.#view = view;
    this.#documents = documents;
  }

  /** Returns the model of the row the command was called on, or lets the user pick one. */
  async chosen(argument: unknown, title: string): Promise<ModelRef | undefined> {
    return modelFrom(argument) ?? pickModel(this.#connections, this.#catalogs, { title });
  }

  async goToModel(): Promise<void> {
    const ref = await pickModel(this.#connections, this.#catalogs, { title: vscode.l10n.t('Go to Model') });
    if (ref) await this.#view.reveal(ref);
  }

  /** Asks for the connection if there are several and no row was given. */
  async filter(from: unknown): Promise<void> {
    const connection = await chosenConnection(this.#connections, from, vscode.l10n.t('Filter Models'));
    if (!connection) return;
    await filterModels(this.#view, this.#catalogs, connection, connection === this.#connections.only);
  }

  async revealBaseModel(argument: unknown): Promise<void> {
    const fact = factFrom(argument);
    const connection = fact && this.#connections.byId(fact.connectionId);
    if (!fact?.copy || !connection) return;
    const base: ModelRef = { connectionId: fact.connectionId, kind: 'baseModel', name: fact.copy };
    if (this.#catalogs.find(base)) await this.#view.reveal(base);
    else {
      void sayInfo(vscode.l10n.t('{0} does not list the base model {1}.', connection.name, fact.copy));
    }
  }

  showLorasOf(argument: unknown): void {
    const fact = factFrom(argument);
    if (fact) this.#view.setFilter(fact.connectionId, `@base:${valueWord(fact.name)}`);
  }

  async copyValue(argument: unknown): Promise<void> {
    const value = factFrom(argument)?.copy;
    if (value !== undefined) await vscode.env.clipboard.writeText(value);
  }

  /** Copies several names one per line. */
  async copyName(argument: unknown, selection?: unknown): Promise<void> {
    const names = chosenModels(argument, selection, this.#view.selection).map(({ name }) => name);
    if (names.length > 0) await vscode.env.clipboard.writeText(names.join('\n'));
  }

  async openJson(argument: unknown): Promise<void> {
    const ref = await this.chosen(argument, vscode.l10n.t('Open as JSON'));
    const connection = ref && this.#connections.byId(ref.connectionId);
    if (!ref || !connection) return;
    try {
      const { raw } = await stoppable(vscode.l10n.t('Open as JSON'), connection, (options) =>
        retrieveListed(
          this.#catalogs,
          connection,
          ref,
          () => retrieveModel(this.#clients.for(connection), ref, options),
          options.signal,
        ),
      );
      await this.#documents.openJson(`${connection.id} ${ref.kind}`, ref.name, raw);
    } catch (error) {
      if (error instanceof StoppedByPerson) return;
      await showError(error, connection, () => this.openJson(ref));
    }
  }

  /** Opens the entry of a model that is gone, as last listed by the service. */
  async openKeptJson(argument: unknown): Promise<void> {
    const ref = modelFrom(argument);
    const connection = ref && this.#connections.byId(ref.connectionId);
    if (!ref || !connection) return;
    const kept = this.#catalogs.of(connection).changes.get(changeKey(ref))?.model;
    if (kept) await this.#documents.openJson(`${connection.id} ${ref.kind} kept`, ref.name, kept);
  }
}
