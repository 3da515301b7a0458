import { defined } from '../../defined.ts';
import {
  type AnswerTurn,
  type Conversation,
  estimatedTokens,
  type Turn,
  type UserTurn,
} from './conversation.ts';

type Turns = Pick<Conversation, 'turns'>;

/** Returns the turns that are sent with `leaf`, that one included: from the last question that was sent alone, or the first turn. */
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

/** Returns the turns with the same parent, role and column, including `turn` itself, in order of creation. */
export function siblingsOf(conversation: Turns, turn: Turn): Turn[] {
  return siblingsIn(conversation)(turn);
}

/** Like `siblingsOf`, for many turns of one tree. */
export function siblingsIn({ turns }: Turns): (turn: Turn) => Turn[] {
  const children = Map.groupBy(turns.values(), ({ parent }) => parent);
  return (turn) => {
    const isSibling = (one: Turn) => one.role === turn.role && columnOf(one) === columnOf(turn);
    return (children.get(turn.parent) ?? []).filter(isSibling);
  };
}

/** Finds what `pick` returns for a turn or, if that is `undefined`, for the nearest turn of its context that has it. */
export function nearestIn<T>(
  { turns }: Turns,
  pick: (turn: Turn) => T | undefined,
): (id: string | undefined) => T | undefined {
  const known = new Map<string, T | undefined>();
  return (start) => {
    const way = new Set<string>();
    let id = start;
    let found: T | undefined;
    // A cycle can only come from a damaged file.
    while (id !== undefined && found === undefined && !known.has(id) && !way.has(id)) {
      way.add(id);
      const turn = turns.get(id);
      found = turn && pick(turn);
      id = turn && isAlone(turn) ? undefined : turn?.parent;
    }
    found ??= id === undefined ? undefined : known.get(id);
    for (const one of way) known.set(one, found);
    return found;
  };
}

/**
 * Returns the ids of these turns and all that follow them. A question that was sent alone follows the question before it, which may
 * stand in several columns: it goes with the last of these.
 */
export function subtreeOf({ turns }: Turns, roots: Iterable<string>): Set<string> {
  const children = Map.groupBy(turns.values(), ({ parent }) => parent);
  /** How many turns that are the same question are left. */
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

/**
 * Returns an answer as it is once nobody writes the rest of it: one that was streaming was cut. `kind` of its error: its window is
 * gone, or this is a copy of it.
 */
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

/** Id of a question: that of its turn or, if it stands under several columns' answers, the one that ties these turns. */
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

/** True if any question's models are hidden: nothing may tell which answer is which model's. */
export function hidesModels({ turns }: Turns): boolean {
  return [...turns.values()].some(isHidden);
}

/** Id of the column that an answer stands in. */
export function columnOf(turn: Turn): string | undefined {
  return turn.role === 'assistant' ? turn.column : undefined;
}

export function answerOf(conversation: Turns, id: string): AnswerTurn | undefined {
  const turn = conversation.turns.get(id);
  return turn?.role === 'assistant' ? turn : undefined;
}

/** Returns the question that an answer, or a question itself, belongs to. */
export function questionOf({ turns }: Turns, id: string): UserTurn | undefined {
  const turn = turns.get(id);
  const question = turn?.role === 'assistant' ? turns.get(turn.parent) : turn;
  return question?.role === 'user' ? question : undefined;
}

/** True for an answer that failed, or was cut off, before any text: later requests leave its question out. */
export function isUnanswered(turn: Turn | undefined): boolean {
  return turn?.role === 'assistant' && turn.text === '' && (turn.state === 'failed' || turn.state === 'cut');
}
