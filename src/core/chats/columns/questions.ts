import type { Column } from '../tree/column.ts';
import { ColumnPaths } from '../tree/columnPaths.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from '../tree/conversation.ts';
import { askOf, columnOf, isAlone } from '../tree/conversationTree.ts';

/** What a column shows under a question. */
export interface Cell {
  /** Its own answer; absent if it was not asked here. */
  answer?: AnswerTurn;
  /** Its answer follows another version of a turn it shows: the answer's id, and which version that is, counted from 1. */
  elsewhere?: { turn: string; index: number; count: number };
}

/** A question, with what each column shows under it. */
export interface Question {
  ask: string;
  /** Its turn in the first column that shows it. */
  turn: UserTurn;
  /** By the ids of the columns. */
  cells: ReadonlyMap<string, Cell>;
}

/** Returns the questions shown in any column, in the order in which they were asked. */
export function questionsOf(conversation: Pick<Conversation, 'turns' | 'columns'>): Question[] {
  const { turns, columns } = conversation;
  const paths = new ColumnPaths(conversation);
  const shown = columns.map((column) => shownIn(column, paths.path(column)));
  const questions = new Map<string, UserTurn>();
  for (const { asks } of shown)
    for (const [ask, { turn }] of asks) if (!questions.has(ask)) questions.set(ask, turn);
  const children = Map.groupBy(turns.values(), ({ parent }) => parent);
  const places = new Map(shown.map(({ column, path }) => [column, placesOf(turns, children, path)]));
  const cellOf = (ask: string, { column, asks }: Shown): Cell => {
    const own = asks.get(ask);
    if (own) return own.answer ? { answer: own.answer } : {};
    const answer = paths.newestAnswer(column.id, ask);
    const place = answer && places.get(column)?.(answer);
    return place ? { elsewhere: { turn: answer.id, ...place } } : {};
  };
  const all = [...questions].map(([ask, turn]) => ({
    ask,
    turn,
    cells: new Map(shown.map((one) => [one.column.id, cellOf(ask, one)])),
  }));
  if (columns.length === 1) return all;
  const order = new Map([...turns.keys()].map((id, at) => [id, at]));
  return all.sort((a, b) => (order.get(a.turn.id) ?? 0) - (order.get(b.turn.id) ?? 0));
}

type Shown = ReturnType<typeof shownIn>;

/** Returns the ids of a column's turns, and the questions among them, in order. */
function shownIn(column: Column, path: readonly Turn[]) {
  const asks = new Map<string, { turn: UserTurn; answer: AnswerTurn | undefined }>();
  for (const [at, turn] of path.entries()) {
    if (turn.role !== 'user') continue;
    const next = path[at + 1];
    // In a column that was added later, earlier answers are another column's: they are its context.
    const isOwn = next?.role === 'assistant' && next.column === column.id;
    asks.set(askOf(turn), { turn, answer: isOwn ? next : undefined });
  }
  return { column, path: new Set(path.map(({ id }) => id)), asks };
}

/** Returns a function for the version that an answer follows where its path leaves `path`. All calls take linear time. */
function placesOf(
  turns: Conversation['turns'],
  children: ReadonlyMap<string | undefined, readonly Turn[]>,
  path: ReadonlySet<string>,
): (answer: Turn) => { index: number; count: number } {
  const known = new Map<Turn, { index: number; count: number }>();
  const placeOf = (version: Turn) => {
    // Siblings may be other columns' answers; of those only one that this column shows counts.
    const isVersion = (one: Turn) => columnOf(one) === columnOf(version) || path.has(one.id);
    const beside = children.get(version.parent) ?? [];
    const all = beside.filter((one) => one.role === version.role && isVersion(one));
    return { index: all.indexOf(version) + 1, count: all.length };
  };
  return (answer) => {
    const way = new Set<Turn>();
    let turn = answer;
    while (!known.has(turn) && !way.has(turn)) {
      way.add(turn);
      const above = turns.get(turn.parent ?? '');
      if (!above || isAlone(turn) || path.has(above.id)) break;
      turn = above;
    }
    const place = known.get(turn) ?? placeOf(turn);
    for (const one of way) known.set(one, place);
    return place;
  };
}

/** True for an answer that has ended, with text. */
export function isAnswered(answer: AnswerTurn | undefined): answer is AnswerTurn {
  return answer !== undefined && answer.text.trim() !== '' && answer.state !== 'streaming';
}

/** True for an answer with text that ended by itself or at the token limit, and was not cut off or stopped. */
export function isWhole(answer: AnswerTurn): boolean {
  return isAnswered(answer) && (answer.state === 'complete' || answer.state === 'limit');
}

/** Returns the columns' own answers to a question, in the order of the columns. */
export function answersTo({ cells }: Question): AnswerTurn[] {
  return [...cells.values()].flatMap(({ answer }) => answer ?? []);
}

/** Returns groups of answers with the same text, each of at least two. */
export function sameAnswers(answers: readonly AnswerTurn[]): AnswerTurn[][] {
  const groups = Map.groupBy(answers.filter(isAnswered), ({ text }) => text.trim());
  return [...groups.values()].filter((group) => group.length > 1);
}

/** True if a column can be asked this question later: the last one, or one that was sent alone. */
export function canBeAskedLater(question: Question, last: Question | undefined): boolean {
  return question.ask === last?.ask || isAlone(question.turn);
}
