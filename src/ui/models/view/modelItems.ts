import * as vscode from 'vscode';
import type { Model } from '../../../api/index.ts';
import { cleanText, plainMarkdown } from '../../../core/cleanText.ts';
import { isOpenAi } from '../../../core/connections/connection.ts';
import { canLink } from '../../../core/links/canLink.ts';
import type { Catalog } from '../../../core/models/catalog.ts';
import { hostBeside } from '../../shared/text/placeName.ts';
import { numberText, t } from '../../shared/text/t.ts';
import { rowState } from '../catalogText.ts';
import { changeUri } from './changeMarks.ts';
import { modelFacts, withFormer } from './modelFacts.ts';
import { type ModelGroup, maxRows, type ShownModel } from './modelGroups.ts';
import {
  type ConnectionNode,
  type FactNode,
  type KindGroupNode,
  type ModelNode,
  nodeId,
} from './modelNodes.ts';
import { changeWord, lastPlace, modelReading, rowSummary } from './modelRowText.ts';
import { type FilterState, filterText } from './viewState.ts';

const { Collapsed: collapsed, Expanded: expanded, None: leaf } = vscode.TreeItemCollapsibleState;

/** Returns the end of a row's context value, e.g. ".unseen.readOnly", which the `when` clauses of menus look for. */
function marks(has: Record<string, unknown>): string {
  return Object.keys(has).reduce((all, mark) => (has[mark] ? `${all}.${mark}` : all), '');
}

/** Returns the row of a connection, which is shown if there are several. */
export function connectionItem(
  node: ConnectionNode,
  catalog: Catalog,
  filtered: FilterState | undefined,
  isExpanded: boolean,
): vscode.TreeItem {
  const { connection } = node;
  const { text, contextValue } = rowState(connection, catalog, filtered && filterText(filtered));
  const item = new vscode.TreeItem(cleanText(connection.name), isExpanded ? expanded : collapsed);
  item.id = nodeId(node);
  item.iconPath = new vscode.ThemeIcon('cloud');
  item.description = text;
  item.accessibilityInformation = {
    label: [cleanText(connection.name), text].filter((part) => part).join(', '),
  };
  const { readOnly } = connection;
  const unseen = catalog.changes.size > 0;
  item.contextValue = contextValue + marks({ filtered, unseen, readOnly, openAi: isOpenAi(connection) });
  return item;
}

export function groupItem(
  node: KindGroupNode,
  { kind, models, rows, total, gone }: ModelGroup,
  isExpanded: boolean,
): vscode.TreeItem {
  const matching = models.length;
  const shown = Math.min(matching, maxRows);
  const label = kind === 'lora' ? t('LoRAs') : t('Base models');
  const item = new vscode.TreeItem(label, rows.length === 0 ? leaf : isExpanded ? expanded : collapsed);
  item.id = nodeId(node);
  const counted = [
    shown < total ? t('{0} of {1}', shown, total) : numberText(total),
    ...(gone > 0 ? [t('{0} gone', gone)] : []),
  ];
  item.description = counted.join(' · ');
  item.contextValue = 'group';
  item.accessibilityInformation = { label: [label, ...counted].join(', ') };
  const cut = t('Only {0} of {1} are listed. Filter Models… and Go to Model… reach all.', shown, matching);
  if (shown < matching) item.tooltip = cut;
  return item;
}

/**
 * Returns the row of a model; `isOffered`: it is in VS Code's chat. For one that is gone, no request or action is possible. The
 * tooltip comes later, from `addModelTooltip`: otherwise thousands would be built for nothing.
 */
export function modelItem(
  node: ModelNode,
  { model, loras, change, before }: ShownModel,
  { isDeleting, isOffered }: { isDeleting: boolean; isOffered: boolean },
): vscode.TreeItem {
  const isGone = change === 'gone';
  const item = new vscode.TreeItem(cleanText(model.name), collapsed);
  item.id = nodeId(node);
  if (isDeleting && !isGone) {
    item.description = t('being deleted…');
    item.iconPath = new vscode.ThemeIcon('loading~spin');
    item.contextValue = 'deleting';
    item.accessibilityInformation = { label: `${cleanText(model.name)}, ${item.description}` };
    return item;
  }
  const summary = isGone ? lastPlace(model) : rowSummary(model, loras);
  item.description = change ? `${changeWord(change)} · ${summary}` : summary;
  const color = isGone ? new vscode.ThemeColor('disabledForeground') : undefined;
  item.iconPath = new vscode.ThemeIcon(modelIcon(model), color);
  const { readOnly } = node.connection;
  const state = marks({ offered: isOffered, changed: before, readOnly, noLink: !canLink(node.connection) });
  item.contextValue = isGone ? 'gone' : `${model.kind}${state}`;
  item.accessibilityInformation = { label: modelReading(model, loras, change) };
  if (change) item.resourceUri = changeUri(change);
  return item;
}

/** Returns the icon that shows a model's state; the text next to it says the same. */
export function modelIcon({ kind, activeDeployment }: Model): string {
  if (kind === 'baseModel') return 'server-environment';
  return activeDeployment ? 'layers-active' : 'layers';
}

export function factItem(node: FactNode): vscode.TreeItem {
  const { fact, connection } = node;
  const item = new vscode.TreeItem(fact.label, leaf);
  item.id = nodeId(node);
  item.description = withFormer(fact.value || t('not given'), fact);
  const state = marks({ readOnly: connection.readOnly, copy: fact.copy !== undefined });
  item.contextValue = `fact.${fact.id}${fact.marks ?? ''}${state}`;
  const whole = fact.whole === undefined ? item.description : withFormer(cleanText(fact.whole, 500), fact);
  item.tooltip = `${fact.label}: ${whole}`;
  item.accessibilityInformation = { label: `${fact.label}: ${whole}` };
  return item;
}

/** Sets the tooltip of a connection's row, since a narrow view cuts off its description. */
export function addConnectionTooltip(item: vscode.TreeItem, { connection }: ConnectionNode): vscode.TreeItem {
  const state = typeof item.description === 'string' ? item.description : '';
  const lines = [cleanText(connection.name), hostBeside(connection), state];
  if (isOpenAi(connection)) {
    lines.push(t('An OpenAI-compatible server: LoRAs can be listed and used, not deleted.'));
  }
  item.tooltip = lines.filter((line) => line).join('\n');
  return item;
}

/** Sets the tooltip of a hovered model row. Everything from the service is inserted as plain text. */
export function addModelTooltip(item: vscode.TreeItem, { model, loras, change, before }: ShownModel) {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  const mark = change ? ` · ${plainMarkdown(changeWord(change))}` : '';
  tooltip.appendMarkdown(`**${plainMarkdown(cleanText(model.name, 300))}**${mark}\n\n`);
  for (const fact of modelFacts(model, loras, before)) {
    const value = withFormer(cleanText(fact.whole ?? fact.value) || t('not given'), fact);
    tooltip.appendMarkdown(`${plainMarkdown(`${fact.label}: ${value}`)}  \n`);
  }
  item.tooltip = tooltip;
  return item;
}
