import type { Column } from './column.ts';
import type { AllColumns, AnswerTurn, Conversation, Turn, UserTurn } from './conversation.ts';
import { askOf, columnOf, contextOf, isAlone, siblingsIn } from './conversationTree.ts';

type Turns = Conversation['turns'];

/** An entry of a column's `chosen`. */
type Choice = readonly [ask: string | undefined, turnId: string];

/** Says what columns show of a tree, and returns columns that show something else of it. Valid until the tree changes. */
export class ColumnPaths {
  readonly #turns: Turns;
  #children: ReadonlyMap<string | undefined, readonly Turn[]> | undefined;
  #asks: ReadonlyMap<string, readonly UserTurn[]> | undefined;
  readonly #own = new Map<string, { newest: Map<string, AnswerTurn>; leading: Set<string> }>();

  constructor({ turns }: Pick<Conversation, 'turns'>) {
    this.#turns = turns;
  }

  /** Returns the turns shown in a column, from the first on. */
  path(column: Column): Turn[] {
    const path = new Set<Turn>();
    let turn = this.#turns.get(column.leaf ?? '');
    while (turn && !path.has(turn)) {
      path.add(turn);
      turn = isAlone(turn) ? this.#above(turn, column) : this.#turns.get(turn.parent ?? '');
    }
    return [...path].reverse();
  }

  /** Returns all turns that are this question, one for each context in which it was asked. */
  copies(ask: string): readonly UserTurn[] {
    this.#asks ??= Map.groupBy(
      [...this.#turns.values()].filter((turn) => turn.role === 'user'),
      askOf,
    );
    return this.#asks.get(ask) ?? [];
  }

  /** Returns the column's newest answer to a question, in whatever context. */
  newestAnswer(columnId: string, ask: string): AnswerTurn | undefined {
    return this.#answersOf(columnId).newest.get(ask);
  }

  /** True if the column has an answer to this turn of a question, or to a question that follows it. */
  isAnswered(columnId: string, questionId: string): boolean {
    return this.#answersOf(columnId).leading.has(questionId);
  }

  /** Returns the column with a path that shows this turn and the newest turns below it; unchanged if it shows the turn already. */
  showing(column: Column, turnId: string): Column {
    const path = this.path(column);
    if (!this.#turns.has(turnId) || path.some(({ id }) => id === turnId)) return column;
    const shown = new Set(path);
    const leaf = this.#newestLeaf(turnId, column.id);
    const first = contextOf({ turns: this.#turns }, leaf).find((turn) => !shown.has(turn));
    const at = first?.role === 'assistant' ? path.findIndex(({ id }) => id === first.parent) : path.length;
    const later = at < 0 ? undefined : path.slice(at + 1).find(isAlone);
    // The turn is another answer to an earlier question: what was sent alone later doesn't depend on it and stays shown.
    if (later) return this.#choosing(column, [[later.parent, leaf]]);
    const choices: Choice[] = [];
    const seen = new Set([turnId]);
    for (let end = leaf; ; ) {
      const next = this.#newestAlone(contextOf({ turns: this.#turns }, end), column.id);
      // A cycle of questions that were sent alone can only come from a damaged file.
      if (!next || seen.has(next.id)) return { ...this.#choosing(column, choices), leaf: end };
      choices.push([next.parent, end]);
      seen.add(next.id);
      end = this.#newestLeaf(next.id, column.id);
    }
  }

  /** Returns the column without the turns in `gone`, which the tree still has: at a sibling of the first of them, or before it. */
  without(column: Column, gone: ReadonlySet<string>): Column {
    const path = this.path(column);
    const first = path.findIndex(({ id }) => gone.has(id));
    const root = path[first];
    if (!root) return column;
    const left = new ColumnPaths({ turns: turnsWithout(this.#turns, gone) });
    const before = path[first - 1]?.id;
    const beside = left.#beside(root, siblingsIn({ turns: this.#turns })(root), column.id);
    const next = path.slice(first).find((turn) => isAlone(turn) && !gone.has(turn.id));
    const end = beside ? left.#newestLeaf(beside.id, column.id) : before;
    if (next && end !== undefined) return left.#choosing(column, [[next.parent, end]]);
    const cut = withLeaf(column, before);
    return beside ? left.showing(cut, beside.id) : cut;
  }

  /** Returns the column with its leaf recorded in `chosen`, before a question is sent alone after the one with this `ask`. */
  goingOn(column: Column, ask: string | undefined): Column {
    return column.leaf === undefined ? column : this.#choosing(column, [[ask, column.leaf]]);
  }

  /** Returns the sibling nearest to a gone turn that is left and that the column may show; an earlier one is preferred. */
  #beside(gone: Turn, siblings: readonly Turn[], columnId: string): Turn | undefined {
    const at = siblings.indexOf(gone);
    const isLeft = (one: Turn) => this.#turns.has(one.id) && this.#mayShow(one, columnId);
    return siblings.slice(0, at).findLast(isLeft) ?? siblings.slice(at).find(isLeft);
  }

  /** Returns the turn that a column shows above a question that was sent alone. */
  #above({ parent: ask }: UserTurn, { id, chosen }: Column): Turn | undefined {
    if (ask === undefined) return undefined;
    return this.#turns.get(chosen?.[ask] ?? '') ?? this.#usuallyAbove(ask, id);
  }

  #usuallyAbove(ask: string, columnId: string): Turn | undefined {
    return this.newestAnswer(columnId, ask) ?? this.#turns.get(ask) ?? this.copies(ask)[0];
  }

  #choosing(column: Column, choices: readonly Choice[]): Column {
    const { chosen: before = {}, ...rest } = column;
    const chosen = new Map(Object.entries(before));
    for (const [ask, turnId] of choices) {
      if (ask === undefined) continue;
      if (this.#usuallyAbove(ask, column.id)?.id === turnId) chosen.delete(ask);
      else chosen.set(ask, turnId);
    }
    return chosen.size > 0 ? { ...rest, chosen: Object.fromEntries(chosen) } : rest;
  }

  /**
   * Returns the newest question that was sent alone after the last of these turns that has one. If that question has several turns,
   * as one of them has no pictures, returns the one that the column has answered.
   */
  #newestAlone(context: readonly Turn[], columnId: string): UserTurn | undefined {
    for (const turn of context.toReversed()) {
      if (turn.role !== 'user') continue;
      const children = this.#childrenOf(askOf(turn)).filter(isAlone);
      const newest = children.at(-1);
      if (!newest) continue;
      const isAnsweredCopy = (one: UserTurn) =>
        askOf(one) === askOf(newest) && this.isAnswered(columnId, one.id);
      return children.findLast(isAnsweredCopy) ?? newest;
    }
    return undefined;
  }

  /** Returns the leaf reached from a turn by always taking the newest child that the column may show and that isn't sent alone. */
  #newestLeaf(id: string, columnId: string): string {
    const seen = new Set<string>();
    for (let leaf = id; ; ) {
      seen.add(leaf);
      const child = this.#childrenOf(leaf).findLast((one) => !isAlone(one) && this.#mayShow(one, columnId));
      // A cycle can only come from a damaged file.
      if (!child || seen.has(child.id)) return leaf;
      leaf = child.id;
    }
  }

  #childrenOf(id: string): readonly Turn[] {
    this.#children ??= Map.groupBy(this.#turns.values(), ({ parent }) => parent);
    return this.#children.get(id) ?? [];
  }

  /** True for a turn that a column may show: other columns' answers only if they lead to one of its own. */
  #mayShow(turn: Turn, columnId: string): boolean {
    return columnOf(turn) === undefined || this.#answersOf(columnId).leading.has(turn.id);
  }

