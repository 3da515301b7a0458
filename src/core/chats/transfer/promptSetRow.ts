import { textWithCalls, wireMessage } from '../../messageContent.ts';
import { answersIn, type Row, rowsOf } from '../columns/rows.ts';
import { voteOn } from '../columns/votes.ts';
import { chatRequest, sentRequest } from '../session/chatRequest.ts';
import type { Conversation } from '../tree/conversation.ts';
import { contextOf, isHidden } from '../tree/conversationTree.ts';

/** A question of a chat as a row of a prompt set, which `readPromptSet` reads. */
export interface PromptSetRow {
  messages: object[];
  /** The answer that won the vote; its checks are for the person to fill in. */
  expected?: string;
  checks?: [];
}

/**
 * Returns the questions that a chat shows as rows of a prompt set, with the context with which they were sent; none whose models are
 * hidden. `isMeant`: only those.
 */
export function promptSetRows(
  conversation: Conversation,
  isMeant: (row: Row, isVoted: boolean) => boolean = () => true,
): PromptSetRow[] {
  const { columns, settings, votes } = conversation;
  return rowsOf(conversation).flatMap((row) => {
    const { question, cells } = row;
    const vote = voteOn(row, votes);
    if (isHidden(question) || !isMeant(row, vote !== undefined)) return [];
    const winner = vote?.best === undefined ? undefined : cells.get(vote.best)?.answer;
    const answer = winner ?? answersIn(row)[0];
    const asked = columns.find(({ id }) => Object.hasOwn(question.after ?? {}, id)) ?? columns[0];
    const { messages } = answer
      ? sentRequest(conversation, { ...answer, sent: {} })
      : chatRequest('', settings, contextOf(conversation, question.id, asked.id));
    if (messages.length === 0) return [];
    return [
      { messages: messages.map(wireMessage), ...(winner && { expected: textWithCalls(winner), checks: [] }) },
    ];
  });
}
