import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import { isSomebodyElse } from '../../core/models/creatorIdentity.ts';
import { shownName } from '../../core/shownName.ts';
import { modelSummary } from '../models/view/modelFacts.ts';
import { withoutIcons } from '../shared/messages.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { creatorName } from '../shared/text/creatorText.ts';

interface LoraItem extends vscode.QuickPickItem {
  /** A separator has none. */
  lora?: Lora;
}

export interface LoraPick {
  title: string;
  loras: readonly Lora[];
  /** The names that are checked at first. */
  checked: ReadonlySet<string>;
  /** What the person marked as "mine"; see `MyCreators`. */
  mine: ReadonlySet<string>;
}

/** `creators`: the person wants to say first who they are. `checked` comes along, so that nothing has to be checked again. */
export type PickedLoras = { is: 'picked'; loras: Lora[] } | { is: 'creators'; checked: ReadonlySet<string> };

/** The quick pick with check boxes of *Delete LoRAs…*. Nothing is deleted by it. `undefined`: the person left. */
export function pickLoras({ title, loras, checked, mine }: LoraPick): Promise<PickedLoras | undefined> {
  const creators = { iconPath: new vscode.ThemeIcon('account'), tooltip: vscode.l10n.t('My Creators…') };
  const isDeployed = ({ activeDeployment }: Lora) => activeDeployment !== undefined;
  const [deployed, others] = [loras.filter(isDeployed), loras.filter((lora) => !isDeployed(lora))];
  return pickUntil<LoraItem, PickedLoras>((pick, end) => {
    pick.title = title;
    pick.placeholder = vscode.l10n.t('Filter LoRAs');
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    pick.buttons = [creators];
    pick.items = [
      ...section(vscode.l10n.t('not deployed'), others, mine),
      ...section(vscode.l10n.t('deployed'), deployed, mine),
    ];
    pick.selectedItems = pick.items.filter(({ lora }) => lora && checked.has(lora.name));
    const chosen = () => pick.selectedItems.flatMap(({ lora }) => lora ?? []);
    pick.onDidAccept(() => {
      if (chosen().length > 0) end({ is: 'picked', loras: chosen() });
    });
    pick.onDidTriggerButton(() => {
      end({ is: 'creators', checked: new Set(chosen().map(({ name }) => name)) });
    });
  });
}

/** Under its own line, so that deployed ones can be told apart at a glance. */
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
  // First, so that a narrow row does not cut it off.
  const parts =
    name && isSomebodyElse(creator, mine) ? [vscode.l10n.t('by {0}, not you', name), facts] : [facts, name];
  const description = parts.filter((part) => part).join(' · ');
  return { label: withoutIcons(shownName(lora.name)), description: withoutIcons(description), lora };
}
