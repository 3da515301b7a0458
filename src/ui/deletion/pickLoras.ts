import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import { isSomebodyElse } from '../../core/models/creatorIdentity.ts';
import { withoutIcons } from '../messages.ts';
import { modelSummary } from '../models/modelFacts.ts';
import { creatorName } from '../text/creatorText.ts';

interface LoraItem extends vscode.QuickPickItem {
  lora: Lora;
}

export interface LoraPick {
  title: string;
  loras: readonly Lora[];
  /** The names that are checked at first; `undefined`: all but the deployed ones. */
  checked: ReadonlySet<string> | undefined;
  /** What the person marked as "mine"; see `MyCreators`. */
  mine: ReadonlySet<string>;
}

/** `creators`: the person wants to say first who they are. `checked` comes along, so that nothing has to be checked again. */
export type PickedLoras = { is: 'picked'; loras: Lora[] } | { is: 'creators'; checked: ReadonlySet<string> };

/** The quick pick with check boxes of *Delete LoRAs…*. Nothing is deleted by it. `undefined`: the person left. */
export function pickLoras({ title, loras, checked, mine }: LoraPick): Promise<PickedLoras | undefined> {
  const pick = vscode.window.createQuickPick<LoraItem>();
  const creators = { iconPath: new vscode.ThemeIcon('account'), tooltip: vscode.l10n.t('My Creators…') };
  pick.title = title;
  pick.placeholder = vscode.l10n.t(
    'Deployed ones are not checked at first. Nothing is deleted before you type the number',
  );
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.buttons = [creators];
  pick.items = loras.map((lora) => itemOf(lora, mine));
  pick.selectedItems = pick.items.filter(({ lora }) =>
    checked ? checked.has(lora.name) : lora.activeDeployment === undefined,
  );
  const { promise, resolve } = Promise.withResolvers<PickedLoras | undefined>();
  const chosen = () => pick.selectedItems.map(({ lora }) => lora);
  pick.onDidAccept(() => {
    if (pick.selectedItems.length > 0) resolve({ is: 'picked', loras: chosen() });
  });
  pick.onDidTriggerButton((button) => {
    if (button === creators) resolve({ is: 'creators', checked: new Set(chosen().map(({ name }) => name)) });
  });
  pick.onDidHide(() => resolve(undefined));
  pick.show();
  return promise.finally(() => pick.dispose());
}

function itemOf(lora: Lora, mine: ReadonlySet<string>): LoraItem {
  const creator = lora.activeDeployment?.creator;
  const name = cleanText(creatorName(creator) ?? '', 60);
  const who = name && isSomebodyElse(creator, mine) ? vscode.l10n.t('by {0}, not you', name) : name;
  const description = [modelSummary(lora), who].filter((part) => part).join(' · ');
  return { label: withoutIcons(cleanText(lora.name)), description: withoutIcons(description), lora };
}
