import type { Conversation } from '../tree/conversation.ts';

/** Returns the ids of the connections that a chat names, its own first. */
export function connectionsIn(conversation: Conversation): string[] {
  const { columns = [], closed = [], votes = [] } = conversation.comparison ?? {};
  const answers = [...conversation.turns.values()].filter((turn) => turn.role === 'assistant');
  const all = [conversation, ...answers, ...columns, ...closed, ...votes.flatMap(({ among }) => among)];
  return [...new Set(all.map(({ connectionId }) => connectionId))];
}

/** Returns the chat with `idFor` each connection's id in place of it. */
export function withConnections(conversation: Conversation, idFor: (id: string) => string): Conversation {
  const moved = <T extends { connectionId: string }>(one: T): T => ({
    ...one,
    connectionId: idFor(one.connectionId),
  });
  const turns = [...conversation.turns.values()].map((turn) =>
    turn.role === 'assistant' ? moved(turn) : turn,
  );
  const chat = { ...moved(conversation), turns: new Map(turns.map((turn) => [turn.id, turn])) };
  if (!conversation.comparison) return chat;
  const { columns, closed, votes, ...rest } = conversation.comparison;
  const comparison = {
    ...rest,
    columns: columns.map(moved),
    ...(closed && { closed: closed.map(moved) }),
    votes: votes.map((vote) => ({ ...vote, among: vote.among.map(moved) })),
  };
  return { ...chat, comparison };
}
