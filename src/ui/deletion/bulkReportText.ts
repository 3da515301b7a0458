import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import { type BulkEntry, type BulkOutcome, isLeft } from '../../core/deletion/bulkOutcome.ts';
import { absoluteTime } from '../text/time.ts';
import { countsText, placeName, reasonText } from './bulkWords.ts';

/** A bulk deletion as its report shows it. */
export interface BulkReport {
  connection: { id: string; name: string; baseUrl: string };
  /** Unix milliseconds. */
  at: number;
  /** `undefined`: it ended with its window. */
  endedAt: number | undefined;
  entries: readonly BulkEntry[];
}

/**
 * The report as plain text, which no Markdown preview can turn into links or pictures, whatever the service calls its LoRAs.
 * What needs a look comes first; entries stand under their reason, indented, so that a section folds.
 */
export function bulkReportText(report: BulkReport): string {
  const { connection, at, endedAt, entries } = report;
  const left = entries.filter(isLeft).length;
  const unknown = entries.filter(({ outcome }) => outcome.is === 'unknown').length;
  const lines = [
    entries.length === 1
      ? vscode.l10n.t('Deletion of 1 LoRA from {0}', placeName(connection))
      : vscode.l10n.t('Deletion of {0} LoRAs from {1}', entries.length, placeName(connection)),
    '',
    countsText(entries),
    ...(endedAt === undefined ? [vscode.l10n.t('It ended with its window, before it was through.')] : []),
    ...(unknown > 0
      ? [vscode.l10n.t('Check Now asks what became of the unknown ones, and deletes nothing.')]
      : []),
    ...(left > 0
      ? [vscode.l10n.t('Try Again takes only the {0} that are left, and asks you again.', left)]
      : []),
    '',
    vscode.l10n.t('Begun {0}', absoluteTime(at)),
    ...(endedAt === undefined ? [] : [vscode.l10n.t('Ended {0}', absoluteTime(endedAt))]),
    ...sections(report),
    ...unjournaled(entries),
  ];
  return `${lines.join('\n')}\n`;
}

const order = ['unknown', 'failed', 'refused', 'changed', 'notTried', 'alreadyGone', 'deleted'] as const;

function sections({ entries, connection }: BulkReport): string[] {
  const groups = Map.groupBy(entries, ({ outcome }) => outcome.is);
  return order.flatMap((is) => {
    const group = groups.get(is) ?? [];
    if (group.length === 0) return [];
    const reasons = Map.groupBy(group, ({ outcome }) => reasonText(outcome, connection));
    const lines = [...reasons].flatMap(([reason, ones]) => {
      const indent = reason === '' ? '  ' : '    ';
      const names = ones.map(({ lora }) => `${indent}- ${cleanText(lora.name, 300)}`);
      return reason === '' ? names : [`  ${reason}`, ...names];
    });
    return ['', sectionTitle(is, group.length), ...lines];
  });
}

function sectionTitle(is: BulkOutcome['is'], count: number): string {
  switch (is) {
    case 'unknown':
      return vscode.l10n.t('Unknown ({0}): the request left, and no answer came', count);
    case 'failed':
      return vscode.l10n.t('Failed ({0}): not deleted', count);
    case 'refused':
      return vscode.l10n.t('Refused by the service ({0}): not deleted', count);
    case 'changed':
      return vscode.l10n.t('Changed since ({0}): not deleted', count);
    case 'notTried':
      return vscode.l10n.t('Not tried ({0}): not deleted', count);
    case 'alreadyGone':
      return vscode.l10n.t('Already gone ({0})', count);
    case 'deleted':
      return vscode.l10n.t('Deleted ({0})', count);
  }
}

/** What the journal could not take is shown instead of lost. */
function unjournaled(entries: readonly BulkEntry[]): string[] {
  const objects = entries.flatMap(({ outcome }) =>
    outcome.is === 'deleted' && outcome.object !== undefined ? [outcome.object] : [],
  );
  if (objects.length === 0) return [];
  return [
    '',
    vscode.l10n.t('Data of what was deleted and could not be kept'),
    JSON.stringify(objects, null, 2),
  ];
}
