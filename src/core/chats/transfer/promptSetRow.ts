import { wireMessage } from '../../messageContent.ts';
import { answersTo, type Question, questionsOf } from '../columns/questions.ts';
import { voteOn } from '../columns/votes.ts';
import { chatRequest } from '../session/chatRequest.ts';
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
  isMeant: (question: Question, isVoted: boolean) => boolean = () => true,
): PromptSetRow[] {
  return questionsOf(conversation).flatMap((question) => {
    const vote = voteOn(question, conversation.votes);
    if (isHidden(question.turn) || !isMeant(question, vote !== undefined)) return [];
    const winner = vote?.best === undefined ? undefined : question.cells.get(vote.best)?.answer;
    const [first] = answersTo(question);
    const answer = winner ?? first;
    const path = contextOf(conversation, answer?.parent ?? question.turn.id);
    const { messages } = chatRequest('', answer?.settings ?? conversation.settings, path);
    if (messages.length === 0) return [];
    return [{ messages: messages.map(wireMessage), ...(winner && { expected: winner.text, checks: [] }) }];
  });
}
