import { changedColumns } from '../tree/columnPaths.ts';
import type { Conversation } from '../tree/conversation.ts';

/** Returns the ids of the connections that a chat names. */
export function connectionsIn({ columns, closed = [], turns, votes }: Conversation): string[] {
  const answers = [...turns.values()].filter((turn) => turn.role === 'assistant');
  const all = [...columns, ...closed, ...answers, ...votes.flatMap(({ among }) => among)];
  return [...new Set(all.map(({ connectionId }) => connectionId))];
}

/** Returns the chat with each connection's id replaced by what `idFor` returns for it. */
export function withConnections(conversation: Conversation, idFor: (id: string) => string): Conversation {
  const moved = <T extends { connectionId: string }>(owner: T): T => ({
    ...owner,
    connectionId: idFor(owner.connectionId),
  });
  const turns = [...conversation.turns.values()].map((turn) =>
    turn.role === 'assistant' ? moved(turn) : turn,
  );
  return {
    ...conversation,
    ...changedColumns(conversation, moved),
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    votes: conversation.votes.map((vote) => ({ ...vote, among: vote.among.map(moved) })),
  };
}
