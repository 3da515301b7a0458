import type { Vote } from '../tree/column.ts';
import type { AnswerTurn, Conversation } from '../tree/conversation.ts';
import { isHidden } from '../tree/conversationTree.ts';
import { answersTo, isWhole, type Question, questionsOf } from './questions.ts';

/** Returns the answers to vote on; none before all have ended, or if there is nothing to choose. */
export function votableAnswers(question: Question): AnswerTurn[] {
  const answers = answersTo(question);
  const isOpen = answers.length > 1 && answers.some(isWhole);
  return isOpen && answers.every(({ state }) => state !== 'streaming') ? answers : [];
}

/** True if `best` can win, or for `undefined`, if a tie is possible. An answer that failed or was cut off can only lose. */
export function canWin(answers: readonly AnswerTurn[], best: AnswerTurn | undefined): boolean {
  return best ? isWhole(best) : answers.filter(isWhole).length > 1;
}

/** Returns a vote for `best`, or a tie; `undefined` if there is nothing to choose, or once a blind vote revealed the models. */
export function newVote(conversation: Conversation, ask: string, best: string | undefined): Vote | undefined {
  const question = questionsOf(conversation).find((one) => one.ask === ask);
  const answers = question ? votableAnswers(question) : [];
  const winner = answers.find(({ column }) => column === best);
  if (!question || (best !== undefined && !winner) || !canWin(answers, winner)) return undefined;
  if (question.turn.blind?.isRevealed) return undefined;
  return {
    ask,
    ...(best !== undefined && { best }),
    among: answers.map(({ id: answer, column, connectionId, name, deployment }) => ({
      ...{ column, connectionId, name, answer },
      ...(deployment && { deployment }),
    })),
    ...(isHidden(question.turn) && { isBlind: true }),
    at: Date.now(),
  };
}

/** Returns the votes with a new one in place of any on the same answers. */
export function withVote(votes: readonly Vote[], vote: Vote): Vote[] {
  const key = voteKey(vote);
  return [...votes.filter((one) => voteKey(one) !== key), vote];
}

/** Equal for two votes on the same answers to the same question. */
export function voteKey({ ask, among }: Vote): string {
  return JSON.stringify([ask, ...among.map(({ answer }) => answer).sort()]);
}

/** Returns the last vote on a question whose answers are all shown now. */
export function voteOn(question: Question, votes: readonly Vote[]): Vote | undefined {
  const shown = new Set(answersTo(question).map(({ id }) => id));
  return votes.findLast(
    ({ ask, among }) => ask === question.ask && among.every(({ answer }) => shown.has(answer)),
  );
}
