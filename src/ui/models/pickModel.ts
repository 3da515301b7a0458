import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { inSlices } from '../../core/inSlices.ts';
import type { Catalog } from '../../core/models/catalog.ts';
import type { ModelRef } from '../../core/models/modelKey.ts';
import { withoutIcons } from '../shared/messages.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { modelSummary } from './view/modelFacts.ts';
import { modelIcon } from './view/modelItems.ts';
import type { WindowParts } from './windowParts.ts';

type Parts = Pick<WindowParts, 'connections' | 'catalogs'>;

interface ModelItem extends vscode.QuickPickItem {
  model?: ModelRef;
}

interface PickOptions {
  title: string;
  /** Only these are offered. */
  accepts?: (model: Model, connection: Connection) => boolean;
  /** Why a connection offers none, if its list is not the reason. */
  whyNone?: (connection: Connection) => string | undefined;
}

/**
 * One quick pick of all models of all connections, with a separator per connection. Lists not loaded yet are added while it is
 * open. Resolves with `undefined` if the user cancels or there is no connection.
 */
export async function pickModel(parts: Parts, options: PickOptions): Promise<ModelRef | undefined> {
  const { connections, catalogs } = parts;
  if (connections.all.length === 0) {
    await vscode.commands.executeCommand('hostedModels.addConnection');
    return undefined;
  }
  return pickUntil<ModelItem, ModelRef>(async (pick, { end, owned }) => {
    let shown: readonly unknown[] = [];
    const show = async () => {
      const lists = connections.all.flatMap((connection) => listsOf(catalogs.of(connection)));
      // Setting thousands of equal items again would take time and lose the user's position.
      if (lists.length === shown.length && lists.every((one, index) => one === shown[index])) return;
      shown = lists;
      const items = await Promise.all(
        connections.all.map((connection) => itemsOf(connection, parts, options)),
      );
      // Another list may have arrived in the meantime.
      if (shown === lists) pick.items = items.flat();
    };
    pick.title = options.title;
    pick.placeholder = vscode.l10n.t('Search by name or base model');
    pick.matchOnDescription = true;
    pick.busy = true;
    owned.push(catalogs.onDidChange(() => void show()));
    await show();
    pick.onDidAccept(() => {
      const model = pick.selectedItems[0]?.model;
      if (model) end(model);
    });
    void loadMissing(parts).then(() => {
      pick.busy = false;
    });
  });
}

async function loadMissing({ connections, catalogs }: Parts): Promise<void> {
  const missing = connections.all.filter((one) => catalogs.of(one).state === 'idle');
  await Promise.all(missing.map((one) => catalogs.loader(one).refresh()));
}

/** What a connection's rows depend on: without models, also its state. */
function listsOf({ loras, baseModels, state }: Catalog): readonly unknown[] {
  return [loras, baseModels, loras.length + baseModels.length > 0 ? 'listed' : state];
}

/** With several connections each row has the name: VS Code hides the separators once something is typed. */
function pickDescription(model: Model, connection: Connection | undefined): string {
  const parts = model.kind === 'baseModel' ? [vscode.l10n.t('base model')] : [];
  parts.push(modelSummary(model));
  if (connection) parts.push(cleanText(connection.name, 60));
  return parts.join(' · ');
}

async function itemsOf(
  connection: Connection,
  { connections, catalogs }: Parts,
  { accepts, whyNone }: PickOptions,
): Promise<ModelItem[]> {
  const { loras, baseModels, state } = catalogs.of(connection);
  const items: ModelItem[] = [];
  await inSlices([...loras, ...baseModels], (model) => {
    if (accepts && !accepts(model, connection)) return;
    items.push({
      label: withoutIcons(cleanText(model.name)),
      description: withoutIcons(pickDescription(model, connections.all.length > 1 ? connection : undefined)),
      iconPath: new vscode.ThemeIcon(modelIcon(model)),
      model: { connectionId: connection.id, kind: model.kind, name: model.name },
    });
  });
  const header = { label: cleanText(connection.name), kind: vscode.QuickPickItemKind.Separator };
  if (items.length > 0) return connections.all.length > 1 ? [header, ...items] : items;
  if (state === 'loading' || state === 'idle') return [];
  const why = whyNone?.(connection) ?? vscode.l10n.t('see the Models view');
  return [header, { label: vscode.l10n.t('No models'), description: why }];
}
