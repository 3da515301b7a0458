import * as v from 'valibot';
import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { ConnectionProblem } from '../../core/connections/connection.ts';

/** What is wrong, and with which entry. */
export function problemText({ reason }: Pick<ConnectionProblem, 'reason'>): string {
  switch (reason) {
    case 'list':
      return vscode.l10n.t('the setting is not a list');
    case 'shape':
      return vscode.l10n.t('it needs a "url", and "id" and "name" as text');
    case 'url':
      return vscode.l10n.t('its "url" is not the address of a service, or has a user name in it');
    case 'http':
      return vscode.l10n.t('its "url" is not encrypted');
    case 'duplicate':
      return vscode.l10n.t('its "id" stands in an entry above too');
  }
}

/** "Connection 2", as the settings count them, and the name where it has one. */
export function problemTitle({ index, reason, entry }: ConnectionProblem): string {
  if (reason === 'list') return vscode.l10n.t('The connections in the settings');
  const named = v.safeParse(v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1)) }), entry);
  return named.success
    ? vscode.l10n.t('Connection {0}, “{1}”', index + 1, cleanText(named.output.name, 80))
    : vscode.l10n.t('Connection {0}', index + 1);
}

/** The row of a mistake in the settings, in the place where the connection would stand. */
export function problemItem({ problem }: { problem: ConnectionProblem }): vscode.TreeItem {
  const item = new vscode.TreeItem(problemTitle(problem), vscode.TreeItemCollapsibleState.None);
  const text = problemText(problem);
  item.id = `problem ${problem.index} ${problem.reason}`;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.description = text;
  item.contextValue = 'problem';
  item.tooltip = vscode.l10n.t(
    "{0} of hostedModels.connections can't be used: {1}.",
    problemTitle(problem),
    text,
  );
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}
