import * as vscode from 'vscode';
import { readLora } from '../../api/answer/modelWire.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { DeletionJournal, JournalEntry } from '../../core/deletion/journal.ts';
import type { Outcome } from '../../core/deletion/outcome.ts';
import { shownName } from '../../core/shownName.ts';
import { exportFile } from '../shared/exportFile.ts';
import { sayInfo, withoutIcons } from '../shared/messages.ts';
import { below } from '../shared/pickStep.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { creatorName } from '../shared/text/creatorText.ts';
import { placeName } from '../shared/text/placeName.ts';
import { plural, t } from '../shared/text/t.ts';
import { shortDate } from '../shared/text/time.ts';
import type { DeleteMany } from './deleteMany.ts';
import type { OpenReport } from './deletionReport.ts';
import type { DeletionServices } from './deletionRunner.ts';
import { countsText } from './deletionText.ts';

/** A deleted LoRA; `brief` has its base model and creator. */
type DeletedLora = JournalEntry<string>;

interface DeletedItem extends vscode.QuickPickItem {
  entry?: DeletedLora;
  report?: OpenReport;
}

/** *Show Deleted LoRAs*: the journal as a quick pick that searches everything it shows, newest first. */
export async function showDeletedLoras(services: DeletionServices, many: DeleteMany): Promise<void> {
  const { journal, reports } = services;
  const { entries, unreadable } = await journal.read(briefFacts);
  if (entries.length === 0 && unreadable === 0 && reports.waiting.length === 0) {
    void sayInfo(t('No LoRA has been deleted from this machine yet.'));
    return;
  }
  const button = (icon: string, tooltip: string) => ({ iconPath: new vscode.ThemeIcon(icon), tooltip });
  const exporting = button('export', t('Export Deleted LoRAs…'));
  const asking = button('question', t('Was It Deleted?'));
  const opening = button('json', t('Open as JSON'));
  const times = new Intl.DateTimeFormat(t.language, { dateStyle: 'medium', timeStyle: 'short' });
  const items = entries.toReversed().map((entry) => ({
    ...itemOf(entry, times),
    buttons: entry.isSure ? [opening] : [asking, opening],
  }));
  const act = await pickUntil<DeletedItem, () => unknown>((pick, { end }) => {
    pick.title = titleText(entries, unreadable);
    pick.placeholder = t('Search names, base models, creators, connections and dates');
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.buttons = entries.length > 0 ? [exporting] : [];
    const { waiting } = reports;
    // Reports that are unread or have something left come first.
    pick.items = [
      ...below(t('reports'), waiting.map(reportItem)),
      ...(waiting.length > 0 ? below(t('deleted LoRAs'), items) : items),
    ];
    pick.onDidAccept(() => {
      const { entry, report } = pick.selectedItems[0] ?? {};
      if (entry) end(() => openEntry(entry, services));
      else if (report) end(() => reports.show(report));
    });
    pick.onDidTriggerButton(() => end(() => exportDeleted(entries, unreadable, services)));
    pick.onDidTriggerItemButton(({ button, item: { entry } }) => {
      if (!entry) return;
      end(() => (button === asking ? askWhatBecameOf(entry, services, many) : openEntry(entry, services)));
    });
  });
  await act?.();
}

function titleText(entries: readonly DeletedLora[], unreadable: number): string {
  const count = entries.filter(({ isSure }) => isSure).length;
  const unknown = entries.length - count;
  const more = [
    ...(unknown > 0 ? [t('{0} not confirmed', unknown)] : []),
    ...(unreadable > 0
      ? [plural(unreadable, '1 entry could not be read', '{0} entries could not be read')]
      : []),
  ];
  const title = count === 0 ? t('Deleted LoRAs') : plural(count, '1 Deleted LoRA', '{0} Deleted LoRAs');
  return [title, ...more].join(' · ');
}

function briefFacts(object: unknown): string {
  const deployment = readLora(object)?.activeDeployment;
  const facts = [deployment?.baseModelName, creatorName(deployment?.creator)];
  return facts.flatMap((fact) => (fact ? [cleanText(fact, 80)] : [])).join(' · ');
}

