import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import { isSomebodyElse } from '../../core/models/creatorIdentity.ts';
import { shownName } from '../../core/shownName.ts';
import { modelSummary } from '../models/view/modelFacts.ts';
import { withoutIcons } from '../shared/messages.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { creatorName } from '../shared/text/creatorText.ts';
import { t } from '../shared/text/t.ts';

interface LoraItem extends vscode.QuickPickItem {
  /** Absent for a separator. */
  lora?: Lora;
}

export interface LoraPick {
  title: string;
  loras: readonly Lora[];
  /** Names that are checked initially. */
  checked: ReadonlySet<string>;
  /** Closes the pick when it aborts, as if the user had canceled. */
  signal: AbortSignal;
  /** Creators the user marked as "mine"; see `MyCreators`. */
  mine: ReadonlySet<string>;
}

/** `creators`: the user wants to mark their creators first; `checked` keeps the check marks. */
export type PickedLoras = { is: 'picked'; loras: Lora[] } | { is: 'creators'; checked: ReadonlySet<string> };

/** The check-box quick pick of *Delete LoRAs…*; deletes nothing. Resolves with `undefined` if the user cancels. */
export function pickLoras({
  title,
  loras,
  checked,
  mine,
  signal,
}: LoraPick): Promise<PickedLoras | undefined> {
  const creators = { iconPath: new vscode.ThemeIcon('account'), tooltip: t('My Creators…') };
  const isDeployed = ({ activeDeployment }: Lora) => activeDeployment !== undefined;
  const [deployed, others] = [loras.filter(isDeployed), loras.filter((lora) => !isDeployed(lora))];
  return pickUntil<LoraItem, PickedLoras>((pick, { end }) => {
    pick.title = title;
    pick.placeholder = t('Filter LoRAs');
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    pick.buttons = [creators];
    pick.items = [...section(t('not deployed'), others, mine), ...section(t('deployed'), deployed, mine)];
    pick.selectedItems = pick.items.filter(({ lora }) => lora && checked.has(lora.name));
    signal.addEventListener('abort', () => end(undefined));
    const chosen = () => pick.selectedItems.flatMap(({ lora }) => lora ?? []);
    pick.onDidAccept(() => {
      if (chosen().length > 0) end({ is: 'picked', loras: chosen() });
    });
    pick.onDidTriggerButton(() => {
      end({ is: 'creators', checked: new Set(chosen().map(({ name }) => name)) });
    });
  });
}

/** Returns the LoRAs below a separator with a title, so that deployed ones stand out. */
function section(title: string, loras: readonly Lora[], mine: ReadonlySet<string>): LoraItem[] {
  if (loras.length === 0) return [];
  return [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...loras.map((lora) => itemOf(lora, mine)),
  ];
}

function itemOf(lora: Lora, mine: ReadonlySet<string>): LoraItem {
  const creator = lora.activeDeployment?.creator;
  const name = cleanText(creatorName(creator) ?? '', 60);
  const facts = modelSummary(lora);
  // The creator comes first, so that a narrow row does not cut the name off.
  const parts = name && isSomebodyElse(creator, mine) ? [t('by {0}, not you', name), facts] : [facts, name];
  const description = parts.filter((part) => part).join(' · ');
  return { label: withoutIcons(shownName(lora.name)), description: withoutIcons(description), lora };
}
