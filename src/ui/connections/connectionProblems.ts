import * as v from 'valibot';
import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { ConnectionProblem } from '../../core/connections/connection.ts';
import { parsed } from '../shared/parsed.ts';

/** What is wrong, short enough for a row, and as a sentence about the entry. */
function problemText(reason: ConnectionProblem['reason']): readonly [short: string, text: string] {
  const texts: Record<typeof reason, readonly [string, string]> = {
    list: [vscode.l10n.t('not a list'), vscode.l10n.t('The setting has to be a list of connections.')],
    shape: [
      vscode.l10n.t('not complete'),
      vscode.l10n.t(
        'It must be an object with a "url", "id" and "name" as text, "readOnly" and "allowHttp" as true or false.',
      ),
    ],
    url: [
      vscode.l10n.t('wrong address'),
      vscode.l10n.t('Its "url" is not the address of a service, or has a user name in it.'),
    ],
    http: [
      vscode.l10n.t('not encrypted'),
      vscode.l10n.t(
        'Its "url" is not encrypted, so the API key could be read in transit. Use https:, or add "allowHttp": true to accept that.',
      ),
    ],
    duplicate: [
      vscode.l10n.t('id used twice'),
      vscode.l10n.t(
        'Its "id" (or, without one, its "url") is also used by an entry above. Give it an "id" of its own.',
      ),
    ],
  };
  return texts[reason];
}

/** Its name if it has one, else its position in the settings. */
function problemTitle({ index, reason, entry }: ConnectionProblem): string {
  if (reason === 'list') return vscode.l10n.t('Connections');
  const named = parsed(v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1)) }), entry);
  return named ? cleanText(named.name, 80) : vscode.l10n.t('Connection {0}', index + 1);
}

/** Row of a faulty entry, shown in place of the connection; its menu opens the setting. */
export function problemItem({ problem }: { problem: ConnectionProblem }): vscode.TreeItem {
  const title = problemTitle(problem);
  const [short, text] = problemText(problem.reason);
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.None);
  item.id = `problem ${problem.index} ${problem.reason}`;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.description = short;
  item.contextValue = 'problem';
  item.tooltip = `hostedModels.connections[${problem.index}]\n${text}`;
  item.accessibilityInformation = { label: `${title}, ${short}. ${text}` };
  return item;
}
