import type { Vote } from '../tree/column.ts';
import type { Answer, Conversation } from '../tree/conversation.ts';
import { isHidden } from '../tree/conversationTree.ts';
import { answersIn, isWhole, type Row, rowsOf } from './rows.ts';

/** Returns the answers to vote on; none before all have ended, or if there is nothing to choose. */
export function votableAnswers(row: Row): Answer[] {
  const answers = answersIn(row);
  const isOpen = answers.length > 1 && answers.some(isWhole);
  return isOpen && answers.every(({ state }) => state !== 'streaming') ? answers : [];
}

/** True if `best` can win, or for `undefined`, if a tie is possible. An answer that failed or was cut off can only lose. */
export function canWin(answers: readonly Answer[], best: Answer | undefined): boolean {
  return best ? isWhole(best) : answers.filter(isWhole).length > 1;
}

/** Returns a vote for `best`, or a tie; `undefined` if there is nothing to choose, or once a blind vote revealed the models. */
export function newVote(
  conversation: Conversation,
  questionId: string,
  best: string | undefined,
): Vote | undefined {
  const row = rowsOf(conversation).find(({ question }) => question.id === questionId);
  const answers = row ? votableAnswers(row) : [];
  const winner = answers.find(({ column }) => column === best);
  if (!row || (best !== undefined && !winner) || !canWin(answers, winner)) return undefined;
  if (row.question.blind?.isRevealed) return undefined;
  return {
    question: questionId,
    ...(best !== undefined && { best }),
    among: answers.map(({ id }) => id),
    ...(isHidden(row.question) && { isBlind: true }),
    at: Date.now(),
  };
}

/** Returns the votes with a new one in place of any on the same answers. */
export function withVote(votes: readonly Vote[], vote: Vote): Vote[] {
  const key = voteKey(vote);
  return [...votes.filter((one) => voteKey(one) !== key), vote];
}

/** Equal for two votes on the same answers to the same question. */
export function voteKey({ question, among }: Vote): string {
  return JSON.stringify([question, ...among.toSorted()]);
}

/** Returns the last vote on a question whose answers are all shown now. */
export function voteOn(row: Row, votes: readonly Vote[]): Vote | undefined {
  const shown = new Set(answersIn(row).map(({ id }) => id));
  return votes.findLast(
    ({ question, among }) => question === row.question.id && among.every((answer) => shown.has(answer)),
  );
}
