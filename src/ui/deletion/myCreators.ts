import * as vscode from 'vscode';
import type { Lora } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import { creatorIdentities } from '../../core/models/creatorIdentity.ts';
import { withoutIcons } from '../shared/messages.ts';
import { lorasText } from '../shared/text/countText.ts';
import { creatorName } from '../shared/text/creatorText.ts';
import { t } from '../shared/text/t.ts';

const prefix = 'deletion.mine.';

/** The creators that the user marked as "mine", remembered per connection. */
export class MyCreators {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  of(connectionId: string): ReadonlySet<string> {
    const kept: unknown = this.#memory.get(prefix + connectionId);
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
  }

  /** *My Creators…*: lets the user check the creators that are "mine". Nothing changes if the user cancels. */
  async choose(connectionId: string, loras: readonly Lora[]): Promise<void> {
    const mine = this.of(connectionId);
    const items = creatorItems(loras).map((item) => ({ ...item, picked: mine.has(item.identity) }));
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('My Creators'),
      placeHolder: t('Select the creators that are you'),
      canPickMany: true,
      matchOnDescription: true,
    });
    if (!chosen) return;
    // Creators that are not in the current list stay marked.
    const others = [...mine].filter((one) => !items.some(({ identity }) => identity === one));
    const marked = [...others, ...chosen.map(({ identity }) => identity)];
    await this.#memory.update(prefix + connectionId, marked.length > 0 ? marked : undefined);
  }

  async forgetAll(): Promise<void> {
    for (const key of this.#memory.keys()) {
      if (key.startsWith(prefix)) await this.#memory.update(key, undefined);
    }
  }
}

interface CreatorItem extends vscode.QuickPickItem {
  identity: string;
}

/** Returns one item per creator, identified by the most distinctive fact; those with most LoRAs come first. */
function creatorItems(loras: readonly Lora[]): CreatorItem[] {
  const creators = loras.flatMap(({ activeDeployment }) => activeDeployment?.creator ?? []);
  const groups = [...Map.groupBy(creators, (creator) => creatorIdentities(creator)[0])];
  return groups
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([identity, group]) => {
      const creator = group.at(-1);
      if (identity === undefined) return [];
      const name = cleanText(creatorName(creator) ?? '', 80);
      const email = cleanText(creator?.user?.email ?? '', 80);
      const parts = [...(email === '' || email === name ? [] : [email]), lorasText(group.length)];
      return { label: withoutIcons(name), description: withoutIcons(parts.join(' · ')), identity };
    });
}
