import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
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

interface LoraPick {
  title: string;
  loras: readonly Lora[];
  /** Names that are checked initially. */
  checked: ReadonlySet<string>;
  /** Closes the pick when it aborts, as if the user had canceled. */
  signal: AbortSignal;
}

/** The check-box quick pick of *Clean Up LoRAs…*; deletes nothing. Resolves with `undefined` if the user cancels. */
export function pickLoras({ title, loras, checked, signal }: LoraPick): Promise<Lora[] | undefined> {
  const isDeployed = ({ activeDeployment }: Lora) => activeDeployment !== undefined;
  const [deployed, others] = [loras.filter(isDeployed), loras.filter((lora) => !isDeployed(lora))];
  return pickUntil<LoraItem, Lora[]>((pick, { end }) => {
    pick.title = title;
    pick.placeholder = t('Filter LoRAs');
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.ignoreFocusOut = true;
    pick.items = [...section(t('not deployed'), others), ...section(t('deployed'), deployed)];
    pick.selectedItems = pick.items.filter(({ lora }) => lora && checked.has(lora.name));
    signal.addEventListener('abort', () => end(undefined));
    const chosen = () => pick.selectedItems.flatMap(({ lora }) => lora ?? []);
    pick.onDidAccept(() => {
      if (chosen().length > 0) end(chosen());
    });
  });
}

/** Returns the LoRAs below a separator with a title, so that deployed ones stand out. */
function section(title: string, loras: readonly Lora[]): LoraItem[] {
  if (loras.length === 0) return [];
  return [{ label: title, kind: vscode.QuickPickItemKind.Separator }, ...loras.map(itemOf)];
}

function itemOf(lora: Lora): LoraItem {
  const creator = cleanText(creatorName(lora.activeDeployment?.creator) ?? '', 60);
  const description = [modelSummary(lora), creator].filter((part) => part).join(' · ');
  return { label: withoutIcons(shownName(lora.name)), description: withoutIcons(description), lora };
}
