import { type ChatRecord, lastTurnAt } from './chatRecord.ts';
import type { Conversation } from './conversation.ts';

/** A chat as a list shows it. */
export interface ChatSummary {
  id: string;
  title: string;
  connectionId: string;
  model: string;
  /** Unix milliseconds at which something was last said. */
  updatedAt: number;
}

/** What is remembered of a chat's file in place of reading it again. */
export interface KnownChat {
  readonly summary: ChatSummary;
  readonly hasTurns: boolean;
}

export function knownChat(conversation: Conversation | undefined): KnownChat | undefined {
  if (!conversation) return undefined;
  const { id, title, connectionId, model, updatedAt, turns } = conversation;
  return { summary: { id, title, connectionId, model, updatedAt }, hasTurns: turns.size > 0 };
}

/** The same chat after these records were appended to its file. */
export function knownChatAfter({ summary, hasTurns }: KnownChat, records: readonly ChatRecord[]): KnownChat {
  const meta = records.findLast((record) => record.type === 'meta');
  const turnAt = lastTurnAt(records);
  const { title, connectionId, model } = meta ?? summary;
  const updatedAt = turnAt ?? summary.updatedAt;
  return {
    summary: { id: summary.id, title, connectionId, model, updatedAt },
    hasTurns: hasTurns || turnAt !== undefined,
  };
}

/** `undefined` for an open panel in which nothing was said yet: it is kept for a reload, and is no chat to come back to. */
export function summaryOf({ summary, hasTurns }: KnownChat): ChatSummary | undefined {
  return hasTurns ? summary : undefined;
}
