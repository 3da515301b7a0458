import type { AnswerTurn, Conversation, Turn } from './conversation.ts';

/** The shown turns, from the first to `leaf`. */
export function shownPath(conversation: Pick<Conversation, 'turns' | 'leaf'>): Turn[] {
  const path: Turn[] = [];
  let id = conversation.leaf;
  while (id !== undefined) {
    const turn = conversation.turns.get(id);
    // A parent that was lost with a torn line ends the path; a circle can only come from a damaged file.
    if (!turn || path.includes(turn)) break;
    path.push(turn);
    id = turn.parent;
  }
  return path.reverse();
}

function childrenOf(conversation: Pick<Conversation, 'turns'>, parent: string | undefined): Turn[] {
  return [...conversation.turns.values()].filter((turn) => turn.parent === parent);
}

/** The turns that stand in place of each other, in the order in which they were made. */
export function siblingsOf(conversation: Pick<Conversation, 'turns'>, turn: Turn): Turn[] {
  return childrenOf(conversation, turn.parent).filter((one) => one.role === turn.role);
}

/** The end of the path that goes through `id` and then always to the newest child. */
export function newestLeaf(conversation: Pick<Conversation, 'turns'>, id: string): string {
  const seen = new Set<string>();
  let leaf = id;
  for (;;) {
    seen.add(leaf);
    const child = childrenOf(conversation, leaf).at(-1);
    // A circle can only come from a damaged file.
    if (!child || seen.has(child.id)) return leaf;
    leaf = child.id;
  }
}

/** The leaf that shows `id`: the present one where its path goes through it, so that nobody is led elsewhere. */
export function leafThrough(conversation: Pick<Conversation, 'turns' | 'leaf'>, id: string): string {
  const isShown = shownPath(conversation).some((turn) => turn.id === id);
  return isShown && conversation.leaf !== undefined ? conversation.leaf : newestLeaf(conversation, id);
}

export function answerOf(conversation: Pick<Conversation, 'turns'>, id: string): AnswerTurn | undefined {
  const turn = conversation.turns.get(id);
  return turn?.role === 'assistant' ? turn : undefined;
}
