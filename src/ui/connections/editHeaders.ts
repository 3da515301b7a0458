import * as vscode from 'vscode';
import { headerNameProblem, headerValueProblem, maxHeaders } from '../../api/config/headerRules.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { askText } from '../shared/inputStep.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { t } from '../shared/text/t.ts';
import { tellUnlessKept } from './keyStep.ts';
import type { KeyStore } from './keyStore.ts';

type Choice = { is: 'add' } | { is: 'remove'; name: string } | { is: 'change'; name: string };

/** *Set Headers…*: additional headers for a gateway. Names are shown, values never. */
export async function editHeaders(keys: KeyStore, connection: Connection): Promise<void> {
  for (;;) {
    const headers = await keys.headers(connection);
    const choice = await chooseHeader(connection, Object.keys(headers));
    if (!choice) return;
    if (choice.is === 'remove') {
      const { [choice.name]: _removed, ...others } = headers;
      await tellUnlessKept(connection, keys.setHeaders(connection, others));
      continue;
    }
    const name = choice.is === 'change' ? choice.name : await askName(connection);
    const value = name && (await askValue(connection, name));
    if (!name || !value) continue;
    const others = Object.entries(headers).filter(([known]) => known.toLowerCase() !== name.toLowerCase());
    const changed = { ...Object.fromEntries(others), [name]: value };
    await tellUnlessKept(connection, keys.setHeaders(connection, changed));
  }
}

function chooseHeader(connection: Connection, names: string[]): Promise<Choice | undefined> {
  const trash = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Remove Header') };
  const add = {
    label: t('Add Header…'),
    iconPath: new vscode.ThemeIcon('add'),
    choice: { is: 'add' } as const,
  };
  return pickUntil<vscode.QuickPickItem & { choice: Choice }, Choice>((pick, { end }) => {
    pick.title = t('Headers for {0}', connection.name);
    pick.placeholder = t('Extra headers sent with every request on this connection');
    pick.items = [
      ...names.map((name) => ({
        label: name,
        description: '••••••',
        buttons: [trash],
        choice: { is: 'change', name } as const,
      })),
      ...(names.length < maxHeaders ? [add] : []),
    ];
    pick.onDidTriggerItemButton(({ item }) => end({ is: 'remove', name: item.label }));
    pick.onDidAccept(() => end(pick.selectedItems[0]?.choice));
  });
}

function askName(connection: Connection): Promise<string | undefined> {
  return askText({
    title: t('Headers for {0}', connection.name),
    prompt: t('Name of the header'),
    placeholder: 'X-Gateway-Key',
    check: (text) => nameReason(text.trim()),
  });
}

function nameReason(name: string): string | undefined {
  const problem = headerNameProblem(name);
  if (problem === 'reserved') return t('{0} is set by the extension itself.', name);
  if (problem === 'tooLong') return t('This name is too long.');
  return problem && t('A header name can contain only letters, digits and hyphens.');
}

function askValue(connection: Connection, name: string): Promise<string | undefined> {
  return askText({
    title: t('Headers for {0}', connection.name),
    prompt: t("Value of {0}. It is kept in VS Code's secret storage.", name),
    isSecret: true,
    check: (text) =>
      text.trim() !== '' && headerValueProblem(text.trim()) === undefined
        ? undefined
        : t('Use one line of at most 8,192 ASCII characters.'),
  });
}