  /** Returns a column's newest answer to each question, and the ids of its answers and of all turns in their contexts. */
  #answersOf(columnId: string) {
    const known = this.#own.get(columnId);
    if (known) return known;
    const [newest, leading] = [new Map<string, AnswerTurn>(), new Set<string>()];
    this.#own.set(columnId, { newest, leading });
    for (const own of this.#turns.values()) {
      if (own.role !== 'assistant' || own.column !== columnId) continue;
      const question = this.#turns.get(own.parent);
      if (question?.role === 'user') newest.set(askOf(question), own);
      for (let turn: Turn | undefined = own; turn && !leading.has(turn.id); ) {
        leading.add(turn.id);
        turn = isAlone(turn) ? undefined : this.#turns.get(turn.parent ?? '');
      }
    }
    return { newest, leading };
  }
}

export function withLeaf(column: Column, leaf: string | undefined): Column {
  const { leaf: _before, ...rest } = column;
  return leaf === undefined ? rest : { ...rest, leaf };
}

function turnsWithout(turns: Turns, gone: ReadonlySet<string>): Turns {
  return new Map([...turns].filter(([id]) => !gone.has(id)));
}

/** Returns the conversation without these turns, and with its columns' paths without them. */
export function withoutTurns<T extends AllColumns & { turns: Turns }>(
  conversation: T,
  gone: ReadonlySet<string>,
): T {
  const paths = new ColumnPaths(conversation);
  const columns = changedColumns(conversation, (column) => paths.without(column, gone));
  return { ...conversation, ...columns, turns: turnsWithout(conversation.turns, gone) };
}

/** Returns all columns, closed ones too, each changed by `change`. */
export function changedColumns(
  { columns, closed }: AllColumns,
  change: (column: Column) => Column,
): AllColumns {
  const [first, ...others] = columns;
  return {
    columns: [change(first), ...others.map(change)],
    ...(closed && { closed: closed.map(change) }),
  };
}

/** Returns the columns; one whose leaf is missing from the tree, or not named, gets its last answer that was not deleted. */
export function withKnownLeaves(
  columns: AllColumns,
  turns: Turns,
  deleted: ReadonlySet<string> = new Set(),
): AllColumns {
  const last = new Map<string, string>();
  for (const turn of turns.values()) {
    if (turn.role === 'assistant' && !deleted.has(turn.id)) last.set(turn.column, turn.id);
  }
  return changedColumns(columns, (column) =>
    turns.has(column.leaf ?? '') ? column : withLeaf(column, last.get(column.id)),
  );
}
