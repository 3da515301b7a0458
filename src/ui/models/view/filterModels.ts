import * as vscode from 'vscode';
import { cleanText } from '../../../core/cleanText.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { completeFilter, type FilterCompletion } from '../../../core/models/filterCompletions.ts';
import { type FilterProblem, filterProblem } from '../../../core/models/filterProblems.ts';
import { withoutIcons, withoutLinks } from '../../shared/messages.ts';
import { pickUntil } from '../../shared/pickUntil.ts';
import { modelsText } from '../../shared/text/countText.ts';
import { t } from '../../shared/text/t.ts';
import type { Catalogs } from '../catalogs.ts';
import type { ModelsView } from './modelsView.ts';

interface FilterItem extends vscode.QuickPickItem {
  /** The whole filter with this item's word; absent on the first item, which keeps the filter as it is. */
  filter?: string;
}

/**
 * *Filter Models…*: shows an input box with the filter's text; the view follows each keystroke. Below the text are the number of
 * matches and completions of the last word, or what is wrong with a word. Enter keeps the filter, and so does turning to a row; Escape takes
 * back what was typed, but not *Clear Filter*.
 */
export async function filterModels(
  view: Pick<ModelsView, 'tree' | 'filterOf' | 'setFilter' | 'onDidChangeSelection'>,
  catalogs: Pick<Catalogs, 'of' | 'onDidChange'>,
  connection: Connection,
  isOnly: boolean,
): Promise<void> {
  let before = view.filterOf(connection.id);
  const end = await pickUntil<FilterItem, 'kept'>((pick, { end, owned }) => {
    pick.title = isOnly
      ? t('Filter Models')
      : t('Filter Models of {0}', withoutIcons(cleanText(connection.name, 80)));
    pick.placeholder = t('Filter by name, or type @ for more filters');
    pick.value = before;
    // Otherwise a click on a row would look like Escape.
    pick.ignoreFocusOut = true;
    const clear: vscode.QuickInputButton = {
      iconPath: new vscode.ThemeIcon('clear-all'),
      tooltip: t('Clear Filter'),
      location: vscode.QuickInputButtonLocation.Input,
    };
    const show = () => {
      const { loras, baseModels } = catalogs.of(connection);
      const models = [...loras, ...baseModels];
      const problem = filterProblem(pick.value, models);
      const buttons = pick.value === '' ? [] : [clear];
      if (buttons.length !== pick.buttons.length) pick.buttons = buttons;
      pick.prompt = problem && withoutLinks(problemText(problem));
      pick.items = [
        countItem(pick.value, view.tree.count(connection)),
        ...(problem?.suggestion ? [suggestionItem(problem.suggestion)] : []),
        ...completeFilter(pick.value, models).map(completionItem),
      ];
    };
    const change = (text: string) => {
      if (pick.value !== text) pick.value = text;
      view.setFilter(connection.id, text);
      show();
    };
    show();
    pick.onDidChangeValue(change);
    pick.onDidTriggerButton(() => {
      before = '';
      change('');
    });
    pick.onDidAccept(() => {
      const filter = pick.selectedItems[0]?.filter;
      if (filter === undefined) end('kept');
      else change(filter.endsWith(':') ? filter : `${filter} `);
    });
    owned.push(
      catalogs.onDidChange((id) => id === connection.id && show()),
      // Typing takes rows away, and with them the selection.
      view.onDidChangeSelection(({ selection }) => selection.length > 0 && end('kept')),
    );
  });
  if (!end) view.setFilter(connection.id, before);
}

/** Returns the first item. Its label is the typed text: VS Code sorts the best match first, so it stays on top for Enter. */
function countItem(text: string, { matching, total }: { matching: number; total: number }): FilterItem {
  return {
    label: withoutIcons(text.trim()) || t('All models'),
    description: t('{0} of {1} models', matching, total),
    iconPath: new vscode.ThemeIcon('filter'),
    alwaysShow: true,
  };
}

function completionItem({ word, text, models }: FilterCompletion): FilterItem {
  return {
    label: withoutIcons(cleanText(word)),
    description: models === undefined ? wordMeaning(word) : modelsText(models),
    alwaysShow: true,
    filter: text,
  };
}

function problemText({ is, word, suggestion }: FilterProblem): string {
  const typed = cleanText(word, 40);
  if (is === 'noAge') return t('{0} takes an age, such as 90d, 6w, 3mo or 1y.', typed);
  if (is === 'untold') return t('{0} finds nothing: no model in this list tells it.', typed);
  return suggestion
    ? t('There is no {0}. Did you mean {1}?', typed, suggestion.word)
    : t('Unknown filter {0}; searching names for it instead.', typed);
}

function suggestionItem({ text }: NonNullable<FilterProblem['suggestion']>): FilterItem {
  return {
    label: withoutIcons(cleanText(text.trim())),
    description: t('did you mean this?'),
    iconPath: new vscode.ThemeIcon('lightbulb'),
    alwaysShow: true,
    filter: text,
  };
}

function wordMeaning(word: string): string {
  const meanings = new Map([
    ['@deployed', t('models with an active deployment')],
    ['@undeployed', t('models without a deployment')],
    ['@changed', t('new, changed or gone since you last saw them')],
    ['@base:', t('LoRAs on a base model')],
    ['@creator:', t('created by this person or API key')],
    ['@older:', t('older than, such as 90d, 6w, 3mo, 1y')],
  ]);
  return meanings.get(word) ?? '';
}
