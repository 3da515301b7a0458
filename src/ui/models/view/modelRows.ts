import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { ConnectionProblem } from '../../../core/connections/connection.ts';
import { isNear } from '../../../core/languageModels/chatPlaces.ts';
import type { Catalog } from '../../../core/models/catalog.ts';
import type { NamedModel } from '../../../core/models/modelKey.ts';
import { parsed } from '../../shared/parsed.ts';
import { t } from '../../shared/text/t.ts';
import { hidingNow, hidingText } from '../hidingSettings.ts';
import type { OfferedModels } from '../offeredModels.ts';
import { type ModelFact, modelFacts } from './modelFacts.ts';
import type { ModelGroups, TreeSources } from './modelGroups.ts';
import {
  addConnectionTooltip,
  addModelTooltip,
  connectionItem,
  factItem,
  groupItem,
  modelItem,
} from './modelItems.ts';
import { type FactNode, type ModelNode, type ModelsNode, nodeId } from './modelNodes.ts';

/** Returns what a row of the Models view currently shows. */
export function rowItem(
  node: ModelsNode,
  groups: ModelGroups,
  sources: TreeSources,
  roots: Pick<ExpandedRoots, 'has'>,
): vscode.TreeItem {
  switch (node.type) {
    case 'problem':
      return problemItem(node);
    case 'connection': {
      const { connection } = node;
      const { filter } = sources.looks.of(connection.id);
      const filtered = filter === '' ? undefined : { filter, ...groups.count(connection) };
      return connectionItem(node, sources.catalogs.of(connection), filtered, roots.has(node));
    }
    case 'group': {
      const group = groups.of(node.connection).find(({ kind }) => kind === node.kind);
      return group ? groupItem(node, group, roots.has(node)) : new vscode.TreeItem('');
    }
    case 'model': {
      const shown = groups.shown(node.connection, node);
      // Between a refresh and its drawing, VS Code may ask for a row that no longer exists.
      if (!shown) return new vscode.TreeItem(cleanText(node.name));
      const state = { isDeleting: sources.pending.has(node), isOffered: sources.offered.has(node) };
      return modelItem(node, shown, state);
    }
    case 'fact':
      return factItem(node);
  }
}

/** Adds the tooltip when a row is hovered. */
export function addTooltip(item: vscode.TreeItem, node: ModelsNode, groups: ModelGroups): vscode.TreeItem {
  if (node.type === 'connection') return addConnectionTooltip(item, node);
  const shown = node.type === 'model' ? groups.shown(node.connection, node) : undefined;
  return shown ? addModelTooltip(item, shown) : item;
}

/** Returns the rows of facts below a model's row. */
export function factNodes(
  node: ModelNode,
  groups: ModelGroups,
  { offered, catalogs }: Pick<TreeSources, 'offered' | 'catalogs'>,
): FactNode[] {
  const shown = groups.shown(node.connection, node);
  if (!shown) return [];
  const { model, loras, before } = shown;
  const facts = modelFacts(model, loras, before);
  if (offered.has(node)) facts.push(chatFact(offered, catalogs.of(node.connection), { ...node, ...model }));
  return facts.map((fact) => ({ ...node, type: 'fact', fact }));
}

/**
 * Knows which connections and groups are expanded. VS Code remembers this for a row only while its parent stays. When a second
 * connection is added, the groups move from the roots to below the first connection, and back when it is removed.
 */
export class ExpandedRoots {
  readonly #states = new Map<string, boolean>();

  /** Call when the user expanded or collapsed a row. */
  set(node: ModelsNode, isExpanded: boolean): void {
    if (node.type === 'connection' || node.type === 'group') this.#states.set(nodeId(node), isExpanded);
  }

  /** True if this row is expanded. At first, groups are, and connections are not, since expanding one loads its list. */
  has(node: Extract<ModelsNode, { type: 'connection' | 'group' }>): boolean {
    return this.#states.get(nodeId(node)) ?? node.type === 'group';
  }
}

/** Returns the row *In VS Code's chat* of a model that was added to it. */
function chatFact(
  offered: Pick<OfferedModels, 'sizeOf'>,
  catalog: Catalog,
  model: Model & NamedModel,
): ModelFact {
  const { size, limit } = offered.sizeOf(catalog, model);
  const { context, isAssumed } = size;
  const hiding = hidingNow(vscode.workspace).find(isNear);
  const parts = [
    ...(hiding ? [hidingText(hiding)] : []),
    ...(limit === undefined ? [] : [t('the service allows {0}', limit)]),
    isAssumed ? t('context assumed: {0}', context) : t('context: {0}', context),
  ];
  const marks = `${hiding ? '.hidden' : ''}${limit === undefined ? '' : '.limit'}`;
  return { id: 'vscodeChat', label: t("In VS Code's chat"), value: parts.join(' · '), marks };
}

/** What is wrong, short enough for a row, and as a sentence about the entry. */
function problemText(reason: ConnectionProblem['reason']): readonly [short: string, text: string] {
  const texts: Record<typeof reason, readonly [string, string]> = {
    list: [t('not a list'), t('The setting must be a list of connections.')],
    shape: [
      t('not complete'),
      t(
        'It must be an object with a "url", "id" and "name" as text, "readOnly" and "allowHttp" as true or false, "kind" as "hosted" or "openai".',
      ),
    ],
    url: [t('wrong address'), t('Its "url" is not the address of a service, or has a user name in it.')],
    http: [
      t('not encrypted'),
      t(
        'Its "url" is not encrypted, so the API key could be read in transit. Use https:, or add "allowHttp": true to accept that.',
      ),
    ],
    duplicate: [
      t('id used twice'),
      t('Its "id" (or, without one, its "url") is also used by an entry above. Give it an "id" of its own.'),
    ],
  };
  return texts[reason];
}

/** Its name if it has one, else its position in the settings. */
function problemTitle({ index, reason, entry }: ConnectionProblem): string {
  if (reason === 'list') return t('Connections');
  const named = parsed(v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1)) }), entry);
  return named ? cleanText(named.name, 80) : t('Connection {0}', index + 1);
}

/** Row of a faulty entry, shown in place of the connection; its menu opens the setting. */
function problemItem({ problem }: { problem: ConnectionProblem }): vscode.TreeItem {
  const title = problemTitle(problem);
  const [short, text] = problemText(problem.reason);
  const item = new vscode.TreeItem(title, vscode.TreeItemCollapsibleState.None);
  item.id = `problem ${problem.index} ${problem.reason}`;
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.description = short;
  item.contextValue = 'problem';
  item.tooltip = `hostedModels.connections[${problem.index}]\n${text}`;
  item.accessibilityInformation = { label: `${title}, ${short}. ${text}` };
  return item;
}
