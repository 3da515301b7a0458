import * as vscode from 'vscode';
import type { ChatSummary } from '../../../core/chats/disk/chatStore.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { bareName, shownName } from '../../../core/shownName.ts';
import { chatLine, listedModelsText } from '../../shared/text/chatLine.ts';
import { t } from '../../shared/text/t.ts';
import { absoluteTime, briefTime, daysBetween } from '../../shared/text/time.ts';

export interface AgeGroupNode {
  type: 'group';
  id: 'pinned' | 'today' | 'yesterday' | 'week' | 'month' | 'older';
  chats: ChatSummary[];
}

export interface ChatNode {
  type: 'chat';
  chatId: string;
  summary: ChatSummary;
}

/** The least of a title that a row shows, and how many characters it has together with what follows it. VS Code cuts the end. */
const [minTitle, rowLength] = [28, 48];

/** Models of a row lose their middle, since versions differ at their ends. */
const maxModels = 10;

export type ChatsNode = AgeGroupNode | ChatNode;

/** Groups pinned chats first, then the others by day. Each chat appears once. */
export function groupsOf(chats: readonly ChatSummary[], now = Date.now()): AgeGroupNode[] {
  const groups = Map.groupBy(chats, ({ pinned, updatedAt }) =>
    pinned ? 'pinned' : dayOf(daysBetween(updatedAt, now)),
  );
  const nodes = [...groups].map(([id, group]): AgeGroupNode => ({ type: 'group', id, chats: group }));
  return nodes.sort((a, b) => Number(b.id === 'pinned') - Number(a.id === 'pinned'));
}

/** Returns a chat's row. `nameOf` returns a connection's name. */
export function chatItem(node: ChatNode, nameOf: (connectionId: string) => string): vscode.TreeItem {
  const { summary } = node;
  const { draft } = summary;
  const title = cleanText(summary.title) || (draft && cleanText(draft)) || t('Untitled');
  const said = [draft !== undefined && t('Draft'), modelsText(summary), timeText(summary)];
  const description = said.filter(Boolean).join(' · ');
  const item = new vscode.TreeItem(cleanText(title, Math.max(minTitle, rowLength - description.length)));
  item.id = summary.id;
  item.description = description;
  item.accessibilityInformation = { label: `${title}, ${chatLine(summary)}` };
  item.tooltip = [
    title,
    ...modelLines(summary, nameOf),
    absoluteTime(summary.updatedAt),
    ...(draft === undefined ? [] : [t('A message is not sent yet.')]),
    ...(summary.isNewer ? [t('Written by a newer version of Hosted Models: read-only.')] : []),
  ].join('\n');
  // For menu conditions.
  item.contextValue = summary.isNewer ? 'chat.readOnly' : summary.pinned ? 'chat.pinned' : 'chat';
  item.command = { command: 'hostedModels.openChat', title: t('Open'), arguments: [node] };
  return item;
}

function modelsText({ models, isHidden }: ChatSummary): string {
  if (isHidden) return listedModelsText({ models, isHidden });
  const bare = models.map((model) => ({ ...model, name: bareName(model.name) }));
  return shownName(listedModelsText({ models: bare }), maxModels);
}

/** Its group says the day, if it is in one. */
function timeText({ updatedAt, pinned }: ChatSummary): string {
  const isDaySaid = !pinned && daysBetween(updatedAt, Date.now()) <= 1;
  return isDaySaid ? briefTime(updatedAt, updatedAt) : briefTime(updatedAt);
}

function modelLines(summary: ChatSummary, nameOf: (connectionId: string) => string): string[] {
  if (summary.isHidden) return [t('Blind comparison')];
  const models = summary.models.filter(({ name }) => name !== '');
  return models.map(({ name, connectionId }) => `${cleanText(name)} · ${cleanText(nameOf(connectionId))}`);
}

function dayOf(daysAgo: number): AgeGroupNode['id'] {
  if (daysAgo <= 0) return 'today';
  if (daysAgo === 1) return 'yesterday';
  if (daysAgo < 7) return 'week';
  return daysAgo < 30 ? 'month' : 'older';
}

/** Returns a group's row. `maxRows`: how many chats it shows at most. */
export function ageGroupItem({ id, chats }: AgeGroupNode, maxRows: number): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const labels: Record<AgeGroupNode['id'], string> = {
    pinned: t('Pinned'),
    today: t('Today'),
    yesterday: t('Yesterday'),
    week: t('Last 7 days'),
    month: t('Last 30 days'),
    older: t('Older'),
  };
  const isOpen = id === 'pinned' || id === 'today' || id === 'yesterday';
  const item = new vscode.TreeItem(labels[id], isOpen ? Expanded : Collapsed);
  item.id = id;
  if (chats.length > maxRows) item.description = t('{0} of {1}', maxRows, chats.length);
  return item;
}
