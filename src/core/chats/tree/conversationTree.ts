import { defined } from '../../../base/defined.ts';
import { estimatedTokens } from '../../exchange/exchangeFields.ts';
import type { AnswerTurn, Conversation, Turn, UserTurn } from './conversation.ts';

type Turns = Pick<Conversation, 'turns'>;

/** Returns the turns that are sent if `leaf` is the last: from the last question sent alone, else the first turn, up to `leaf`. */
export function contextOf({ turns }: Turns, leaf: string | undefined): Turn[] {
  const path = new Set<Turn>();
  let turn = turns.get(leaf ?? '');
  // A parent lost with a torn line ends the path; a cycle can only come from a damaged file.
  while (turn && !path.has(turn)) {
    path.add(turn);
    turn = isAlone(turn) ? undefined : turns.get(turn.parent ?? '');
  }
  return [...path].reverse();
}

/** Returns a function for a turn and those with the same parent, role and column, in order of creation. */
export function siblingsIn({ turns }: Turns): (turn: Turn) => Turn[] {
  const children = Map.groupBy(turns.values(), ({ parent }) => parent);
  return (turn) => {
    const isSibling = (one: Turn) => one.role === turn.role && columnOf(one) === columnOf(turn);
    return (children.get(turn.parent) ?? []).filter(isSibling);
  };
}

/**
 * Returns the ids of these turns and of all that follow them. A question that was sent alone follows the question before it, which
 * may have several turns: it is included if all of these are.
 */
export function subtreeOf({ turns }: Turns, roots: Iterable<string>): Set<string> {
  const children = Map.groupBy(turns.values(), ({ parent }) => parent);
  /** How many turns of a question are not in `ids` yet, by its `ask`. */
  const copies = new Map<string, number>();
  for (const turn of turns.values())
    if (turn.role === 'user') copies.set(askOf(turn), (copies.get(askOf(turn)) ?? 0) + 1);
  // Iterating a set also visits ids added on the way, each of them once, so a cycle in a damaged file ends too.
  const ids = new Set(roots);
  for (const id of ids) {
    const turn = turns.get(id);
    for (const child of children.get(id) ?? []) if (!isAlone(child)) ids.add(child.id);
    if (turn?.role !== 'user') continue;
    const left = (copies.get(askOf(turn)) ?? 1) - 1;
    copies.set(askOf(turn), left);
    if (left > 0) continue;
    for (const child of children.get(askOf(turn)) ?? []) if (isAlone(child)) ids.add(child.id);
  }
  return ids;
}

/** Returns an answer that gets no more text: one that was streaming is `cut`, since its window is gone or as this is a copy of it. */
export function abandonedAnswer(answer: AnswerTurn, kind: 'window' | 'copy') {
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

/** Returns the id of a question: that of its turn or, if it has several turns under several columns' answers, their `ask`. */
export function askOf({ id, ask }: Pick<UserTurn, 'id' | 'ask'>): string {
  return ask ?? id;
}

/** True for a question that was sent without the earlier turns. */
export function isAlone(turn: Turn): turn is UserTurn & { isAlone: true } {
  return turn.role === 'user' && turn.isAlone === true;
}

/** True for a question whose models are hidden until its vote. */
export function isHidden(turn: Turn | undefined): boolean {
  return turn?.role === 'user' && turn.blind !== undefined && !turn.blind.isRevealed;
}

/** True if the models of any question are hidden: then nothing may reveal which model gave which answer. */
export function hidesModels({ turns }: Turns): boolean {
  return [...turns.values()].some(isHidden);
}

/** Returns the id of the column that an answer belongs to; `undefined` for a question. */
export function columnOf(turn: Turn): string | undefined {
  return turn.role === 'assistant' ? turn.column : undefined;
}

export function answerOf(conversation: Turns, id: string): AnswerTurn | undefined {
  const turn = conversation.turns.get(id);
  return turn?.role === 'assistant' ? turn : undefined;
}

/** Returns the turn with this id if it is a question, or the question that it answers. */
export function questionOf({ turns }: Turns, id: string): UserTurn | undefined {
  const turn = turns.get(id);
  const question = turn?.role === 'assistant' ? turns.get(turn.parent) : turn;
  return question?.role === 'user' ? question : undefined;
}

/** True for an answer that failed, or was cut off, before any text: later requests leave it and its question out. */
export function isUnanswered(turn: Turn | undefined): boolean {
  return turn?.role === 'assistant' && turn.text === '' && (turn.state === 'failed' || turn.state === 'cut');
}
