import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { ListedModels, ModelChoice } from '../../core/diagnosis/diagnosis.ts';
import { deployedFirst, sortModels } from '../../core/models/modelSort.ts';
import { modelSummary } from '../models/view/modelFacts.ts';
import { modelIcon } from '../models/view/modelItems.ts';
import { withoutIcons } from '../shared/messages.ts';
import { t } from '../shared/text/t.ts';

interface ChatPickOptions {
  title: string;
  /** Comes first; if unset, "Without a chat" does, which costs nothing. */
  preferred: string | undefined;
  /** Closes the pick as if the user had canceled. */
  signal: AbortSignal;
}

/** Asks which model gets the tiny chat, if any. */
export async function pickChatModel(
  { loras, baseModels }: ListedModels,
  { title, preferred, signal }: ChatPickOptions,
): Promise<ModelChoice> {
  const models = deployedFirst([...sortModels(loras, 'name'), ...sortModels(baseModels, 'name')]);
  if (models.length === 0) return 'noModel';
  const without = {
    label: t('Without a chat'),
    description: t('skips the test chat; checks everything else'),
    iconPath: new vscode.ThemeIcon('circle-slash'),
    choice: 'notWanted' as const,
  };
  const isFirst = ({ name }: Model) => name === preferred;
  const items = [
    ...models.filter(isFirst).map(modelItem),
    without,
    ...models.filter((model) => !isFirst(model)).map(modelItem),
  ];
  const cancel = new vscode.CancellationTokenSource();
  const stop = () => cancel.cancel();
  signal.addEventListener('abort', stop);
  const placeHolder = t('Select a model for a short test chat');
  const options = { title, placeHolder, matchOnDescription: true, ignoreFocusOut: true };
  const chosen = await vscode.window.showQuickPick(items, options, cancel.token);
  signal.removeEventListener('abort', stop);
  return chosen?.choice ?? 'stopped';
}

function modelItem(model: Model) {
  return {
    label: withoutIcons(cleanText(model.name)),
    description: withoutIcons(modelSummary(model)),
    iconPath: new vscode.ThemeIcon(modelIcon(model)),
    choice: { model: model.name },
  };
}
