import { defined } from '../../../base/defined.ts';
import { estimatedTokens } from '../../exchange/exchangeFields.ts';
import { textWithCalls } from '../../messageContent.ts';
import {
  type Answer,
  type Conversation,
  isAnswer,
  type Question,
  type Turn,
  type Turns,
} from './conversation.ts';

/** A question of a path with the answer from which the path goes on; without one if it wasn't answered there. */
export interface Step {
  question: Question;
  answer?: Answer;
}

/**
 * Returns what is sent if this turn is the last, from where the context begins: at the last question that was sent alone, else at the
 * first. `columnId` is the column meant, if the turn is a question.
 */
export function contextOf(turns: Turns, turnId: string | undefined, columnId: string): Step[] {
  return [...stepsUp(turns, turnId, columnId)].reverse();
}

/** Yields the steps of `contextOf` from the last to the first. */
export function* stepsUp(turns: Turns, turnId: string | undefined, columnId: string): Generator<Step, void> {
  const seen = new Set<Question>();
  let column = columnId;
  let step = stepAt(turns, turnId);
  // A turn lost with a torn line ends the path; a cycle can only come from a damaged file.
  while (step && !seen.has(step.question)) {
    seen.add(step.question);
    yield step;
    // What stands before the answer of another column is what that column was asked after.
    column = step.answer?.column ?? column;
    step = stepAt(turns, step.question.after?.[column]);
  }
}

function stepAt({ questions, answers }: Turns, turnId = ''): Step | undefined {
  const answer = answers.get(turnId);
  const question = questions.get(answer?.question ?? turnId);
  return question && { question, ...(answer && { answer }) };
}

/** Returns the turns of a path in order. */
export function turnsOn(path: readonly Step[]): Turn[] {
  return path.flatMap(({ question, answer }) => (answer ? [question, answer] : [question]));
}

/** Returns a function for all versions of a question, or a column's answers to one question, in the order in which they were asked. */
export function siblingsIn({ questions, answers }: Turns): (turn: Turn) => readonly Turn[] {
  const all = Map.groupBy<string, Turn>([...questions.values(), ...answers.values()], siblingsKey);
  return (turn) => all.get(siblingsKey(turn)) ?? [];
}

function siblingsKey(turn: Turn): string {
  return isAnswer(turn) ? `${turn.question} ${turn.column}` : (turn.versionOf ?? turn.id);
}

/** Returns an answer that gets no more text: one that was streaming is `cut`, since its window is gone or as this is a copy of it. */
export function abandonedAnswer(answer: Answer, kind: 'window' | 'copy') {
  const { state } = answer;
  if (state !== 'streaming') return { ...answer, state };
  const { durationMs = 0, ttftMs } = answer.figures ?? {};
  const tokens = estimatedTokens(answer.text.length + answer.reasoning.length);
  return {
    ...answer,
    state: 'cut' as const,
    figures: defined({ durationMs, ttftMs, ...tokens }),
    error: { kind },
  };
}

/** True for a question that was sent without the earlier turns. */
export function isSentAlone({ after }: Question): boolean {
  return after === undefined;
}

/** True for a question whose models are hidden until its vote. */
export function isHidden(question: Question | undefined): boolean {
  return question?.blind !== undefined && !question.blind.isRevealed;
}

/** True if the models of any question are hidden: then nothing may reveal which model gave which answer. */
export function hidesModels({ questions }: Pick<Conversation, 'questions'>): boolean {
  return [...questions.values()].some(isHidden);
}

/** True unless nothing was said, or all of it was deleted. */
export function hasTurns({ questions, answers }: Turns): boolean {
  return questions.size + answers.size > 0;
}

export function turnOf({ questions, answers }: Turns, id: string): Turn | undefined {
  return questions.get(id) ?? answers.get(id);
}

/** Returns the question with this id, or the one that the answer with this id belongs to. */
export function questionOf({ questions, answers }: Turns, id: string): Question | undefined {
  return questions.get(answers.get(id)?.question ?? id);
}

/** True for an answer that failed, or was cut off, before any text or tool call: later requests leave it and its question out. */
export function isUnanswered(answer: Answer | undefined): boolean {
  const isEnded = answer?.state === 'failed' || answer?.state === 'cut';
  return isEnded && textWithCalls(answer) === '';
}
