import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import { pickAmong } from '../connections/pickConnection.ts';
import type { WholeAgreement } from '../connections/serviceClients.ts';
import type { Catalogs } from '../models/catalogs.ts';
import { hasList } from '../models/catalogText.ts';
import { chosenModels } from '../models/modelArguments.ts';
import { modelSummary } from '../models/view/modelFacts.ts';
import type { WindowServices } from '../models/windowServices.ts';
import { errorText } from '../shared/errors/errorText.ts';
import { showErrorText } from '../shared/errors/showError.ts';
import { sayInfo, sayWarning, withoutIcons } from '../shared/messages.ts';
import { below } from '../shared/pickStep.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { lorasText } from '../shared/text/countText.ts';
import { creatorName } from '../shared/text/creatorText.ts';
import { t } from '../shared/text/t.ts';
import type { DeletionServices } from './deletionRunner.ts';

/** What *Clean Up LoRAs…* offers: all LoRAs that match `filter` (all, if it is empty) or, without `filter`, the selected rows. */
interface OfferedLoras {
  connection: Connection;
  loras: readonly Lora[];
  filter?: string;
}

/** Returns the selected rows of one connection or, without a selection, all LoRAs that match a connection's filter. */
export async function offeredLoras(
  given: readonly ModelRef[] | undefined,
  services: Pick<DeletionServices, 'connections' | 'catalogs' | 'view'>,
): Promise<OfferedLoras | undefined> {
  const selected = lorasAmong(undefined, services.view.selection);
  const refs = given?.length ? given : selected.length > 1 ? selected : [];
  const { connections, catalogs } = services;
  const found = refs.flatMap((ref) => {
    const model = catalogs.find(ref);
    return model?.kind === 'lora' ? [{ ref, model }] : [];
  });
  // Rows were given, but none is usable: offering everything that the filter matches would be far more.
  if (found.length === 0 && (refs.length > 0 || given)) {
    void sayInfo(t('No LoRA is selected, or the selected ones are no longer listed.'));
    return undefined;
  }
  if (found.length === 0) return matchingLoras(services);
  const groups = Map.groupBy(found, ({ ref }) => ref.connectionId);
  const choices = connections.all.flatMap((connection) => {
    const loras = groups.get(connection.id)?.map(({ model }) => model);
    return loras ? [{ connection, loras }] : [];
  });
  const title = t('Your selection is from several connections. Choose the one to delete from');
  return chooseOne(choices, catalogs, title);
}

async function matchingLoras({
  connections,
  catalogs,
  view,
}: Pick<DeletionServices, 'connections' | 'catalogs' | 'view'>): Promise<OfferedLoras | undefined> {
  if (connections.all.length === 0) {
    await vscode.commands.executeCommand('hostedModels.addConnection');
    return undefined;
  }
  const offer = (connection: Connection): OfferedLoras => ({
    connection,
    loras: view.tree.matching(connection).filter((model) => model.kind === 'lora'),
    filter: view.filterOf(connection.id),
  });
  const title = t('Delete LoRAs of which connection?');
  const chosen = await chooseOne(connections.all.map(offer), catalogs, title);
  if (!chosen) return undefined;
  const { connection } = chosen;
  if (!hasList(catalogs.of(connection))) await catalogs.loader(connection).refresh();
  const offered = offer(connection);
  if (offered.loras.length > 0) return offered;
  const { error, loras, loadedAt } = catalogs.of(connection);
  // A list that failed to load says nothing about what the service has.
  if (error && loras.length === 0) {
    await showErrorText(errorText(error, connection), connection, undefined, t('Nothing was deleted.'));
    return undefined;
  }
  if (loadedAt === undefined) return undefined;
  const name = cleanText(connection.name, 60);
  const filter = cleanText(offered.filter ?? '', 80);
  void sayInfo(
    filter === '' ? t('{0} lists no LoRAs.', name) : t('No LoRA of {0} matches “{1}”.', name, filter),
  );
  return undefined;
}

