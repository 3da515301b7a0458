import * as vscode from 'vscode';
import { cleanText } from '../../core/cleanText.ts';
import { hostOf } from '../../core/connections/connection.ts';
import type { Catalog } from '../../core/models/catalog.ts';
import { plainMarkdown } from '../text/plainMarkdown.ts';
import { rowState } from './catalogText.ts';
import { modelFacts, modelReading, modelSummary } from './modelFacts.ts';
import {
  type ConnectionNode,
  type FactNode,
  type GroupNode,
  type ModelNode,
  type Node,
  nodeId,
  type ProblemNode,
} from './modelNodes.ts';

const collapsed = vscode.TreeItemCollapsibleState.Collapsed;
const expanded = vscode.TreeItemCollapsibleState.Expanded;
const leaf = vscode.TreeItemCollapsibleState.None;

/** A group lists no more rows than this; the filter and *Go to Model…* reach all (trees have no paging: microsoft/vscode#34151). */
export const maxRows = 1000;

/** A filter that is on, and what it leaves. */
export interface FilterState {
  filter: string;
  matching: number;
  total: number;
}

/** "“tone” · 12 of 38" */
export function filterText({ filter, matching, total }: FilterState): string {
  return vscode.l10n.t('“{0}” · {1} of {2}', filter, matching, total);
}

/** The row of a connection, where there are several. */
export function connectionItem(
  node: ConnectionNode,
  catalog: Catalog,
  filtered: FilterState | undefined,
): vscode.TreeItem {
  const { connection } = node;
  const { text, contextValue } = rowState(connection, catalog, filtered && filterText(filtered));
  const item = new vscode.TreeItem(cleanText(connection.name), collapsed);
  item.id = nodeId(node);
  item.iconPath = new vscode.ThemeIcon('cloud');
  item.description = text;
  item.accessibilityInformation = {
    label: [cleanText(connection.name), text].filter((part) => part).join(', '),
  };
  item.contextValue = [
    contextValue,
    filtered ? '.filtered' : '',
    connection.readOnly ? '.readOnly' : '',
  ].join('');
  return item;
}

/** The row of any other node. Tooltips come later, from `addTooltip`: thousands of them would be made for nothing. */
export function treeItem(
  node: Exclude<Node, ConnectionNode | ProblemNode>,
  isBeingDeleted: boolean,
): vscode.TreeItem {
  const item = itemOf(node, isBeingDeleted);
  item.id = nodeId(node);
  return item;
}

function itemOf(node: Exclude<Node, ConnectionNode | ProblemNode>, isBeingDeleted: boolean): vscode.TreeItem {
  switch (node.type) {
    case 'group':
      return groupItem(node);
    case 'model':
      return modelItem(node, isBeingDeleted);
    case 'fact':
      return factItem(node);
  }
}

function groupItem({ kind, models, total }: GroupNode): vscode.TreeItem {
  const matching = models.length;
  const shown = Math.min(matching, maxRows);
  const label = kind === 'lora' ? vscode.l10n.t('LoRAs') : vscode.l10n.t('Base models');
  const item = new vscode.TreeItem(label, matching === 0 ? leaf : expanded);
  const number = (value: number) => value.toLocaleString(vscode.env.language);
  item.description =
    shown < total ? vscode.l10n.t('{0} of {1}', number(shown), number(total)) : number(total);
  item.contextValue = 'group';
  item.accessibilityInformation = { label: `${label}, ${item.description}` };
  if (shown < matching) {
    item.tooltip = vscode.l10n.t(
      'Only the first {0} of {1} are listed. Filter Models… and Go to Model… reach all.',
      number(shown),
      number(matching),
    );
  }
  return item;
}

function modelItem(node: ModelNode, isBeingDeleted: boolean): vscode.TreeItem {
  const { model, connection } = node;
  const item = new vscode.TreeItem(cleanText(model.name), collapsed);
  item.description = isBeingDeleted ? vscode.l10n.t('being deleted…') : modelSummary(model);
  item.iconPath = new vscode.ThemeIcon(isBeingDeleted ? 'loading~spin' : modelIcon(model));
  item.contextValue = isBeingDeleted ? 'deleting' : `${model.kind}${connection.readOnly ? '.readOnly' : ''}`;
  item.accessibilityInformation = {
    label: isBeingDeleted ? `${cleanText(model.name)}, ${item.description}` : modelReading(model),
  };
  return item;
}

/** State is in the icon and, beside it, in words. */
export function modelIcon({ kind, activeDeployment }: ModelNode['model']): string {
  if (kind === 'baseModel') return 'server-environment';
  return activeDeployment ? 'layers-active' : 'layers';
}

function factItem({ fact }: FactNode): vscode.TreeItem {
  const item = new vscode.TreeItem(fact.label, leaf);
  item.description = fact.value || vscode.l10n.t('not given');
  item.contextValue = fact.copy === undefined ? `fact.${fact.id}` : `fact.${fact.id}.copy`;
  const whole = fact.whole === undefined ? item.description : cleanText(fact.whole, 500);
  item.tooltip = `${fact.label}: ${whole}`;
  item.accessibilityInformation = { label: `${fact.label}: ${whole}` };
  return item;
}

/** Fills in the tooltip of a row that is hovered. Everything of the service goes in as text. */
export function addTooltip(item: vscode.TreeItem, node: Node, loras: number): vscode.TreeItem {
  if (node.type === 'connection') {
    // The description is cut where the view is narrow.
    const state = typeof item.description === 'string' ? item.description : '';
    const lines = [cleanText(node.connection.name), hostOf(node.connection.baseUrl), state];
    item.tooltip = lines.filter((line) => line).join('\n');
  }
  if (node.type !== 'model') return item;
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  tooltip.appendMarkdown(`**${plainMarkdown(cleanText(node.model.name, 300))}**\n\n`);
  for (const fact of modelFacts(node.model, loras)) {
    const value = cleanText(fact.whole ?? fact.value) || vscode.l10n.t('not given');
    tooltip.appendMarkdown(`${plainMarkdown(`${fact.label}: ${value}`)}  \n`);
  }
  item.tooltip = tooltip;
  return item;
}
