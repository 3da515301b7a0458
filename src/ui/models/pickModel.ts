import * as vscode from 'vscode';
import type { Model } from '../../api/index.ts';
import { inSlices } from '../../base/eventLoop.ts';
import { cleanText } from '../../core/cleanText.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Catalog, findModel } from '../../core/models/catalog.ts';
import { type ModelRef, modelKey, type NamedModel } from '../../core/models/modelKey.ts';
import { shownName } from '../../core/shownName.ts';
import { withoutIcons } from '../shared/messages.ts';
import { below, dress, type StepLook } from '../shared/pickStep.ts';
import { pickUntil } from '../shared/pickUntil.ts';
import { t } from '../shared/text/t.ts';
import { modelSummary } from './view/modelFacts.ts';
import { modelIcon } from './view/modelItems.ts';
import type { WindowServices } from './windowServices.ts';

interface Parts {
  /** The connections whose models are offered. */
  connections: Pick<WindowServices['connections'], 'all' | 'byId'>;
  catalogs: WindowServices['catalogs'];
}

interface ModelItem extends vscode.QuickPickItem {
  model?: ModelRef;
}

interface PickOptions {
  title: string;
  /** A chat's own model, which comes first. */
  own?: NamedModel;
  /** Models that come next, above the lists. */
  recent?: readonly NamedModel[];
  /** Returns true for the models to offer; without it, all are offered. */
  accepts?: (model: Model, connection: Connection) => boolean;
  /** Returns why a connection offers no model, if its list is not the reason. */
  emptyReason?: (connection: Connection) => string | undefined;
}

/**
 * Shows one quick pick with all models of all connections and a separator per connection. Lists that are not loaded yet are added
 * while it is open. Resolves with `undefined` if the user cancels or there is no connection.
 */
export async function pickModel(parts: Parts, options: PickOptions): Promise<ModelRef | undefined> {
  if (await isUnconnected(parts)) return undefined;
  return pickUntil<ModelItem, ModelRef>(async (pick, { end, owned }) => {
    await offer(pick, parts, options, owned);
    pick.onDidAccept(() => {
      const model = pick.selectedItems[0]?.model;
      if (model) end(model);
    });
  });
}

/** Like `pickModel`, but with check boxes, and perhaps with Back. The `checked` models come first and are checked. */
export async function pickModels(
  parts: Parts,
  options: Omit<PickOptions, 'own'> &
    StepLook & {
      checked: readonly ModelRef[];
      /** Returns why this number of models can't be taken, which the title then says; `undefined` if it can. */
      whyNot: (count: number) => string | undefined;
      /** Returns a model that is checked, too, when this one is, if it is offered. */
      brings?: (model: ModelRef) => ModelRef | undefined;
    },
): Promise<ModelRef[] | 'back' | undefined> {
  if (await isUnconnected(parts)) return undefined;
  return pickUntil<ModelItem, ModelRef[] | 'back'>(async (pick, { end, owned }) => {
    dress(pick, options, () => end('back'));
    pick.canSelectMany = true;
    const recent = [...options.checked, ...(options.recent ?? [])];
    const checked = new Set(options.checked.map(modelKey));
    await offer(pick, parts, { ...options, recent, checked }, owned);
    const chosen = () => pick.selectedItems.flatMap(({ model }) => model ?? []);
    const sayWhy = () => {
      pick.title = [options.title, options.whyNot(chosen().length)].filter(Boolean).join(' · ');
    };
    sayWhy();
    let known = new Set(chosen().map(modelKey));
    pick.onDidChangeSelection(() => {
      const added = chosen().filter((model) => !known.has(modelKey(model)));
      const brought = new Set(added.flatMap((model) => options.brings?.(model) ?? []).map(modelKey));
      const items = pick.items.filter(({ model }) => model && brought.has(modelKey(model)));
      const missing = items.filter((item) => !pick.selectedItems.includes(item));
      if (missing.length > 0) bring(pick, missing, added);
      known = new Set(chosen().map(modelKey));
      pick.prompt = undefined;
      sayWhy();
    });
    pick.onDidAccept(() => {
      const why = options.whyNot(chosen().length);
      if (why === undefined) end(chosen());
      else pick.prompt = t("Can't go on yet: {0}.", why);
    });
  });
}

/** Checks these rows, too, in sight: below the row that was checked, whatever is typed. */
function bring(
  pick: vscode.QuickPick<ModelItem>,
  brought: readonly ModelItem[],
  by: readonly ModelRef[],
): void {
  const { selectedItems } = pick;
  const keys = new Set(by.map(modelKey));
  const others = pick.items.filter((item) => !brought.includes(item));
  const at = others.findIndex(({ model }) => model && keys.has(modelKey(model)));
  const shown = brought.map((item) => ({ ...item, alwaysShow: true }));
  pick.keepScrollPosition = true;
  pick.items = others.toSpliced(at + 1, 0, ...shown);
  pick.selectedItems = [...selectedItems, ...shown];
  pick.activeItems = others.slice(at, at + 1);
}

/** Returns true if there is no connection to pick from; the user is then asked for one. */
async function isUnconnected({ connections }: Parts): Promise<boolean> {
  if (connections.all.length > 0) return false;
  await vscode.commands.executeCommand('hostedModels.addConnection');
  return true;
}

