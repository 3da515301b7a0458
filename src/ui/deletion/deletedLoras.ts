import * as vscode from 'vscode';
import { readLora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { DeletionJournal, JournalEntry } from '../../core/deletion/journal.ts';
import { redeployFacts } from '../../core/deletion/redeployFacts.ts';
import { sayBriefly, sayInfo, withoutIcons } from '../messages.ts';
import type { ReadOnlyDocuments } from '../readOnlyDocuments.ts';
import { creatorName } from '../text/creatorText.ts';
import { shortDate } from '../text/time.ts';
import type { BulkReports, OpenReport } from './bulkReports.ts';
import { countsText, placeName } from './bulkWords.ts';
import { exportDeleted, unreadableText } from './exportDeleted.ts';

interface DeletedItem extends vscode.QuickPickItem {
  entry?: JournalEntry;
  report?: OpenReport;
}

interface Parts {
  journal: Pick<DeletionJournal, 'read'>;
  documents: ReadOnlyDocuments;
  reports: Pick<BulkReports, 'waiting' | 'show'>;
}

/** *Show Deleted LoRAs*: the journal as a quick pick that searches all it shows, newest first. */
export async function showDeletedLoras({ journal, documents, reports }: Parts): Promise<void> {
  const { entries, unreadable } = await journal.read();
  if (entries.length === 0 && unreadable === 0 && reports.waiting.length === 0) {
    void sayInfo(vscode.l10n.t('No LoRA was deleted from this machine yet.'));
    return;
  }
  const pick = vscode.window.createQuickPick<DeletedItem>();
  const exporting = {
    iconPath: new vscode.ThemeIcon('export'),
    tooltip: vscode.l10n.t('Export Deleted LoRAs…'),
  };
  const copying = { iconPath: new vscode.ThemeIcon('copy'), tooltip: vscode.l10n.t('Copy Redeploy Facts') };
  const opening = { iconPath: new vscode.ThemeIcon('json'), tooltip: vscode.l10n.t('Open as JSON') };
  pick.title = titleText(entries.length, unreadable);
  pick.placeholder = vscode.l10n.t('Search names, base models, creators, connections and dates');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = entries.length > 0 ? [exporting] : [];
  const times = new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'short' });
  const items = entries
    .toReversed()
    .map((entry) => ({ ...itemOf(entry, times), buttons: [copying, opening] }));
  pick.items = [...reportItems(reports.waiting, items.length > 0), ...items];
  const { promise, resolve } = Promise.withResolvers<(() => unknown) | undefined>();
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    const { entry, report } = chosen ?? {};
    if (entry) resolve(() => openEntry(entry, documents));
    else if (report) resolve(() => reports.show(report));
  });
  pick.onDidTriggerButton(() => resolve(() => exportDeleted(entries, unreadable)));
  pick.onDidTriggerItemButton(({ button, item: { entry } }) => {
    if (entry) resolve(() => (button === copying ? copyFacts(entry) : openEntry(entry, documents)));
  });
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  const act = await promise.finally(() => pick.dispose());
  await act?.();
}

function titleText(count: number, unreadable: number): string {
  const title =
    count === 1 ? vscode.l10n.t('1 Deleted LoRA') : vscode.l10n.t('{0} Deleted LoRAs', String(count));
  return unreadable === 0 ? title : `${title} · ${unreadableText(unreadable)}`;
}

function itemOf(
  { name, object, connection, baseUrl, at, ...entry }: JournalEntry,
  times: Intl.DateTimeFormat,
): DeletedItem {
  const deployment = readLora(object)?.activeDeployment;
  const facts = [deployment?.baseModelName, creatorName(deployment?.creator)];
  const when = Date.parse(at);
  const time = Number.isFinite(when) ? times.format(when) : cleanText(at, 40);
  return {
    label: withoutIcons(cleanText(name)),
    description: withoutIcons(facts.flatMap((fact) => (fact ? [cleanText(fact, 80)] : [])).join(' · ')),
    detail: withoutIcons(`${time} · ${placeOf(connection, baseUrl)}`),
    entry: { name, object, connection, baseUrl, at, ...entry },
  };
}

/** What a line of the journal says need not be an address. */
function placeOf(name: string, baseUrl: string): string {
  return URL.canParse(baseUrl) ? placeName({ name, baseUrl }) : cleanText(name, 80);
}

/** Reports that nobody has looked at yet, or with something left, stand first. */
function reportItems(waiting: readonly OpenReport[], hasMore: boolean): DeletedItem[] {
  if (waiting.length === 0) return [];
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const items = waiting.map((report) => ({
    label: vscode.l10n.t('Report of {0}', shortDate(report.at)),
    description: withoutIcons(placeName(report.connection)),
    detail: countsText(report.entries),
    iconPath: new vscode.ThemeIcon('report'),
    report,
  }));
  const rest = hasMore ? [separator(vscode.l10n.t('deleted LoRAs'))] : [];
  return [separator(vscode.l10n.t('reports')), ...items, ...rest];
}

async function openEntry(
  { name, object, connectionId, at }: JournalEntry,
  documents: ReadOnlyDocuments,
): Promise<void> {
  await documents.openJson(`deleted ${connectionId} ${at}`, name, object);
}

async function copyFacts({ name, object }: JournalEntry): Promise<void> {
  await vscode.env.clipboard.writeText(redeployFacts(name, object));
  sayBriefly(vscode.l10n.t('The redeploy facts of {0} were copied.', cleanText(name, 80)));
}
