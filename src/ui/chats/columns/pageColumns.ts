import { letterAt } from '../../../core/chats/columns/blind.ts';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import { type Medians, medianFigures } from '../../../core/chats/columns/medians.ts';
import type { Row } from '../../../core/chats/columns/rows.ts';
import type { ChatSettings } from '../../../core/chats/tree/chatSettings.ts';
import { type Column, settingsOf } from '../../../core/chats/tree/column.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { isHidden } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import { isSameModel } from '../../../core/models/modelKey.ts';
import type { ChatFrame, PageColumn, PagePresets } from '../../../protocol/chat.ts';
import { pagePresets } from '../../presets/pagePresets.ts';
import { plural, t } from '../../shared/text/t.ts';
import { rateText, secondsText, tokensText } from '../../shared/text/unitText.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';
import type { ColumnFacts } from './pageRows.ts';

/** Builds everything about the columns except their turns. While the chat is blind, it names no model. */
export function pageColumns(
  conversation: Conversation,
  rows: readonly Row[],
  parts: ColumnFacts & Pick<ChatTabServices, 'presets' | 'refused'>,
): ChatFrame['columns'] {
  const { columns, settings, isBlind } = conversation;
  const names = columnNames(columns);
  const presets = pagePresets(parts.presets, settings);
  const bases = columns.map((column) => parts.baseOf(column));
  const pageColumn = (column: Column, at: number): PageColumn => {
    const own = settingsOf(conversation, column);
    const hasOwnSettings = own !== settings;
    const asked = hasOwnSettings ? pagePresets(parts.presets, own) : presets;
    const shared = { settings: own, hasOwnSettings, presets: asked, settingsText: settingsText(own, asked) };
    if (isBlind) return { ...shared, ...nameless(letterAt(at)) };
    const medians = columns.length > 1 ? medianFigures(answersBy(column, rows)) : undefined;
    return {
      ...shared,
      id: column.id,
      name: names.get(column.id) ?? '',
      isBase: bases.some((base) => base && isSameModel(base, column)),
      model: parts.pageModel(column),
      refused: parts.refused.of(column),
      medians: mediansText(medians),
    };
  };
  const [first, ...others] = columns;
  return [pageColumn(first, 0), ...others.map((column, at) => pageColumn(column, at + 1))];
}

function nameless(letter: string) {
  const model = { name: letter, connection: '', description: '', warning: undefined, gone: undefined };
  return { id: letter, name: letter, isBase: false, model, refused: [], medians: undefined };
}

/** Returns the complete answers of the column's model, since the column may have had another one. */
function answersBy(column: Column, rows: readonly Row[]) {
  return rows
    .flatMap(({ question, cells }) => (isHidden(question) ? [] : (cells.get(column.id)?.answer ?? [])))
    .filter(({ state }) => state === 'complete' || state === 'limit')
    .filter((answer) => isSameModel(answer, column));
}

/** Returns the settings with which a column is asked, on one line; empty if nothing is set. */
export function settingsText(settings: ChatSettings, { current }: Pick<PagePresets, 'current'>): string {
  const { systemPrompt, ...others } = settings;
  const count = Object.keys(others).length;
  const parts: string[] = [];
  if (current !== undefined) parts.push(cleanText(current, 60));
  else if (count > 0) parts.push(plural(count, '1 setting', '{0} settings'));
  if (systemPrompt) parts.push(t('“{0}”', cleanText(systemPrompt, 300)));
  return parts.join(' · ');
}

/** Returns, e.g., "Median of 5 answers: 0.44 s to first token · 58 tokens/s · 212 tokens"; with each count if they differ. */
export function mediansText(medians: Medians | undefined): string | undefined {
  if (!medians) return undefined;
  const { ttftMs, tokensPerSecond, completionTokens, isTogether } = medians;
  const figures = [
    { median: ttftMs, text: (ms: number) => t('{0} to first token', secondsText(ms)) },
    { median: tokensPerSecond, text: rateText },
    { median: completionTokens, text: (count: number) => tokensText(Math.round(count)) },
  ].flatMap(({ median, text }) => (median ? [{ count: median.count, text: text(median.value) }] : []));
  const counts = new Set(figures.map(({ count }) => count));
  const [count] = counts;
  const texts = figures.map((figure) =>
    counts.size === 1 ? figure.text : t('{0} (of {1})', figure.text, figure.count),
  );
  if (isTogether) texts.push(t('measured while other answers were streaming'));
  const line = texts.join(' · ');
  return counts.size === 1 && count !== undefined
    ? t('Median of {0} answers: {1}', count, line)
    : t('Medians: {0}', line);
}