/** Fills the pick, now and whenever a list arrives. `checked`: keys of the models that are checked at first. */
async function offer(
  pick: vscode.QuickPick<ModelItem>,
  parts: Parts,
  options: PickOptions & { checked?: ReadonlySet<string> },
  owned: { dispose(): void }[],
): Promise<void> {
  const { connections, catalogs } = parts;
  let checked = options.checked;
  let shown: readonly unknown[] = [];
  const show = async () => {
    const lists = connections.all.flatMap((connection) => listsOf(catalogs.of(connection)));
    // Setting thousands of unchanged items again would take time and lose the user's position.
    if (lists.length === shown.length && lists.every((one, index) => one === shown[index])) return;
    shown = lists;
    const first = firstModels(options.own, options.recent ?? [], parts);
    const items = await Promise.all(connections.all.map((one) => itemsOf(one, first, parts, options)));
    // Another list may have arrived in the meantime.
    if (shown !== lists) return;
    const keys =
      checked ?? new Set(pick.selectedItems.flatMap(({ model }) => (model ? modelKey(model) : [])));
    checked = undefined;
    const firsts = [...first.values()].map((one) => itemOf(one, parts));
    pick.items = [...below(t('Recently used'), firsts), ...items.flat()];
    if (pick.canSelectMany) {
      pick.selectedItems = pick.items.filter(({ model }) => model && keys.has(modelKey(model)));
    }
  };
  pick.title = options.title;
  pick.placeholder = t('Search by name or base model');
  pick.matchOnDescription = true;
  pick.busy = true;
  owned.push(catalogs.onDidChange(() => void show()));
  await show();
  const missing = connections.all.filter((one) => catalogs.of(one).state === 'idle');
  void Promise.all(missing.map((one) => catalogs.loader(one).refresh())).then(() => {
    pick.busy = false;
  });
}

/** Returns what a connection's rows depend on: its lists and, if they are empty, its state. */
function listsOf({ loras, baseModels, state }: Catalog): readonly unknown[] {
  return [loras, baseModels, loras.length + baseModels.length > 0 ? 'listed' : state];
}

/**
 * Returns a model's row. If there are several connections, it names the model's, since VS Code hides the separators once something
 * is typed.
 */
function itemOf({ model, connection, mark }: FirstModel, { connections }: Parts): ModelItem {
  const kind = model.kind === 'baseModel' ? t('base model') : undefined;
  const place = connections.all.length > 1 ? cleanText(connection.name, 60) : undefined;
  const parts = [mark ?? kind, modelSummary(model), place].filter((part) => part !== undefined);
  return {
    label: withoutIcons(cleanText(model.name)),
    description: withoutIcons(parts.join(' · ')),
    iconPath: new vscode.ThemeIcon(modelIcon(model)),
    model: { connectionId: connection.id, kind: model.kind, name: model.name },
  };
}

/** Returns a connection's rows, without the models that come first. */
async function itemsOf(
  connection: Connection,
  first: ReadonlyMap<string, FirstModel>,
  parts: Parts,
  { accepts, emptyReason: whyNone }: PickOptions,
): Promise<ModelItem[]> {
  const { loras, baseModels, state } = parts.catalogs.of(connection);
  const hasSeveral = parts.connections.all.length > 1;
  const items: ModelItem[] = [];
  await inSlices([...loras, ...baseModels], (model) => {
    if (accepts && !accepts(model, connection)) return;
    if (first.size > 0 && first.has(modelKey({ ...model, connectionId: connection.id }))) return;
    items.push(itemOf({ model, connection, mark: undefined }, parts));
  });
  const place = cleanText(connection.name);
  if (items.length > 0) {
    if (hasSeveral) return below(place, items);
    return first.size > 0 ? below(t('Other models'), items) : items;
  }
  const isAmongFirst = [...first.values()].some((one) => one.connection === connection);
  if (isAmongFirst || state === 'loading' || state === 'idle') return [];
  const why = whyNone?.(connection) ?? t('see the Models view');
  return below(place, [{ label: t('No models'), description: why }]);
}

interface FirstModel {
  model: Model;
  connection: Connection;
  /** Why it comes first; `undefined` if it was used recently. */
  mark: string | undefined;
}

/**
 * Returns the models with which a list begins, by key: a chat's `own` model, the base model of that LoRA for comparison, and those
 * used recently. A model that is no longer listed is left out.
 */
function firstModels(
  own: NamedModel | undefined,
  recent: readonly NamedModel[],
  { connections, catalogs }: Parts,
): Map<string, FirstModel> {
  const found = new Map<string, FirstModel>();
  const add = ({ connectionId, name }: NamedModel, kind?: Model['kind'], mark?: string) => {
    const connection = connections.byId(connectionId);
    const model = connection && findModel(catalogs.of(connection), name, kind);
    if (!model) return undefined;
    const key = modelKey({ connectionId: connection.id, kind: model.kind, name });
    if (!found.has(key)) found.set(key, { model, connection, mark });
    return model;
  };
  const current = own && add(own, undefined, t('current'));
  const base = current?.kind === 'lora' ? current.activeDeployment?.baseModelName : undefined;
  if (own && base !== undefined) {
    add({ ...own, name: base }, 'baseModel', t('base model of {0}', shownName(own.name, 60)));
  }
  for (const one of recent) add(one);
  return found;
}
