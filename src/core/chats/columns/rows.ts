import { hasContent, textWithCalls } from '../../messageContent.ts';
import { ColumnPaths } from '../tree/columnPaths.ts';
import {
  type Answer,
  type Conversation,
  isAnswer,
  type Question,
  type Turn,
  type Turns,
} from '../tree/conversation.ts';
import { isSentAlone, type Step, siblingsIn, stepsUp } from '../tree/conversationTree.ts';

/** What a column shows under a question. */
export interface Cell {
  /** Its own answer; absent if it was not asked here. */
  answer?: Answer;
  /** Its answer follows another version of a turn it shows: the answer's id, and which version that is, counted from 1. */
  elsewhere?: { turn: string; index: number; count: number };
}

/** A question, with what each column shows under it. */
export interface Row {
  question: Question;
  /** By the ids of the columns. */
  cells: ReadonlyMap<string, Cell>;
}

/** Returns the questions shown in any column, in the order in which they were asked. */
export function rowsOf(conversation: Turns & Pick<Conversation, 'columns'>): Row[] {
  const { questions, columns } = conversation;
  const paths = new ColumnPaths(conversation);
  const siblingsOf = siblingsIn(conversation);
  const given = Map.groupBy(conversation.answers.values(), ({ question }) => question);
  const shown = columns.map((column) => {
    const path = paths.path(column);
    const placeOf = placesOn(path, conversation, given, siblingsOf);
    return { column, placeOf, steps: new Map(path.map((step) => [step.question, step])) };
  });
  const cellOf = (question: Question, { column, placeOf, steps }: (typeof shown)[number]): Cell => {
    const step = steps.get(question);
    // In a column that was added later, earlier answers are another column's: they are its context.
    if (step) return step.answer?.column === column.id ? { answer: step.answer } : {};
    const answer = paths.newestAnswer(column.id, question.id);
    return answer ? { elsewhere: { turn: answer.id, ...placeOf(answer) } } : {};
  };
  const all = new Set(shown.flatMap(({ steps }) => [...steps.keys()]));
  const inOrder = columns.length === 1 ? all : [...questions.values()].filter((one) => all.has(one));
  return [...inOrder].map((question) => ({
    question,
    cells: new Map(shown.map((one) => [one.column.id, cellOf(question, one)])),
  }));
}

/** Returns a function for the version that an answer follows where its context leaves `path`. All calls take linear time. */
function placesOn(
  path: readonly Step[],
  turns: Turns,
  given: ReadonlyMap<string, readonly Answer[]>,
  siblingsOf: (turn: Turn) => readonly Turn[],
): (answer: Answer) => { index: number; count: number } {
  const steps = new Map(path.map(({ question, answer }) => [question.id, answer]));
  const known = new Map<Answer, { index: number; count: number }>();
  const placeOf = (version: Turn) => {
    // Of other columns' answers, only one that this column shows is a version here.
    const isVersion = (one: Answer) => one === steps.get(one.question) || siblingsOf(version).includes(one);
    const all: readonly Turn[] = isAnswer(version)
      ? (given.get(version.question) ?? []).filter(isVersion)
      : siblingsOf(version);
    return { index: all.indexOf(version) + 1, count: all.length };
  };
  return (start) => {
    const way: Answer[] = [];
    let place: ReturnType<typeof placeOf> | undefined;
    let left: Turn = start;
    for (const { question, answer } of stepsUp(turns, start.id, start.column)) {
      const isOn = steps.has(question.id);
      place = answer && known.get(answer);
      if (place || (isOn && (!answer || answer === steps.get(question.id)))) break;
      if (answer) way.push(answer);
      left = isOn && answer ? answer : question;
      if (isOn) break;
    }
    place ??= placeOf(left);
    for (const one of way) known.set(one, place);
    return place;
  };
}

/** True for an answer that has ended, with text or a tool call. */
export function isAnswered(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && hasContent(answer) && answer.state !== 'streaming';
}

/** True for an answer with text that ended by itself or at the token limit, and was not cut off or stopped. */
export function isWhole(answer: Answer): boolean {
  return isAnswered(answer) && (answer.state === 'complete' || answer.state === 'limit');
}

/** Returns the columns' own answers to a question, in the order of the columns. */
export function answersIn({ cells }: Row): Answer[] {
  return [...cells.values()].flatMap(({ answer }) => answer ?? []);
}

/** Returns groups of answers with the same text, each of at least two. */
export function sameAnswers(answers: readonly Answer[]): Answer[][] {
  const groups = Map.groupBy(answers.filter(isAnswered), (answer) => textWithCalls(answer).trim());
  return [...groups.values()].filter((group) => group.length > 1);
}

/** True if a column can be asked this question later: the last one, or one that was sent alone. */
export function canBeAskedLater({ question }: Row, last: Row | undefined): boolean {
  return question === last?.question || isSentAlone(question);
}
