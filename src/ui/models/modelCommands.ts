import * as vscode from 'vscode';
import { changeKey } from '../../core/models/catalogChanges.ts';
import { valueWord } from '../../core/models/modelFilter.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { chosenConnection, connectionIdFrom } from '../connections/pickConnection.ts';
import { showError } from '../shared/errors/showError.ts';
import { sayInfo } from '../shared/messages.ts';
import { isByKey, rowsOfKey } from '../shared/ownRows.ts';
import { t } from '../shared/text/t.ts';
import { chosenModels, factFrom, modelFrom, modelsOf } from './modelArguments.ts';
import { pickModel } from './pickModel.ts';
import { retrieveForCommand } from './retrieveModel.ts';
import { filterModels } from './view/filterModels.ts';
import type { WindowServices } from './windowServices.ts';

// Commands on rows of the Models view that open no page of their own.

/** Returns the model of the row on which the command was called, or lets the user pick one. */
export async function chosenModel(
  parts: Pick<WindowServices, 'connections' | 'catalogs' | 'recent'>,
  argument: unknown,
  title: string,
): Promise<ModelRef | undefined> {
  return modelFrom(argument) ?? pickModel(parts, { title, recent: parts.recent.all });
}

export async function goToModel(parts: WindowServices): Promise<void> {
  const ref = await pickModel(parts, { title: t('Go to Model'), recent: parts.recent.all });
  if (ref) await parts.view.reveal(ref);
}

/** *Filter Models…*: asks for the connection if there are several and no row was given. Opens the view, which filters as typed. */
export async function filter({ connections, catalogs, view }: WindowServices, from: unknown): Promise<void> {
  const connection = await chosenConnection(connections, from, t('Filter Models'));
  if (!connection) return;
  if (!view.isVisible) await vscode.commands.executeCommand('hostedModels.models.focus');
  if (catalogs.of(connection).state === 'idle') void catalogs.loader(connection).refresh();
  await filterModels(view, catalogs, connection, connection === connections.only);
}

/**
 * Edits a filter, for the button with the filled funnel: that of the row's connection if it is filtered, else that of the only
 * connection that is filtered.
 */
export async function editFilter(parts: WindowServices, from: unknown): Promise<void> {
  const filtered = parts.connections.all.filter(({ id }) => parts.view.filterOf(id) !== '');
  const ofRow = filtered.find(({ id }) => id === connectionIdFrom(from));
  const connection = ofRow ?? (filtered.length === 1 ? filtered[0] : undefined);
  await filter(parts, connection && { connectionId: connection.id });
}

export async function revealBaseModel({ connections, catalogs, view }: WindowServices, argument: unknown) {
  const fact = factFrom(argument);
  const connection = fact && connections.byId(fact.connectionId);
  if (!fact?.copy || !connection) return;
  const base: ModelRef = { connectionId: fact.connectionId, kind: 'baseModel', name: fact.copy };
  if (catalogs.find(base)) await view.reveal(base);
  else void sayInfo(t('{0} does not list the base model {1}.', connection.name, fact.copy));
}

export function showLorasOf({ view }: WindowServices, argument: unknown): void {
  const fact = factFrom(argument);
  if (fact) view.setFilter(fact.connectionId, `@base:${valueWord(fact.name)}`);
}

export async function copyValue(argument: unknown): Promise<void> {
  const value = factFrom(argument)?.copy;
  if (value !== undefined) await vscode.env.clipboard.writeText(value);
}

/** Copies the rows' names, one per line; if called by key on a single fact, its value. */
export async function copyName(
  { view }: WindowServices,
  argument: unknown,
  selection: unknown,
): Promise<void> {
  const text = isByKey(argument)
    ? textToCopy(argument[0], view.selection)
    : namesOf(chosenModels(argument, selection, view.selection));
  if (text !== '') await vscode.env.clipboard.writeText(text);
}

function textToCopy(focused: unknown, selected: readonly unknown[]): string {
  const rows = rowsOfKey(focused, selected);
  const fact = rows.length === 1 ? factFrom(rows[0]) : undefined;
  return fact ? (fact.copy ?? fact.value ?? '') : namesOf(modelsOf(rows));
}

function namesOf(refs: readonly ModelRef[]): string {
  return refs.map(({ name }) => name).join('\n');
}

/**
 * Returns the model of the row on which *Chat* was called. A key works on every row, so if it was called by key, returns only a
 * model that can be chatted with.
 */
export function modelToChat({ catalogs, pending }: WindowServices, argument: unknown): ModelRef | undefined {
  if (!isByKey(argument)) return modelFrom(argument);
  const ref = modelFrom(argument[0]);
  return ref && catalogs.find(ref) && !pending.has(ref) ? ref : undefined;
}

export async function openJson(parts: WindowServices, argument: unknown): Promise<void> {
  const title = t('Open as JSON');
  const ref = await chosenModel(parts, argument, title);
  const connection = ref && parts.connections.byId(ref.connectionId);
  if (!ref || !connection) return;
  try {
    const retrieved = await retrieveForCommand(title, connection, ref, parts);
    if (retrieved) await parts.documents.openJson(`${connection.id} ${ref.kind}`, ref.name, retrieved.raw);
  } catch (error) {
    await showError(error, connection, () => openJson(parts, ref));
  }
}

/** Opens the entry of a model that is gone, as last listed by the service. */
export async function openKeptJson({ connections, catalogs, documents }: WindowServices, argument: unknown) {
  const ref = modelFrom(argument);
  const connection = ref && connections.byId(ref.connectionId);
  if (!ref || !connection) return;
  const kept = catalogs.of(connection).changes.get(changeKey(ref))?.model;
  if (kept) await documents.openJson(`${connection.id} ${ref.kind} kept`, ref.name, kept);
}
