import type { AnswerTurn } from '../tree/conversation.ts';
import { isAnswered } from './questions.ts';

/** Returns those of the answers that are the same text, in groups. */
export function sameAnswers(answers: readonly AnswerTurn[]): AnswerTurn[][] {
  const groups = Map.groupBy(answers.filter(isAnswered), ({ text }) => text.trim());
  return [...groups.values()].filter((group) => group.length > 1);
}
