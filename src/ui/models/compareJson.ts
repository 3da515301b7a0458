import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { changeKey } from '../../core/models/catalogChanges.ts';
import { wireModel } from '../../core/models/exportedModels.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { showError } from '../shared/errors/showError.ts';
import { sayInfo } from '../shared/messages.ts';
import type { ReadOnlyDocuments } from '../shared/readOnlyDocuments.ts';
import { t } from '../shared/text/t.ts';
import { chosenModels, modelFrom } from './modelArguments.ts';
import { retrieveForCommand } from './retrieveModel.ts';
import type { ModelsView } from './view/modelsView.ts';
import type { WindowServices } from './windowServices.ts';

interface Parts extends Pick<WindowServices, 'connections' | 'catalogs' | 'clients'> {
  documents: Pick<ReadOnlyDocuments, 'putJson'>;
  view: Pick<ModelsView, 'selection'>;
}

interface Side {
  ref: ModelRef;
  connection: Connection;
}

/** *Compare JSON*: shows two entries, as the service sends them now, in VS Code's diff editor. */
export async function compareJson(parts: Parts, argument?: unknown, selection?: unknown): Promise<void> {
  const refs = chosenModels(argument, selection, parts.view.selection);
  const [left, right, ...others] = refs.flatMap((ref): Side[] => {
    const connection = parts.connections.byId(ref.connectionId);
    return connection ? [{ ref, connection }] : [];
  });
  // `when` clauses can't count the selection. A context key that did would destroy it: VS Code redraws rows on each change of
  // the key, and redrawing a selected row deselects all rows below it (microsoft/vscode#208802).
  if (!left || !right || others.length > 0) {
    void sayInfo(selectTwoText(refs));
    return;
  }
  const leftUri = await documentOf(left, parts);
  const rightUri = leftUri && (await documentOf(right, parts));
  if (!rightUri) return;
  const title = titleOf(left, right, parts.connections.all.length > 1);
  await vscode.commands.executeCommand('vscode.diff', leftUri, rightUri, title, { preview: true });
}

/** *Compare JSON with Before*: a changed entry, as listed before the change and now. */
export async function compareJsonWithBefore(
  { connections, catalogs, documents }: Pick<Parts, 'connections' | 'catalogs' | 'documents'>,
  argument: unknown,
): Promise<void> {
  const ref = modelFrom(argument);
  const connection = ref && connections.byId(ref.connectionId);
  const change = connection && catalogs.of(connection).changes.get(changeKey(ref));
  if (!connection || change?.is !== 'changed') {
    void sayInfo(t('No change is known that you have not seen yet.'));
    return;
  }
  const { id } = connection;
  const put = (when: string, model: Model) =>
    documents.putJson(`${id} ${model.kind} ${when}`, model.name, wireModel(model));
  const title = t('{0}: Before ↔ Now', cleanText(change.model.name, 60));
  const [before, now] = [put('before', change.before), put('listed', change.model)];
  await vscode.commands.executeCommand('vscode.diff', before, now, title, { preview: true });
}

function selectTwoText([first, ...others]: readonly ModelRef[]): string {
  if (!first) return t('Select two models to compare their JSON.');
  return others.length === 0
    ? t('Select two models to compare their JSON: {0} and another one.', cleanText(first.name, 80))
    : t('Select two models to compare their JSON. {0} are selected.', others.length + 1);
}

/**
 * Returns a document with the entry as just retrieved, its fields in the service's own order; `undefined` if the user stopped it,
 * or was told why it failed.
 */
async function documentOf({ ref, connection }: Side, parts: Parts): Promise<vscode.Uri | undefined> {
  try {
    const retrieved = await retrieveForCommand(t('Compare JSON'), connection, ref, parts);
    return retrieved && parts.documents.putJson(`${connection.id} ${ref.kind}`, ref.name, retrieved.raw);
  } catch (error) {
    const before = t('{0} could not be compared.', cleanText(ref.name, 80));
    await showError(error, connection, undefined, before);
    return undefined;
  }
}

/** Returns the diff's title. It names the connections if there are several, and only once if both sides have the same. */
function titleOf(left: Side, right: Side, isNamed: boolean): string {
  const model = ({ ref }: Side) => cleanText(ref.name, 60);
  const place = ({ connection }: Side) => cleanText(connection.name, 40);
  if (!isNamed) return `${model(left)} ↔ ${model(right)}`;
  return left.connection.id === right.connection.id
    ? `${model(left)} ↔ ${model(right)} · ${place(left)}`
    : `${model(left)} · ${place(left)} ↔ ${model(right)} · ${place(right)}`;
}
