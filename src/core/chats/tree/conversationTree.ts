import type { AnswerTurn, Conversation, Turn } from './conversation.ts';

/** The shown turns, from the first to `leaf`. */
export function shownPath(conversation: Pick<Conversation, 'turns' | 'leaf'>): Turn[] {
  const path = new Set<Turn>();
  let id = conversation.leaf;
  while (id !== undefined) {
    const turn = conversation.turns.get(id);
    // A parent lost with a torn line ends the path; a cycle can only come from a damaged file.
    if (!turn || path.has(turn)) break;
    path.add(turn);
    id = turn.parent;
  }
  return [...path].reverse();
}

/** Returns the turns with the same parent, role and column, including `turn` itself, in order of creation. */
export function siblingsOf(conversation: Pick<Conversation, 'turns'>, turn: Turn): Turn[] {
  const isSibling = (one: Turn) =>
    one.parent === turn.parent && one.role === turn.role && columnOf(one) === columnOf(turn);
  return [...conversation.turns.values()].filter(isSibling);
}

/** Returns the leaf reached from `id` by always taking the newest child; with `column`, other columns' answers don't count. */
export function newestLeaf(conversation: Pick<Conversation, 'turns'>, id: string, column?: string): string {
  const isElsewhere = (turn: Turn) => ![undefined, column].includes(columnOf(turn));
  const turns = [...conversation.turns.values()].filter((turn) => column === undefined || !isElsewhere(turn));
  const newest = new Map(turns.map((turn) => [turn.parent, turn.id]));
  const seen = new Set<string>();
  let leaf = id;
  for (;;) {
    seen.add(leaf);
    const child = newest.get(leaf);
    // A cycle can only come from a damaged file.
    if (child === undefined || seen.has(child)) return leaf;
    leaf = child;
  }
}

/** Returns the ids of a turn and all its descendants. */
export function subtreeOf({ turns }: Pick<Conversation, 'turns'>, id: string): Set<string> {
  const children = Map.groupBy(turns.values(), (turn) => turn.parent);
  // Iterating a set also visits ids added on the way, each of them once, so a cycle in a damaged file ends too.
  const ids = new Set([id]);
  for (const one of ids) for (const child of children.get(one) ?? []) ids.add(child.id);
  return ids;
}

/**
 * Returns the tree without the turns in `gone`. If one of them was shown, the sibling beside it is shown instead, else its
 * parent.
 */
export function withoutTurns(
  conversation: Pick<Conversation, 'turns' | 'leaf'>,
  gone: ReadonlySet<string>,
): Pick<Conversation, 'turns' | 'leaf'> {
  if (gone.size === 0) return { turns: conversation.turns, leaf: conversation.leaf };
  const turns = new Map([...conversation.turns].filter(([id]) => !gone.has(id)));
  const path = shownPath(conversation);
  const first = path.findIndex(({ id }) => gone.has(id));
  const root = path[first];
  if (!root) return { turns, leaf: conversation.leaf };
  const siblings = siblingsOf(conversation, root);
  const at = siblings.indexOf(root);
  const isLeft = ({ id }: Turn) => turns.has(id);
  const beside = siblings.slice(0, at).findLast(isLeft) ?? siblings.slice(at).find(isLeft);
  return { turns, leaf: beside ? newestLeaf({ turns }, beside.id, columnOf(root)) : path[first - 1]?.id };
}

/** Returns a leaf that shows `id`: the current one if its path contains `id`, so that the view stays where it is. */
export function leafThrough(conversation: Pick<Conversation, 'turns' | 'leaf'>, id: string): string {
  const isShown = shownPath(conversation).some((turn) => turn.id === id);
  return isShown && conversation.leaf !== undefined ? conversation.leaf : newestLeaf(conversation, id);
}

/** Returns a turn as it is once nobody writes the rest of it: a streaming answer was cut. */
export function endedTurn(turn: Turn): Turn {
  return turn.role === 'assistant' && turn.state === 'streaming' ? { ...turn, state: 'cut' } : turn;
}

function columnOf(turn: Turn): string | undefined {
  return turn.role === 'assistant' ? turn.column : undefined;
}

export function answerOf(conversation: Pick<Conversation, 'turns'>, id: string): AnswerTurn | undefined {
  const turn = conversation.turns.get(id);
  return turn?.role === 'assistant' ? turn : undefined;
}

/** True for an answer that failed, or was cut off, before any text: later requests leave its question out. */
export function isUnanswered(turn: Turn | undefined): boolean {
  return turn?.role === 'assistant' && turn.text === '' && (turn.state === 'failed' || turn.state === 'cut');
}
