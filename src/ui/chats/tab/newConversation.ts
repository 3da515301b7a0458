import type { ChatSettings } from '../../../core/chats/tree/chatSettings.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import type { ModelRef } from '../../../core/models/modelKey.ts';

/** Returns a new, empty chat with this model. */
export function newConversation({ connectionId, name }: ModelRef, settings: ChatSettings): Conversation {
  const now = Date.now();
  return {
    id: crypto.randomUUID(),
    title: '',
    connectionId,
    model: name,
    settings,
    turns: new Map(),
    leaf: undefined,
    createdAt: now,
    updatedAt: now,
  };
}

/** True for a chat with this model in which nothing was ever said, not even something that was deleted. */
export function isUnused(chat: Conversation, { connectionId, name }: ModelRef): boolean {
  const isOf = chat.connectionId === connectionId && chat.model === name;
  return isOf && chat.turns.size === 0 && !chat.deleted && !chat.comparison;
}