/** Lets the user choose among the writable connections, if there are several. */
async function chooseOne(choices: readonly OfferedLoras[], catalogs: Catalogs, title: string) {
  const writable = choices.filter(({ connection }) => !connection.readOnly);
  const [first, ...others] = writable;
  if (!first) {
    const name = cleanText(choices[0]?.connection.name ?? '', 60);
    void sayWarning(t('{0} is read-only. Nothing was deleted.', name));
    return undefined;
  }
  if (others.length === 0) return first;
  const of = (chosen: Connection | undefined) => writable.find(({ connection }) => connection === chosen);
  // Otherwise one would have a count, and the next none.
  const areLoaded = writable.every(({ connection }) => hasList(catalogs.of(connection)));
  const detailOf = (connection: Connection) =>
    areLoaded ? lorasText(of(connection)?.loras.length ?? 0) : '';
  const all = writable.map(({ connection }) => connection);
  return of(await pickAmong(all, title, detailOf));
}

/** Returns these LoRAs as listed with the agreement's key and headers; `undefined` after telling the user why there are none. */
export async function listedWith(
  agreement: WholeAgreement,
  loras: readonly Lora[],
  { catalogs }: Pick<WindowServices, 'catalogs'>,
): Promise<readonly Lora[] | undefined> {
  const { connection, credentials } = agreement;
  if (catalogs.of(connection).credentials === credentials) return loras;
  await catalogs.loader(connection).refresh({ isNew: true });
  const listed = catalogs.of(connection);
  if (listed.credentials !== credentials) {
    const nothing = t("Can't check it now. Nothing was deleted.");
    const words = listed.error && errorText(listed.error, connection);
    if (words) await showErrorText(words, connection, undefined, nothing);
    else void sayWarning(nothing);
    return undefined;
  }
  const names = new Set(loras.map(({ name }) => name));
  const found = listed.loras.filter(({ name }) => names.has(name));
  if (found.length > 0) return found;
  void sayInfo(t('No LoRA is selected, or the selected ones are no longer listed.'));
  return undefined;
}

/** Returns the LoRAs among a command's rows, each once: all selected ones if the clicked row is one of them. */
export function lorasAmong(argument: unknown, selection: unknown): ModelRef[] {
  const rows: unknown[] = Array.isArray(selection) ? selection : [];
  return chosenModels(argument, rows, rows).filter(({ kind }) => kind === 'lora');
}

interface LoraItem extends vscode.QuickPickItem {
  /** Absent for a separator. */
  lora?: Lora;
}

export interface LoraPick {
  title: string;
  loras: readonly Lora[];
  /** Names that are checked initially. */
  checked: ReadonlySet<string>;
  /** Closes the pick when it aborts, as if the user had canceled. */
  signal: AbortSignal;
}

/** The check-box quick pick of *Clean Up LoRAs…*; deletes nothing. Resolves with `undefined` if the user cancels. */
export function pickLoras({ title, loras, checked, signal }: LoraPick): Promise<Lora[] | undefined> {
  const groups = Map.groupBy(loras, ({ activeDeployment }) => activeDeployment !== undefined);
  return pickUntil<LoraItem, Lora[]>((pick, { end }) => {
    pick.title = title;
    pick.placeholder = t('Filter LoRAs');
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    pick.items = [
      // In groups, so that deployed ones stand out.
      ...below(t('not deployed'), (groups.get(false) ?? []).map(itemOf)),
      ...below(t('deployed'), (groups.get(true) ?? []).map(itemOf)),
    ];
    pick.selectedItems = pick.items.filter(({ lora }) => lora && checked.has(lora.name));
    signal.addEventListener('abort', () => end(undefined));
    const chosen = () => pick.selectedItems.flatMap(({ lora }) => lora ?? []);
    pick.onDidAccept(() => {
      if (chosen().length > 0) end(chosen());
    });
  });
}

function itemOf(lora: Lora): LoraItem {
  const creator = cleanText(creatorName(lora.activeDeployment?.creator) ?? '', 60);
  const description = [modelSummary(lora), creator].filter((part) => part).join(' · ');
  return { label: withoutIcons(shownName(lora.name)), description: withoutIcons(description), lora };
}
