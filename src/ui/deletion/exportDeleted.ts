import * as vscode from 'vscode';
import type { DeletionJournal } from '../../core/deletion/journal.ts';
import type { JournalEntry } from '../../core/deletion/journalFold.ts';
import { sayBriefly, sayWarning } from '../shared/messages.ts';
import { saveAs } from '../shared/saveAs.ts';

/** *Export Deleted LoRAs…*: asks for a location, possibly remote, and writes the journal there as JSON, newest first. */
export async function exportDeleted(
  entries: readonly JournalEntry<unknown>[],
  unreadable: number,
  journal: Pick<DeletionJournal, 'object'>,
): Promise<void> {
  const target = await saveAs({
    title: vscode.l10n.t('Export Deleted LoRAs'),
    name: 'deleted-loras.json',
    filters: { JSON: ['json'] },
    content: () => deletedJson(entries, journal),
  });
  if (!target) return;
  const said =
    entries.length === 1
      ? vscode.l10n.t('1 deleted LoRA was exported to {0}', target.path)
      : vscode.l10n.t('{0} deleted LoRAs were exported to {1}', String(entries.length), target.path);
  if (unreadable === 0) sayBriefly(said);
  else
    void sayWarning(
      vscode.l10n.t('{0}. {1}, and stand only in the journal.', said, unreadableText(unreadable)),
    );
}

/** Builds it piece by piece: thousands of objects may be large. */
async function deletedJson(
  entries: readonly JournalEntry<unknown>[],
  journal: Pick<DeletionJournal, 'object'>,
): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for (const entry of entries.toReversed()) {
    const { brief: _brief, place: _place, connection: whose, isSure, ...facts } = entry;
    const { id: connectionId, name: connection, baseUrl } = whose;
    const object = await journal.object(entry);
    const line = { ...facts, connectionId, connection, baseUrl, deleted: isSure || 'unknown', object };
    const text = JSON.stringify(line, null, 2);
    parts.push(Buffer.from(parts.length === 0 ? `[\n${text}` : `,\n${text}`));
  }
  return Buffer.concat([...parts, Buffer.from('\n]\n')]);
}

/** The journal keeps these entries: a newer version may be able to read them. */
export function unreadableText(count: number): string {
  return count === 1
    ? vscode.l10n.t('1 entry could not be read')
    : vscode.l10n.t('{0} entries could not be read', count);
}
