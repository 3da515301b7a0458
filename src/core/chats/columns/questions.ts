import { askOf, columnPath } from '../tree/columns.ts';
import type { Column } from '../tree/comparison.ts';
import type { AnswerTurn, Conversation, UserTurn } from '../tree/conversation.ts';

/** A question of a comparison, with what the columns show as its answers. */
export interface Question {
  ask: string;
  /** Its turn in the first column that has it. */
  turn: UserTurn;
  /** By column id; empty or failed ones too. A column that wasn't asked is missing. */
  answers: ReadonlyMap<string, AnswerTurn | undefined>;
}

/** Returns the questions shown in any column, in the order in which they were asked. */
export function questionsOf(conversation: Conversation): Question[] {
  const questions = new Map<string, Question & { answers: Map<string, AnswerTurn | undefined> }>();
  for (const column of conversation.comparison?.columns ?? []) {
    const path = columnPath(conversation, column);
    for (const [at, turn] of path.entries()) {
      if (turn.role !== 'user') continue;
      const next = path[at + 1];
      const question = questions.get(askOf(turn)) ?? { ask: askOf(turn), turn, answers: new Map() };
      questions.set(question.ask, question);
      question.answers.set(column.id, next?.role === 'assistant' ? next : undefined);
    }
  }
  return [...questions.values()].sort((one, other) => one.turn.at - other.turn.at);
}

/** True for an answer that can be compared: it has ended, with text. */
export function isAnswered(answer: AnswerTurn | undefined): answer is AnswerTurn {
  return answer !== undefined && answer.text.trim() !== '' && answer.state !== 'streaming';
}

/** Returns the question with which all columns end if each has answered it itself. */
export function comparableQuestion(conversation: Conversation): Question | undefined {
  const { columns = [] } = conversation.comparison ?? {};
  const lastAsks = columns.map((column) => {
    const last = columnPath(conversation, column).findLast((turn) => turn.role === 'user');
    return last?.role === 'user' ? askOf(last) : undefined;
  });
  const question = questionsOf(conversation).find(({ ask }) => lastAsks.every((one) => one === ask));
  const isOwn = ({ id }: Column) => {
    const answer = question?.answers.get(id);
    return isAnswered(answer) && answer.column === id;
  };
  return columns.every(isOwn) ? question : undefined;
}

/** `last`: it alone has no answer to the last question. `earlier`: it lacks an answer to one before. */
export type Gap = 'last' | 'earlier';

/** Tells where a column's context lacks an answer that another column's has; what streams isn't lacking. */
export function gapOf(questions: readonly Question[], column: Column): Gap | undefined {
  const lacking = questions.filter(({ answers }) => {
    const own = answers.get(column.id);
    const isElsewhere = [...answers].some(([id, answer]) => id !== column.id && isAnswered(answer));
    return isElsewhere && own?.state !== 'streaming' && !isAnswered(own);
  });
  if (lacking.length === 0) return undefined;
  return lacking.includes(questions.at(-1) as Question) ? 'last' : 'earlier';
}
