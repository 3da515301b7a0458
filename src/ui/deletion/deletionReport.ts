import type { DeletionPlace } from '../../core/deletion/journal.ts';
import { type DeletionEntry, isLeft, isUnknown, type Outcome } from '../../core/deletion/outcome.ts';
import { shownName } from '../../core/shownName.ts';
import { lorasText } from '../shared/text/countText.ts';
import { placeName } from '../shared/text/placeName.ts';
import { plural, t } from '../shared/text/t.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { countsText, endReasonText } from './deletionText.ts';

/** A deletion as shown in its report; `id` is the deletion's. */
export interface OpenReport {
  id: string;
  connection: DeletionPlace;
  /** When the deletion began, in Unix milliseconds. */
  at: number;
  /** When it ended, in Unix milliseconds; `undefined` if its window closed before. */
  endedAt: number | undefined;
  /** When its unconfirmed LoRAs were last looked up, in Unix milliseconds. */
  checkedAt?: number;
  entries: readonly DeletionEntry[];
}

/** A report, and the lines above which a command stands. */
interface ReportText {
  text: string;
  commands: { line: number; command: 'checkDeletion' | 'retryDeletion' }[];
}

/**
 * Returns the report as plain text, which no Markdown preview can turn into links or pictures, whatever the LoRAs are called. What
 * needs attention comes first; entries are indented below their reason, so that sections fold.
 */
export function deletionReport(report: Omit<OpenReport, 'id'>): ReportText {
  const { connection, at, endedAt, checkedAt, entries } = report;
  const unknown = entries.filter(isUnknown).length;
  const left = entries.filter(isLeft).length;
  const check = plural(
    unknown,
    'Select Check Now to look up the unconfirmed LoRA. Nothing is deleted.',
    'Select Check Now to look up the unconfirmed LoRAs. Nothing is deleted.',
  );
  const retry = plural(
    left,
    '1 LoRA is left. Retry asks before deleting it.',
    '{0} LoRAs are left. Retry asks before deleting them.',
  );
  const lines = [
    t('Deletion of {0} from {1}', lorasText(entries.length), placeName(connection)),
    '',
    countsText(entries),
    ...(endedAt === undefined ? [t('Interrupted when its window closed.')] : []),
    ...(unknown > 0 ? [check] : []),
    ...(left > 0 ? [retry] : []),
    '',
    t('Started {0}', absoluteTime(at)),
    ...(endedAt === undefined ? [] : [t('Ended {0}', absoluteTime(endedAt))]),
    ...(checkedAt === undefined ? [] : [t('Checked {0}', absoluteTime(checkedAt))]),
    ...sections(report),
  ];
  const commands = [
    { line: lines.indexOf(check), command: 'checkDeletion' },
    { line: lines.indexOf(retry), command: 'retryDeletion' },
  ] as const;
  return { text: `${lines.join('\n')}\n`, commands: commands.filter(({ line }) => line >= 0) };
}

const order = ['unknown', 'failed', 'refused', 'changed', 'notTried', 'alreadyGone', 'deleted'] as const;

function sections({ entries, connection }: Pick<OpenReport, 'entries' | 'connection'>): string[] {
  const groups = Map.groupBy(entries, ({ outcome }) => outcome.is);
  return order.flatMap((is) => {
    const group = groups.get(is) ?? [];
    if (group.length === 0) return [];
    const reasons = Map.groupBy(group, ({ lora, outcome }) => endReasonText(lora.name, outcome, connection));
    const lines = [...reasons].flatMap(([reason, ones]) => {
      const indent = reason === '' ? '  ' : '    ';
      const names = ones.map(({ lora }) => `${indent}- ${shownName(lora.name, 300)}`);
      return reason === '' ? names : [`  ${reason}`, ...names];
    });
    return ['', sectionTitle(is, group.length), ...lines];
  });
}

function sectionTitle(is: Outcome['is'], count: number): string {
  const titles: Record<Outcome['is'], string> = {
    unknown: t('Unconfirmed ({0}): request sent', count),
    failed: t('Failed ({0}): not deleted', count),
    refused: t('Refused by the service ({0}): not deleted', count),
    changed: t('Changed after you confirmed ({0}): not deleted', count),
    notTried: t('Not tried ({0}): not deleted', count),
    alreadyGone: t('Already gone ({0})', count),
    deleted: t('Deleted ({0})', count),
  };
  return titles[is];
}