function itemOf(entry: DeletedLora, times: Intl.DateTimeFormat): DeletedItem {
  const { at, connection } = entry;
  const when = Date.parse(at);
  const facts = [
    ...(entry.isSure ? [] : [t('asked for, not confirmed')]),
    Number.isFinite(when) ? times.format(when) : cleanText(at, 40),
    // A journal line may have no valid address.
    URL.canParse(connection.baseUrl) ? placeName(connection) : cleanText(connection.name, 80),
    ...(entry.cutFrom === undefined ? [] : [t('kept in part, of {0} KB', Math.ceil(entry.cutFrom / 1024))]),
  ];
  return {
    label: withoutIcons(shownName(entry.name)),
    description: withoutIcons(entry.brief),
    detail: withoutIcons(facts.join(' · ')),
    entry,
  };
}

function reportItem(report: OpenReport): DeletedItem {
  return {
    label: t('Report of {0}', shortDate(report.at)),
    description: withoutIcons(placeName(report.connection)),
    detail: countsText(report.entries),
    iconPath: new vscode.ThemeIcon('report'),
    report,
  };
}

async function openEntry(entry: DeletedLora, { journal, documents }: DeletionServices): Promise<void> {
  const { name, connection, at } = entry;
  await documents.openJson(`deleted ${connection.id} ${at}`, name, await journal.object(entry));
}

/** Asks the user whether an unconfirmed entry was deleted: it stays unconfirmed until a list lacks it, or the user says so. */
async function askWhatBecameOf(
  entry: DeletedLora,
  services: DeletionServices,
  many: DeleteMany,
): Promise<void> {
  const { open, reports } = services;
  const report = reports.of(entry.deletion);
  const words: (vscode.QuickPickItem & { outcome: Outcome })[] = [
    { label: t('It Was Deleted'), outcome: { is: 'deleted', isReturned: false } },
    { label: t('It Was Not Deleted'), outcome: { is: 'failed', at: 'deletion' } },
  ];
  const description = t('loads the list, deletes nothing');
  const checkNow = { label: t('Check Now'), description, outcome: undefined };
  const title = t('Was LoRA “{0}” deleted?', shownName(entry.name, 80));
  const said = await vscode.window.showQuickPick([...(report ? [checkNow] : []), ...words], { title });
  if (!said) return;
  if (said.outcome) {
    await open.record(entry.deletion).outcome(entry.name, said.outcome);
    await reports.settled(entry.deletion, entry.name, said.outcome);
    await showDeletedLoras(services, many);
  } else if (report) await many.check(report);
}

/** *Export Deleted LoRAs…*: asks for a location, possibly remote, and writes the journal there as JSON, newest first. */
async function exportDeleted(
  entries: readonly DeletedLora[],
  unreadable: number,
  { journal }: DeletionServices,
) {
  const exported = (place: string) =>
    plural(
      entries.length,
      '1 deleted LoRA was exported to {1}.',
      '{0} deleted LoRAs were exported to {1}.',
      place,
    );
  const lost = plural(
    unreadable,
    '1 entry could not be read; it is only in the journal.',
    '{0} entries could not be read; they are only in the journal.',
  );
  await exportFile({
    title: t('Export Deleted LoRAs'),
    name: 'deleted-loras',
    formats: [
      { label: 'JSON', description: '', suffix: 'json', content: () => deletedJson(entries, journal) },
    ],
    said: (place) => [exported(place), ...(unreadable > 0 ? [lost] : [])],
    isIncomplete: unreadable > 0,
  });
}

/** Builds the JSON piece by piece, since thousands of objects may be large. */
async function deletedJson(entries: readonly DeletedLora[], journal: DeletionJournal): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for (const entry of entries.toReversed()) {
    const { brief: _brief, place: _place, deletion: _id, connection: whose, isSure, ...facts } = entry;
    const { id: connectionId, name: connection, baseUrl } = whose;
    const object = await journal.object(entry);
    const line = { ...facts, connectionId, connection, baseUrl, deleted: isSure || 'unknown', object };
    const text = JSON.stringify(line, null, 2);
    parts.push(Buffer.from(parts.length === 0 ? `[\n${text}` : `,\n${text}`));
  }
  return Buffer.concat([...parts, Buffer.from('\n]\n')]);
}
