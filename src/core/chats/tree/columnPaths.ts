import type { Column } from './column.ts';
import {
  type AllColumns,
  type Answer,
  isAnswer,
  type Question,
  type Turn,
  type Turns,
} from './conversation.ts';
import {
  contextOf,
  isSentAlone,
  type Step,
  siblingsIn,
  stepsUp,
  turnOf,
  turnsOn,
} from './conversationTree.ts';

/** An entry of a column's `shown`. */
type Choice = readonly [questionId: string | undefined, turnId: string];

/** Says what columns show of a tree, and returns columns that show something else of it. Valid until the tree changes. */
export class ColumnPaths {
  readonly #turns: Turns;
  #following: ReturnType<typeof followingIn> | undefined;
  readonly #own = new Map<string, { newest: Map<string, Answer>; leading: Set<string> }>();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Returns what a column shows, from its first question on. */
  path(column: Column): Step[] {
    const parts: Step[][] = [];
    const seen = new Set<Question>();
    let last = column.last;
    while (last !== undefined) {
      // A column that was not asked what stands above a question sent alone shows it as the first one that was.
      const { after = {} } = this.#turns.questions.get(last) ?? {};
      const asked = Object.hasOwn(after, column.id) ? column.id : Object.keys(after)[0];
      const part = contextOf(this.#turns, last, asked ?? column.id);
      const first = part[0]?.question;
      if (!first || seen.has(first)) break;
      seen.add(first);
      parts.push(part);
      last = isSentAlone(first) ? this.#above(first, column) : undefined;
    }
    return parts.reverse().flat();
  }

  /** Returns the column's newest answer to a question, in whatever context. */
  newestAnswer(columnId: string, questionId: string): Answer | undefined {
    return this.#answersOf(columnId).newest.get(questionId);
  }

  /** True for a column's answers and the turns in their contexts. */
  leadsToAnswer(columnId: string, turnId: string): boolean {
    return this.#answersOf(columnId).leading.has(turnId);
  }

  /** Returns the column with a path that shows this turn and the newest turns below it; unchanged if it shows the turn already. */
  showing(column: Column, turnId: string): Column {
    const path = this.path(column);
    const shown = new Set(turnsOn(path).map(({ id }) => id));
    if (!turnOf(this.#turns, turnId) || shown.has(turnId)) return column;
    let last = this.#newestEnd(turnId, column.id);
    const first = turnsOn(contextOf(this.#turns, last, column.id)).find(({ id }) => !shown.has(id));
    const at =
      first && isAnswer(first) ? path.findIndex(({ question }) => question.id === first.question) : -1;
    const later = at < 0 ? undefined : path.slice(at + 1).find(({ question }) => isSentAlone(question));
    // The turn is another answer to an earlier question: what was sent alone later doesn't depend on it and stays shown.
    if (later) return this.#choosing(column, [[later.question.below, last]]);
    const choices: Choice[] = [];
    const seen = new Set([turnId]);
    for (;;) {
      const next = this.#newestAlone(contextOf(this.#turns, last, column.id));
      // A cycle of questions that were sent alone can only come from a damaged file.
      if (!next || seen.has(next.id)) return { ...this.#choosing(column, choices), last };
      choices.push([next.below, last]);
      seen.add(next.id);
      last = this.#newestEnd(next.id, column.id);
    }
  }

  /** Returns the column without the turns in `gone`, which the tree still has: at a sibling of the first of them, or before it. */
  without(column: Column, gone: ReadonlySet<string>): Column {
    const path = turnsOn(this.path(column));
    const first = path.findIndex(({ id }) => gone.has(id));
    const root = path[first];
    if (!root) return column;
    const left = new ColumnPaths(turnsLeft(this.#turns, gone));
    const before = path[first - 1]?.id;
    const beside = left.#beside(root, siblingsIn(this.#turns)(root), column.id);
    const next = path.slice(first).find((turn) => !isAnswer(turn) && isSentAlone(turn) && !gone.has(turn.id));
    const end = beside ? left.#newestEnd(beside.id, column.id) : before;
    if (next && !isAnswer(next) && end !== undefined) return left.#choosing(column, [[next.below, end]]);
    const cut = endingAt(column, before);
    return beside ? left.showing(cut, beside.id) : cut;
  }

  /** Returns the column with where it ends recorded in `shown`, before a question is sent alone below this one. */
  goingOn(column: Column, questionId: string | undefined): Column {
    return column.last === undefined ? column : this.#choosing(column, [[questionId, column.last]]);
  }

  /** Returns the sibling nearest to a gone turn that is left and that the column may show; an earlier one is preferred. */
  #beside(gone: Turn, siblings: readonly Turn[], columnId: string): Turn | undefined {
    const at = siblings.indexOf(gone);
    const isLeft = (one: Turn) => turnOf(this.#turns, one.id) !== undefined && this.#mayShow(one, columnId);
    return siblings.slice(0, at).findLast(isLeft) ?? siblings.slice(at).find(isLeft);
  }

  /** Returns the id of the turn that a column shows above a question that was sent alone. */
  #above({ below }: Question, { id, shown }: Column): string | undefined {
    if (below === undefined) return undefined;
    const chosen = shown?.[below] ?? '';
    return turnOf(this.#turns, chosen) ? chosen : this.#usuallyShown(below, id);
  }

  #usuallyShown(questionId: string, columnId: string): string {
    return this.newestAnswer(columnId, questionId)?.id ?? questionId;
  }

  #choosing(column: Column, choices: readonly Choice[]): Column {
    const { shown: before = {}, ...rest } = column;
    const shown = new Map(Object.entries(before));
    for (const [questionId, turnId] of choices) {
      if (questionId === undefined) continue;
      if (this.#usuallyShown(questionId, column.id) === turnId) shown.delete(questionId);
      else shown.set(questionId, turnId);
    }
    return shown.size > 0 ? { ...rest, shown: Object.fromEntries(shown) } : rest;
  }

  /** Returns the newest question that was sent alone below the last of these that has one. */
  #newestAlone(context: readonly Step[]): Question | undefined {
    const { alone } = this.#after;
    return context.toReversed().flatMap(({ question }) => alone.get(question.id)?.at(-1) ?? [])[0];
  }

  /** Returns the end that is reached from a turn by always taking the newest turn that the column may show, up to the next sent alone. */
  #newestEnd(id: string, columnId: string): string {
    const { answers, asked } = this.#after;
    const seen = new Set<string>();
    for (let end = id; ; ) {
      seen.add(end);
      const answer = answers.get(end)?.findLast((one) => this.#mayShow(one, columnId));
      // What was asked of another column only, the column shows if its own answers stand below it, since it was added later.
      const isShown = ({ question, column }: AskedOf) =>
        column === columnId ||
        (!Object.hasOwn(question.after ?? {}, columnId) && this.leadsToAnswer(columnId, question.id));
      const next = answer ?? asked.get(end)?.findLast(isShown)?.question;
      // A cycle can only come from a damaged file.
      if (!next || seen.has(next.id)) return end;
      end = next.id;
    }
  }

  get #after() {
    this.#following ??= followingIn(this.#turns);
    return this.#following;
  }

  /** True for a turn that a column may show: other columns' answers only if they lead to one of its own. */
  #mayShow(turn: Turn, columnId: string): boolean {
    return !isAnswer(turn) || this.leadsToAnswer(columnId, turn.id);
  }

  /** Returns a column's newest answer to each question, and the ids of its answers and of all turns in their contexts. */
  #answersOf(columnId: string) {
    const known = this.#own.get(columnId);
    if (known) return known;
    const [newest, leading] = [new Map<string, Answer>(), new Set<string>()];
    this.#own.set(columnId, { newest, leading });
    for (const own of this.#turns.answers.values()) {
      if (own.column !== columnId) continue;
      newest.set(own.question, own);
      for (const { question, answer = question } of stepsUp(this.#turns, own.id, columnId)) {
        if (leading.has(answer.id)) break;
        leading.add(answer.id).add(question.id);
      }
    }
    return { newest, leading };
  }
}

/** A question as it was asked of a column. */
export interface AskedOf {
  question: Question;
  column: string;
}

/** Returns what follows each turn, by its id: `asked` with it as context, `alone` below a question, and `answers`. */
export function followingIn({ questions, answers }: Turns) {
  const all = [...questions.values()];
  const asked = new Map<string, AskedOf[]>();
  for (const question of all)
    for (const [column, turn] of Object.entries(question.after ?? {})) {
      const known = asked.get(turn);
      if (known) known.push({ question, column });
      else asked.set(turn, [{ question, column }]);
    }
  return {
    asked,
    alone: Map.groupBy(all.filter(isSentAlone), ({ below }) => below),
    answers: Map.groupBy(answers.values(), ({ question }) => question),
  };
}

export function endingAt(column: Column, last: string | undefined): Column {
  const { last: _before, ...rest } = column;
  return last === undefined ? rest : { ...rest, last };
}

function turnsLeft({ questions, answers }: Turns, gone: ReadonlySet<string>): Turns {
  const left = <T>(all: ReadonlyMap<string, T>) => new Map([...all].filter(([id]) => !gone.has(id)));
  return { questions: left(questions), answers: left(answers) };
}

/** Returns the conversation without these turns, and with its columns' paths without them. */
export function withoutTurns<T extends AllColumns & Turns>(conversation: T, gone: ReadonlySet<string>): T {
  const paths = new ColumnPaths(conversation);
  const columns = changedColumns(conversation, (column) => paths.without(column, gone));
  return { ...conversation, ...columns, ...turnsLeft(conversation, gone) };
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

/** Returns the columns; one whose end is missing from the tree, or not named, gets its last answer that was not deleted. */
export function withKnownEnds(
  columns: AllColumns,
  turns: Turns,
  deleted: ReadonlySet<string> = new Set(),
): AllColumns {
  const last = new Map<string, string>();
  for (const { id, column } of turns.answers.values()) if (!deleted.has(id)) last.set(column, id);
  return changedColumns(columns, (column) =>
    turnOf(turns, column.last ?? '') ? column : endingAt(column, last.get(column.id)),
  );
}
