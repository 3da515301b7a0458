import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../../base/defined.ts';
import { type ChatRecord, deletedRecord, metaRecord } from '../disk/chatRecord.ts';
import type { Column } from '../tree/column.ts';
import { type AskedOf, changedColumns, followingIn, withoutTurns } from '../tree/columnPaths.ts';
import { type AllColumns, type Conversation, isAnswer, type Turn, type Turns } from '../tree/conversation.ts';
import { stepsUp, turnOf } from '../tree/conversationTree.ts';

/** Turns removed from a chat, with what is needed to put them back. */
export interface DeletedTurns {
  /** Ids of the removed turns. The one that was deleted comes first. */
  ids: readonly string[];
  /** All turns before the deletion. */
  turns: Turns;
  /** All columns, closed ones too. */
  before: readonly Column[];
  after: readonly Column[];
}

interface Left {
  conversation: Conversation;
  gone: DeletedTurns;
}

/** Returns the conversation without a turn and those that follow it, a question in all columns; `undefined` without such a turn. */
export function withoutTurn(conversation: Conversation, id: string): Left | undefined {
  const { questions, answers, deleted = new Set() } = conversation;
  if (!turnOf(conversation, id)) return undefined;
  const ids = turnsFrom(conversation, id);
  const left = withoutTurns(conversation, ids);
  return {
    conversation: { ...left, deleted: new Set([...deleted, ...ids]) },
    gone: { ids: [...ids], turns: { questions, answers }, before: allOf(conversation), after: allOf(left) },
  };
}

function allOf({ columns, closed = [] }: AllColumns): Column[] {
  return [...columns, ...closed];
}

/** Returns the records to append for a deletion. */
export function deletionRecords({ conversation, gone }: Left, now: number): ChatRecord[] {
  return [deletedRecord(conversation.id, gone.ids, now), metaRecord(conversation, now)];
}

/**
 * Returns the ids of a turn and of all that follow it. A question follows what it was asked after, in each column by itself: it is
 * among them if it is left in none. One that was sent alone follows the question above it.
 */
function turnsFrom(turns: Turns, id: string): Set<string> {
  const { asked, alone, answers } = followingIn(turns);
  /** True if an earlier deletion took what the column was asked the question after. */
  const isLost = ({ question, column }: AskedOf) => {
    let first = question;
    for (const step of stepsUp(turns, question.id, column)) {
      if (step.answer) return false;
      first = step.question;
    }
    return first.after?.[column] !== undefined;
  };
  const contexts = Map.groupBy([...asked.values()].flat(), ({ question }) => question);
  // Iterating a set also visits what is added on the way, each once, so a cycle in a damaged file ends too.
  const gone = new Set<string | AskedOf>([id]);
  for (const one of gone) {
    if (typeof one === 'string') {
      for (const next of [...(answers.get(one) ?? []), ...(alone.get(one) ?? [])]) gone.add(next.id);
      for (const next of asked.get(one) ?? []) gone.add(next);
    } else {
      const { question, column } = one;
      const given = answers.get(question.id) ?? [];
      for (const answer of given) if (answer.column === column) gone.add(answer.id);
      for (const next of asked.get(question.id) ?? []) if (next.column === column) gone.add(next);
      const isLeft = contexts.get(question)?.some((context) => !gone.has(context) && !isLost(context));
      if (!isLeft && given.every((answer) => gone.has(answer.id))) gone.add(question.id);
    }
  }
  return new Set([...gone].filter((one) => typeof one === 'string'));
}

/**
 * Undoes `withoutTurn` and keeps what was said since. A column whose path was not changed since shows the turns again. Returns
 * `undefined` if a turn that they follow is gone too.
 */
export function withTurns(conversation: Conversation, gone: DeletedTurns): Conversation | undefined {
  const back = new Set(gone.ids);
  const turns = {
    questions: merged(gone.turns.questions, conversation.questions, back),
    answers: merged(gone.turns.answers, conversation.answers, back),
  };
  const isThere = (id: string) => turnOf(gone.turns, id) === undefined || turnOf(turns, id) !== undefined;
  const follows = (turn: Turn) =>
    isAnswer(turn)
      ? [turn.question]
      : [...Object.values(turn.after ?? {}), ...(turn.below ? [turn.below] : [])];
  if (!gone.ids.every((id) => follows(turnOf(turns, id) as Turn).every(isThere))) return undefined;
  const deleted = new Set([...(conversation.deleted ?? [])].filter((id) => !turnOf(turns, id)));
  const { deleted: _before, ...rest } = conversation;
  const columns = changedColumns(conversation, (column) => {
    const [before, after] = [gone.before, gone.after].map((ends) => ends.find(({ id }) => id === column.id));
    const isUnmoved = column.last === after?.last && isDeepStrictEqual(column.shown, after?.shown);
    const { last: _last, shown: _shown, ...left } = column;
    return isUnmoved ? { ...left, ...defined({ last: before?.last, shown: before?.shown }) } : column;
  });
  return { ...rest, ...turns, ...columns, ...(deleted.size > 0 && { deleted }) };
}

/** Returns all of `now` and what is `back`, in the order before, which is also that of siblings. */
function merged<T>(before: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>, back: ReadonlySet<string>) {
  const all = new Map<string, T>();
  for (const [id, one] of [...before, ...now])
    if (now.has(id) || back.has(id)) all.set(id, now.get(id) ?? one);
  return all;
}
