import type { ChatFrame, PageRow, PageTurn, PageVote } from '../../src/protocol/chat.ts';
import {
  answer,
  column,
  type FrameChanges,
  frame,
  modelWith,
  own,
  rowsOf,
  shows,
  silence,
  stream,
} from './samples.ts';

export const base = 'llama-3-8b';
export const lora = 'support-tone-v7';

/** The columns of most tests; a third and a fourth are "model-c3" and "model-c4". */
export const baseColumn = column('c1', { name: base, isBase: true });
export const loraColumn = column('c2', { name: lora });
export const otherColumn = (id: string) => column(id, { name: `model-${id}` });

/** Of a comparison of two, unless other columns are given. */
export function columnsFrame(changes: FrameChanges = {}): ChatFrame {
  return frame({ columns: [baseColumn, loraColumn], canAddModel: true, ...changes });
}

/** A frame alone. */
export const frameOf = (changes: FrameChanges = {}) => ({ type: 'frame', frame: columnsFrame(changes) });

export function vote(changes: Partial<PageVote> = {}): PageVote {
  const choices = [
    { best: 'c1', label: base, key: '1' },
    { best: 'c2', label: lora, key: '2' },
    { best: 'tie', label: 'Tie', key: '0' },
  ];
  return { choices, chosen: undefined, ...changes };
}

/** A vote that revealed the models, so that no other can follow. */
export function revealedBy(chosen: string): PageVote {
  const why = `You chose ${lora} before the names were shown, so the vote stands.`;
  const { choices } = vote();
  return { chosen, choices: choices.map((choice) => ({ ...choice, why })) };
}

/** The answer of a column, which has its name. */
export const answerIn = (id: string, name: string, changes: Parameters<typeof answer>[1] = {}) =>
  answer(id, { name, ...changes });

/** One question, and an answer a column unless others are given. */
export function compared(
  changes: FrameChanges = {},
  answers: readonly PageTurn[] = [answerIn('a1', base), answerIn('a2', lora)],
  row: Partial<PageRow> = {},
) {
  const turns = [own('u1', 'Where is my refund?'), ...answers];
  const shown = columnsFrame(changes);
  return shows(shown, turns, withLast(rowsOf(ids(turns), shown.columns), row));
}

/** Two questions, each with two answers. The last row has a vote and differences unless others are given. */
export function comparedTwice(changes: FrameChanges = {}, row: Partial<PageRow> = twoAnswers) {
  const turns = [
    own('u1', 'First'),
    answerIn('a1', base),
    answerIn('a2', lora),
    own('u2', 'Second'),
    answerIn('a3', base),
    answerIn('a4', lora),
  ];
  const shown = columnsFrame(changes);
  return shows(shown, turns, withLast(rowsOf(ids(turns), shown.columns), row));
}

export const twoAnswers: Partial<PageRow> = { vote: vote(), hasDifferences: true };

export function withLast(rows: readonly PageRow[], changes: Partial<PageRow>): PageRow[] {
  return rows.map((row, at) => (at === rows.length - 1 ? { ...row, ...changes } : row));
}

/** Both stream. */
export const streamingBoth: FrameChanges = {
  streams: [stream('a1', { silence: silence({ name: base }) }), stream('a2')],
  canAddModel: false,
};

const letters = ['A', 'B'].map((id) =>
  column(id, { name: id, model: modelWith({ name: id, connection: '', description: '' }) }),
);

/** A question whose models are hidden until its vote. */
export function blindQuestion(changes: FrameChanges = {}) {
  const [a = baseColumn, b = loraColumn] = letters;
  const choices = ['A', 'B', 'Tie'].map((label, at) => ({
    best: label === 'Tie' ? 'tie' : label,
    label,
    key: String((at + 1) % 3),
  }));
  return compared(
    {
      columns: [a, b],
      title: 'Blind comparison',
      isBlind: true,
      isHidden: true,
      canAddModel: false,
      ...changes,
    },
    ['A', 'B'].map((name, at) => answerIn(`a${at + 1}`, name, { figures: '' })),
    { isHidden: true, vote: vote({ choices }), hasDifferences: true },
  );
}

const ids = (turns: readonly PageTurn[]) => turns.map(({ id }) => id);
