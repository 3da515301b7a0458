import * as v from 'valibot';
import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { ConnectionProblem } from '../../core/connections/connection.ts';
import { parsed } from '../shared/parsed.ts';

/** What is wrong, short enough for a row. */
function shortText(reason: ConnectionProblem['reason']): string {
  const texts: Record<typeof reason, string> = {
    list: vscode.l10n.t('not a list'),
    shape: vscode.l10n.t('not complete'),
    url: vscode.l10n.t('wrong address'),
    http: vscode.l10n.t('not encrypted'),
    duplicate: vscode.l10n.t('id used twice'),
  };
  return texts[reason];
}

/** What is wrong, as a sentence about the entry. */
export function problemText({ reason }: Pick<ConnectionProblem, 'reason'>): string {
  const texts: Record<typeof reason, string> = {
    list: vscode.l10n.t('The setting has to be a list of connections.'),
    shape: vscode.l10n.t(
      'It must be an object with a "url", "id" and "name" as text, "readOnly" and "allowHttp" as true or false.',
    ),
    url: vscode.l10n.t('Its "url" is not the address of a service, or has a user name in it.'),
    http: vscode.l10n.t('Its "url" is not encrypted, so the API key could be read in transit.'),
    duplicate: vscode.l10n.t('Its "id" is also used by an entry above.'),
  };
  return texts[reason];
}

/** Its name if it has one, else its position in the settings. */
export function problemTitle({ index, reason, entry }: ConnectionProblem): string {
  if (reason === 'list') return vscode.l10n.t('Connections');
  const named = parsed(v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1)) }), entry);
  return named ? cleanText(named.name, 80) : vscode.l10n.t('Connection {0}', index + 1);
}

/** Row of a faulty entry, shown in place of the connection. */
export function problemItem({ problem }: { problem: ConnectionProblem }): vscode.TreeItem {
  const item = new vscode.TreeItem(problemTitle(problem), vscode.TreeItemCollapsibleState.None);
  const text = shortText(problem.reason);
  item.id = `problem ${problem.index} ${problem.reason}`;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.description = text;
  item.contextValue = 'problem';
  item.tooltip = `hostedModels.connections[${problem.index}]\n${problemText(problem)}`;
  item.accessibilityInformation = { label: `${problemTitle(problem)}, ${text}. ${problemText(problem)}` };
  return item;
}
