import * as v from 'valibot';
import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import type { ConnectionProblem } from '../../core/connections/connection.ts';
import { parsed } from '../shared/parsed.ts';
import { t } from '../shared/text/t.ts';

/** What is wrong, short enough for a row, and as a sentence about the entry. */
function problemText(reason: ConnectionProblem['reason']): readonly [short: string, text: string] {
  const texts: Record<typeof reason, readonly [string, string]> = {
    list: [t('not a list'), t('The setting must be a list of connections.')],
    shape: [
      t('not complete'),
      t(
        'It must be an object with a "url", "id" and "name" as text, "readOnly" and "allowHttp" as true or false, "kind" as "hosted" or "openai".',
      ),
    ],
    url: [t('wrong address'), t('Its "url" is not the address of a service, or has a user name in it.')],
    http: [
      t('not encrypted'),
      t(
        'Its "url" is not encrypted, so the API key could be read in transit. Use https:, or add "allowHttp": true to accept that.',
      ),
    ],
    duplicate: [
      t('id used twice'),
      t('Its "id" (or, without one, its "url") is also used by an entry above. Give it an "id" of its own.'),
    ],
  };
  return texts[reason];
}

/** Its name if it has one, else its position in the settings. */
function problemTitle({ index, reason, entry }: ConnectionProblem): string {
  if (reason === 'list') return t('Connections');
  const named = parsed(v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1)) }), entry);
  return named ? cleanText(named.name, 80) : t('Connection {0}', index + 1);
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
