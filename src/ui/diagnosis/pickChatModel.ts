import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { ListedModels, ModelChoice } from '../../core/diagnosis/diagnosis.ts';
import { deployedFirst } from '../../core/diagnosis/readSteps.ts';
import { sortModels } from '../../core/models/modelSort.ts';
import { modelSummary } from '../models/view/modelFacts.ts';
import { modelIcon } from '../models/view/modelItems.ts';
import { withoutIcons } from '../shared/messages.ts';
import { pickUntil } from '../shared/pickUntil.ts';

interface ChoiceItem extends vscode.QuickPickItem {
  choice?: NonNullable<ModelChoice>;
}

export interface ChatPickOptions {
  title: string;
  /** Preselected for Enter; if unset, "Without a chat" is, which costs nothing. */
  preferred: string | undefined;
  /** Closes the pick as if the user had cancelled. */
  signal?: AbortSignal;
}

/** Asks which model gets the tiny chat, if any. Resolves with `undefined` if the user cancels. */
export function pickChatModel(listed: ListedModels, options: ChatPickOptions): Promise<ModelChoice> {
  const { title, preferred, signal } = options;
  const models = [...sortModels(listed.loras, 'name'), ...sortModels(listed.baseModels, 'name')];
  return pickUntil<ChoiceItem, NonNullable<ModelChoice>>((pick, { end, owned }) => {
    pick.title = title;
    pick.placeholder = vscode.l10n.t('Select a model for a short test chat');
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    const header = { label: vscode.l10n.t('With a chat'), kind: vscode.QuickPickItemKind.Separator };
    pick.items = [withoutChat(), header, ...deployedFirst(models).map(modelItem)];
    pick.activeItems = pick.items.filter(({ choice }) =>
      typeof choice === 'object' ? choice.model === preferred : choice === 'none' && preferred === undefined,
    );
    pick.onDidAccept(() => {
      const choice = pick.selectedItems[0]?.choice;
      if (choice) end(choice);
    });
    const leave = () => end(undefined);
    signal?.addEventListener('abort', leave);
    owned.push({ dispose: () => signal?.removeEventListener('abort', leave) });
    if (signal?.aborted) leave();
  });
}

function withoutChat(): ChoiceItem {
  return {
    label: vscode.l10n.t('Without a chat'),
    description: vscode.l10n.t('skips the test chat; checks everything else'),
    iconPath: new vscode.ThemeIcon('circle-slash'),
    choice: 'none',
  };
}

function modelItem(model: Model): ChoiceItem {
  return {
    label: withoutIcons(cleanText(model.name)),
    description: withoutIcons(modelSummary(model)),
    iconPath: new vscode.ThemeIcon(modelIcon(model)),
    choice: { model: model.name },
  };
}
