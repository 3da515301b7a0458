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
  return siblingsIn(conversation)(turn);
}

/** Like `siblingsOf`, for many turns of one tree. */
export function siblingsIn({ turns }: Pick<Conversation, 'turns'>): (turn: Turn) => Turn[] {
  const children = Map.groupBy(turns.values(), ({ parent }) => parent);
  return (turn) => {
    const isSibling = (one: Turn) => one.role === turn.role && columnOf(one) === columnOf(turn);
    return (children.get(turn.parent) ?? []).filter(isSibling);
  };
}

/** Finds what `pick` returns for a turn or, if that is `undefined`, for the nearest turn above it that has it. */
export function nearestIn<T>(
  { turns }: Pick<Conversation, 'turns'>,
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
      id = turn?.parent;
    }
    found ??= id === undefined ? undefined : known.get(id);
    for (const one of way) known.set(one, found);
    return found;
  };
}

/** Returns the leaf reached from `id` by always taking the newest child, of those that `column` may show. */
export function newestLeaf(conversation: Pick<Conversation, 'turns'>, id: string, column?: string): string {
  const turns = [...conversation.turns.values()].filter(mayShow(conversation, column));
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

/** Tells which turns a column may show: another column's answers only if they lead to one of its own. Without `column`, all. */
export function mayShow(
  { turns }: Pick<Conversation, 'turns'>,
  column: string | undefined,
): (turn: Turn) => boolean {
  if (column === undefined) return () => true;
  const leading = leadingTo({ turns }, column);
  return (turn) => columnOf(turn) === undefined || leading.has(turn.id);
}

/** Returns the ids of a column's answers and of all turns above them. */
export function leadingTo({ turns }: Pick<Conversation, 'turns'>, column: string): ReadonlySet<string> {
  const leading = new Set<string>();
  for (const turn of turns.values()) {
    if (columnOf(turn) !== column) continue;
    for (let id: string | undefined = turn.id; id !== undefined && !leading.has(id); ) {
      leading.add(id);
      id = turns.get(id)?.parent;
    }
  }
  return leading;
}

/** Returns the ids of these turns and all their descendants. */
export function subtreeOf({ turns }: Pick<Conversation, 'turns'>, roots: Iterable<string>): Set<string> {
  const children = Map.groupBy(turns.values(), (turn) => turn.parent);
  // Iterating a set also visits ids added on the way, each of them once, so a cycle in a damaged file ends too.
  const ids = new Set(roots);
  for (const one of ids) for (const child of children.get(one) ?? []) ids.add(child.id);
  return ids;
}

/**
 * Returns the tree without the turns in `gone`. If one of them was shown, the sibling beside it is shown instead, else its
 * parent. `column`: whose path it is.
 */
export function withoutTurns(
  conversation: Pick<Conversation, 'turns' | 'leaf'>,
  gone: ReadonlySet<string>,
  column?: string,
): Pick<Conversation, 'turns' | 'leaf'> {
  if (gone.size === 0) return { turns: conversation.turns, leaf: conversation.leaf };
  const turns = new Map([...conversation.turns].filter(([id]) => !gone.has(id)));
  const path = shownPath(conversation);
  const first = path.findIndex(({ id }) => gone.has(id));
  const root = path[first];
  if (!root) return { turns, leaf: conversation.leaf };
  const siblings = siblingsOf(conversation, root);
  const at = siblings.indexOf(root);
  const isShowable = mayShow({ turns }, column);
  const isLeft = (turn: Turn) => turns.has(turn.id) && isShowable(turn);
  const beside = siblings.slice(0, at).findLast(isLeft) ?? siblings.slice(at).find(isLeft);
  const whose = column ?? columnOf(root);
  return { turns, leaf: beside ? newestLeaf({ turns }, beside.id, whose) : path[first - 1]?.id };
}

/** Returns a leaf that shows `id`: the current one if its path contains `id`, so that the view stays where it is. */
export function leafThrough(
  conversation: Pick<Conversation, 'turns' | 'leaf'>,
  id: string,
  column?: string,
): string {
  const isShown = shownPath(conversation).some((turn) => turn.id === id);
  return isShown && conversation.leaf !== undefined
    ? conversation.leaf
    : newestLeaf(conversation, id, column);
}

/** Returns a turn as it is once nobody writes the rest of it: a streaming answer was cut. */
export function endedTurn(turn: Turn): Turn {
  return turn.role === 'assistant' && turn.state === 'streaming' ? { ...turn, state: 'cut' } : turn;
}

/** Id of the comparison's column that an answer stands in. */
export function columnOf(turn: Turn): string | undefined {
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
