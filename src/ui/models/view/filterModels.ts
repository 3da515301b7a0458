import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { completeFilter, type FilterCompletion } from '../../../core/models/filterCompletions.ts';
import { withoutIcons } from '../../shared/messages.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import type { Catalogs } from '../catalogs.ts';
import { modelsText } from '../catalogText.ts';
import type { ModelsView } from './modelsView.ts';

interface FilterItem extends vscode.QuickPickItem {
  /** Unset on the first item, which keeps the filter as it is. */
  completion?: FilterCompletion;
}

/**
 * *Filter Models…*: an input box; the view follows each keystroke. Below it are the count and completions of the last word. The
 * filter stays after closing; the filled funnel clears it.
 */
export function filterModels(
  view: Pick<ModelsView, 'tree' | 'filterOf' | 'setFilter'>,
  catalogs: Pick<Catalogs, 'of' | 'onDidChange'>,
  connection: Connection,
  isOnly: boolean,
): Promise<void> {
  return pickUntil<FilterItem, void>((pick, { end, owned }) => {
    pick.title = isOnly
      ? vscode.l10n.t('Filter Models')
      : vscode.l10n.t('Filter Models of {0}', withoutIcons(cleanText(connection.name, 80)));
    pick.placeholder = vscode.l10n.t(
      'Words in names, @deployed, @undeployed, @changed, @base:x, @creator:x, @older:90d',
    );
    pick.value = view.filterOf(connection.id);
    const show = () => {
      const { loras, baseModels } = catalogs.of(connection);
      const completions = completeFilter(pick.value, [...loras, ...baseModels]);
      pick.items = [countItem(pick.value, view.tree.count(connection)), ...completions.map(completionItem)];
    };
    const change = (text: string) => {
      view.setFilter(connection.id, text);
      show();
    };
    show();
    pick.onDidChangeValue(change);
    pick.onDidAccept(() => {
      const completion = pick.selectedItems[0]?.completion;
      if (!completion) return end(undefined);
      pick.value = `${completion.text}${completion.text.endsWith(':') ? '' : ' '}`;
      change(pick.value);
    });
    owned.push(catalogs.onDidChange((id) => id === connection.id && show()));
  });
}

/** Its label is the typed text, so that VS Code, which sorts the best match first, keeps it on top for Enter. */
function countItem(text: string, { matching, total }: { matching: number; total: number }): FilterItem {
  return {
    label: withoutIcons(text.trim()) || vscode.l10n.t('All models'),
    description: vscode.l10n.t('{0} of {1} models', matching, total),
    iconPath: new vscode.ThemeIcon('filter'),
    alwaysShow: true,
  };
}

function completionItem(completion: FilterCompletion): FilterItem {
  const { word, models } = completion;
  return {
    label: withoutIcons(cleanText(word)),
    description: models === undefined ? wordMeaning(word) : modelsText(models),
    alwaysShow: true,
    completion,
  };
}

function wordMeaning(word: string): string {
  const meanings = new Map([
    ['@deployed', vscode.l10n.t('have an active deployment')],
    ['@undeployed', vscode.l10n.t('have none')],
    ['@changed', vscode.l10n.t('new, changed or gone since you last saw them')],
    ['@base:', vscode.l10n.t('LoRAs on a base model')],
    ['@creator:', vscode.l10n.t('made by a person or an API key')],
    ['@older:', vscode.l10n.t('older than, such as 90d, 6w, 3m, 1y')],
  ]);
  return meanings.get(word) ?? '';
}
