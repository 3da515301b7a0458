import { isAnswered, type Question } from './questions.ts';

/** Returns the columns whose answers to a question are the same text, as groups of ids. */
export function sameAnswers(answers: Question['answers']): string[][] {
  const answered = [...answers].filter(([, answer]) => isAnswered(answer));
  const groups = Map.groupBy(answered, ([, answer]) => answer?.text.trim());
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.map(([id]) => id));
}
