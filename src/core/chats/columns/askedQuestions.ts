import { randomUUID } from 'node:crypto';
import type { Attachment } from '../../attachments/attachment.ts';
import type { Column } from '../tree/column.ts';
import { ColumnPaths } from '../tree/columnPaths.ts';
import type { Conversation, UserTurn } from '../tree/conversation.ts';
import { askOf, isAlone } from '../tree/conversationTree.ts';
import { newUserTurn } from '../tree/userTurn.ts';
import { drawOrder } from './columnNames.ts';
import { questionsOf } from './questions.ts';
import { orderOf } from './votes.ts';

/** A question for one column, with its turn in that column's path. */
export interface AskedQuestion {
  column: Column;
  turn: UserTurn;
}

/**
 * Returns a new question at the end of each column's path: one turn if the question is sent alone or all paths end in the same
 * turn, else one turn for each end, joined by their `ask`.
 */
export function newQuestions(
  conversation: Conversation,
  { text, attachments, id }: { text: string; attachments: Attachment[]; id: string },
): AskedQuestion[] {
  const { columns, isBlind = false, isWithoutEarlier = false } = conversation;
  if (isBlind || isWithoutEarlier) {
    const turn = newUserTurn(questionsOf(conversation).at(-1)?.ask, text, attachments, id);
    const blind = isBlind && { blind: { order: drawOrder(columns) } };
    const alone: UserTurn | undefined = turn && { ...turn, isAlone: true, ...blind };
    // The order in which the requests leave must not give away which model is which.
    return alone ? orderOf(columns, { turn: alone }).map((column) => ({ column, turn: alone })) : [];
  }
  const byLeaf = Map.groupBy(columns, ({ leaf }) => leaf);
  const ties = byLeaf.size > 1 ? { ask: id } : {};
  return [...byLeaf].flatMap(([leaf, ofLeaf], at) => {
    const turn = newUserTurn(leaf, text, attachments, at === 0 ? id : undefined);
    return turn ? ofLeaf.map((column) => ({ column, turn: { ...turn, ...ties } })) : [];
  });
}

/** Returns a question that was asked before, for each column that shows it. */
export function askedBefore(conversation: Conversation, ask: string): AskedQuestion[] {
  const paths = new ColumnPaths(conversation);
  return conversation.columns.flatMap((column) => {
    const turn = paths.path(column).find((one) => one.role === 'user' && askOf(one) === ask);
    return turn?.role === 'user' ? [{ column, turn }] : [];
  });
}

/** Returns new versions of a question with this text: each is a sibling of the turn it replaces. */
export function reworded(asked: readonly AskedQuestion[], text: string): AskedQuestion[] {
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

/** Returns a question for a column that shows no answer to it, not even a failed one; `undefined` if it has one. */
export function missingQuestion(
  conversation: Conversation,
  column: Column,
  ask: string,
): AskedQuestion | undefined {
  const question = questionsOf(conversation).find((one) => one.ask === ask);
  const cell = question?.cells.get(column.id);
  if (!question || !cell || cell.answer || cell.elsewhere) return undefined;
  const paths = new ColumnPaths(conversation);
  const shown = paths.path(column).find((turn) => turn.role === 'user' && askOf(turn) === ask);
  if (shown?.role === 'user') return { column, turn: shown };
  if (isAlone(question.turn)) return { column, turn: question.turn };
  const known = paths.copies(ask).find(({ parent }) => parent === column.leaf);
  const copy: UserTurn = { ...question.turn, id: randomUUID(), parent: column.leaf, ask, at: Date.now() };
  return { column, turn: known ?? copy };
}
