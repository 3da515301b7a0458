import { randomUUID } from 'node:crypto';
import type { Attachment } from '../../attachments/attachment.ts';
import type { Said } from '../session/exchangeRunner.ts';
import { askOf, columnPath } from '../tree/columns.ts';
import type { Column } from '../tree/comparison.ts';
import type { Conversation, UserTurn } from '../tree/conversation.ts';
import { newUserTurn } from '../tree/userTurn.ts';
import { questionsOf } from './questions.ts';

/** A question as a column is asked it: its turn there. */
export interface ColumnQuestion {
  column: Column;
  turn: UserTurn;
}

/** Returns a new question where the columns end: one turn if all end in the same place, else several that are tied. */
export function newQuestions(
  columns: readonly Column[],
  text: string,
  attachments: Attachment[],
  id: string,
): ColumnQuestion[] {
  const byLeaf = Map.groupBy(columns, ({ leaf }) => leaf);
  const ties = byLeaf.size > 1 ? { ask: id } : {};
  return [...byLeaf].flatMap(([leaf, ofLeaf], at) => {
    const turn = newUserTurn(leaf, text, attachments, at === 0 ? id : undefined);
    return turn ? ofLeaf.map((column) => ({ column, turn: { ...turn, ...ties } })) : [];
  });
}

/** Returns a question in the columns that show it. */
export function askedBefore(
  conversation: Conversation,
  columns: readonly Column[],
  ask: string,
): ColumnQuestion[] {
  return columns.flatMap((column) => {
    const turn = columnPath(conversation, column).find((one) => one.role === 'user' && askOf(one) === ask);
    return turn?.role === 'user' ? [{ column, turn }] : [];
  });
}

/** Returns a new version of a question, beside the one of each column. */
export function reworded(asked: readonly ColumnQuestion[], text: string): ColumnQuestion[] {
  const id = randomUUID();
  const old = new Set(asked.map(({ turn }) => turn));
  const ties = old.size > 1 ? { ask: id } : {};
  const versions = new Map(
    [...old].map((turn, at): [UserTurn, UserTurn] => {
      const { ask: _before, ...rest } = turn;
      return [turn, { ...rest, ...ties, id: at === 0 ? id : randomUUID(), text, at: Date.now() }];
    }),
  );
  return asked.map(({ column, turn }) => ({ column, turn: versions.get(turn) ?? turn }));
}

/** Returns the last question where a column shows no answer to it, not even a failed one. */
export function unansweredQuestions(
  conversation: Conversation,
  columns: readonly Column[],
): ColumnQuestion[] {
  const last = questionsOf(conversation).at(-1);
  return columns.flatMap((column): ColumnQuestion[] => {
    if (!last || last.answers.get(column.id)) return [];
    if (!last.answers.has(column.id)) {
      const known = [...conversation.turns.values()].find(
        (turn) => turn.role === 'user' && turn.parent === column.leaf && askOf(turn) === last.ask,
      );
      const { ask, turn } = last;
      const copy: UserTurn = { ...turn, id: randomUUID(), parent: column.leaf, ask, at: Date.now() };
      return [{ column, turn: known?.role === 'user' ? known : copy }];
    }
    const end = columnPath(conversation, column).at(-1);
    return end?.role === 'user' ? [{ column, turn: end }] : [];
  });
}

/** What is said with these questions: their turns, of which several columns may have one. */
export function saidIn(asked: readonly ColumnQuestion[]): Said {
  const [userTurn, ...copies] = new Map(asked.map(({ turn }) => [turn.id, turn])).values();
  return userTurn ? { userTurn, copies } : {};
}
