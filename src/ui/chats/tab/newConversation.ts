import { type ColumnModel, newColumn } from '../../../core/chats/columns/columnSet.ts';
import type { ChatSettings } from '../../../core/chats/tree/chatSettings.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { isSameModel } from '../../../core/models/modelKey.ts';

/** Returns a new, empty chat with a column for each of these models. */
export function newConversation(
  [first, ...others]: readonly [ColumnModel, ...ColumnModel[]],
  settings: ChatSettings,
): Conversation {
  const now = Date.now();
  return {
    id: crypto.randomUUID(),
    title: '',
    settings,
    turns: new Map(),
    columns: [newColumn(first), ...others.map(newColumn)],
    votes: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** True for a chat with just these models in which nothing was ever said, not even something that was deleted. */
export function isUnused(
  { columns, turns, deleted, isBlind }: Conversation,
  models: readonly ColumnModel[],
): boolean {
  const isOf =
    columns.length === models.length &&
    columns.every((column, at) => {
      const model = models[at];
      return model !== undefined && isSameModel(column, model);
    });
  return isOf && turns.size === 0 && !deleted && !isBlind;
}
