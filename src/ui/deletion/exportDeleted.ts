import type { DeletionJournal } from '../../core/deletion/journal.ts';
import type { JournalEntry } from '../../core/deletion/journalFold.ts';
import { exportFile, tellExported } from '../shared/exportFile.ts';
import { sayInfo, sayWarning } from '../shared/messages.ts';
import { shownPath } from '../shared/text/shownPath.ts';
import { plural, t } from '../shared/text/t.ts';

/** *Export Deleted LoRAs…*: asks for a location, possibly remote, and writes the journal there as JSON, newest first. */
export async function exportDeleted(
  entries: readonly JournalEntry<unknown>[],
  unreadable: number,
  journal: Pick<DeletionJournal, 'object'>,
): Promise<void> {
  const exported = await exportFile({
    title: t('Export Deleted LoRAs'),
    name: 'deleted-loras',
    formats: [
      { label: 'JSON', description: '', suffix: 'json', content: () => deletedJson(entries, journal) },
    ],
  });
  if (!exported) return;
  const place = shownPath(exported.file);
  const said = plural(
    entries.length,
    '1 deleted LoRA was exported to {1}.',
    '{0} deleted LoRAs were exported to {1}.',
    place,
  );
  const remarks = unreadable === 0 ? [] : [onlyInJournalText(unreadable)];
  await tellExported(said, exported, remarks, unreadable === 0 ? sayInfo : sayWarning);
}

/** Builds the JSON piece by piece, since thousands of objects may be large. */
async function deletedJson(
  entries: readonly JournalEntry<unknown>[],
  journal: Pick<DeletionJournal, 'object'>,
): Promise<Uint8Array> {
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

/** Says how many entries could not be read. The journal keeps them, since a newer version may be able to read them. */
export function unreadableText(count: number): string {
  return plural(count, '1 entry could not be read', '{0} entries could not be read');
}

function onlyInJournalText(unreadable: number): string {
  return plural(
    unreadable,
    '1 entry could not be read; it is only in the journal.',
    '{0} entries could not be read; they are only in the journal.',
  );
}
