import type { AnswerTurn } from '../tree/conversation.ts';
import { isAnswered, type Question } from './questions.ts';

/** Returns the answers to a question that are the same text, in groups. */
export function sameAnswers(answers: Question['answers']): AnswerTurn[][] {
  const groups = Map.groupBy([...answers.values()].filter(isAnswered), ({ text }) => text.trim());
  return [...groups.values()].filter((group) => group.length > 1);
}
