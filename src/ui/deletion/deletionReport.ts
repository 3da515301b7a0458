import * as vscode from 'vscode';
import { type DeletionEntry, isLeft, isUnknown, type Outcome } from '../../core/deletion/outcome.ts';
import { shownName } from '../../core/shownName.ts';
import { lorasText } from '../models/catalogText.ts';
import { placeName } from '../shared/text/placeName.ts';
import { absoluteTime } from '../shared/text/time.ts';
import { countsText, reasonText } from './deletionText.ts';

/** A deletion as shown in its report. */
export interface DeletionReport {
  connection: { id: string; name: string; baseUrl: string };
  /** Unix milliseconds. */
  at: number;
  /** `undefined`: its window closed before it ended. */
  endedAt: number | undefined;
  entries: readonly DeletionEntry[];
}

/**
 * Formats the report as plain text, which no Markdown preview can turn into links or pictures, whatever the LoRAs are called.
 * What needs attention comes first; entries are indented below their reason, so that sections fold.
 */
export function reportText(report: DeletionReport): string {
  const { connection, at, endedAt, entries } = report;
  const left = entries.filter(isLeft).length;
  const lines = [
    vscode.l10n.t('Deletion of {0} from {1}', lorasText(entries.length), placeName(connection)),
    '',
    countsText(entries),
    ...(endedAt === undefined ? [vscode.l10n.t('Interrupted when its window closed.')] : []),
    ...(entries.some(isUnknown)
      ? [vscode.l10n.t('Check Now finds out what happened to the unknown ones, and deletes nothing.')]
      : []),
    ...(left > 0 ? [vscode.l10n.t('Try Again covers only what is left ({0}) and asks first.', left)] : []),
    '',
    vscode.l10n.t('Started {0}', absoluteTime(at)),
    ...(endedAt === undefined ? [] : [vscode.l10n.t('Ended {0}', absoluteTime(endedAt))]),
    ...sections(report),
  ];
  return `${lines.join('\n')}\n`;
}

const order = ['unknown', 'failed', 'refused', 'changed', 'notTried', 'alreadyGone', 'deleted'] as const;

function sections({ entries, connection }: DeletionReport): string[] {
  const groups = Map.groupBy(entries, ({ outcome }) => outcome.is);
  return order.flatMap((is) => {
    const group = groups.get(is) ?? [];
    if (group.length === 0) return [];
    const reasons = Map.groupBy(group, ({ lora, outcome }) => reasonText(lora.name, outcome, connection));
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
    unknown: vscode.l10n.t('Unknown ({0}): request sent, no confirmation', count),
    failed: vscode.l10n.t('Failed ({0}): not deleted', count),
    refused: vscode.l10n.t('Refused by the service ({0}): not deleted', count),
    changed: vscode.l10n.t('Changed since ({0}): not deleted', count),
    notTried: vscode.l10n.t('Not tried ({0}): not deleted', count),
    alreadyGone: vscode.l10n.t('Already gone ({0})', count),
    deleted: vscode.l10n.t('Deleted ({0})', count),
  };
  return titles[is];
}
