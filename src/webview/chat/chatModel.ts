import type { ChatFrame, ChatToPage, PageAttachment, PageRow, PageTurn } from '../../protocol/chat.ts';
import { t } from '../shared/l10n.ts';
import type { ChatEvent } from './chatEvents.ts';

type Message<T extends ChatToPage['type']> = Extract<ChatToPage, { type: T }>;

/** What the page knows: a projection of the host's state. Each message results in a new object. */
export interface ChatModel {
  seq: number;
  /** `undefined` until the first snapshot. */
  frame: ChatFrame | undefined;
  turns: ReadonlyMap<string, PageTurn>;
  /** The questions and answers shown. A row stays the same object as long as nothing in it changes. */
  rows: readonly PageRow[];
  /** True after a message was missed: everything but a snapshot is ignored until one comes. */
  isStale: boolean;
  /** Attachments of the next message. */
  attachments: readonly PageAttachment[];
  /** Text that screen readers announce. */
  spoken: string;
}

export const emptyChat: ChatModel = {
  seq: 0,
  frame: undefined,
  turns: new Map(),
  rows: [],
  isStale: false,
  attachments: [],
  spoken: '',
};

/** Returns the model after `message`. If `isStale` becomes true, request a snapshot. */
export function reduceChat(model: ChatModel, message: ChatToPage): ChatModel {
  if (message.type === 'snapshot') return readSnapshot(model, message);
  // Messages from before the snapshot may arrive late: they are not a gap. While a snapshot is awaited, everything else is ignored.
  if (model.frame === undefined || model.isStale || message.seq <= model.seq) return model;
  if (message.seq !== model.seq + 1) return { ...model, isStale: true };
  const next = { ...model, seq: message.seq };
  switch (message.type) {
    case 'frame':
      return { ...next, frame: message.frame, spoken: spokenOf(model, message.frame) };
    case 'rows':
      return { ...next, rows: keepSame(model.rows, message.rows) };
    case 'turn':
      return { ...next, turns: new Map(model.turns).set(message.turn.id, message.turn) };
    case 'append':
      return append(next, message);
    case 'attachments':
      return withAttachments(next, message.attachments);
    default:
      // `PageStore` passes on events, and does what the page itself is asked for.
      message satisfies ChatEvent | Message<'copyPlain' | 'copySelection' | 'scale'>;
      return next;
  }
}

function readSnapshot(model: ChatModel, message: Message<'snapshot'>): ChatModel {
  const { frame, seq, turns, rows } = message;
  // A page that has just opened doesn't announce the end of an answer that it didn't see.
  const isNews = model.frame !== undefined || frame.streams.length > 0;
  return {
    ...model,
    seq,
    frame,
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    rows: keepSame(model.rows, rows),
    isStale: false,
    attachments: [],
    spoken: isNews ? frame.status : '',
  };
}

/** Returns `rows`; one that has not changed is the same object as before. */
function keepSame(before: readonly PageRow[], rows: readonly PageRow[]): readonly PageRow[] {
  const known = new Map(before.map((row) => [row.question, row]));
  return rows.map((row) => {
    const old = known.get(row.question);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}

/** Returns what to announce for a new frame: that a message is queued, or is back in the composer, else the frame's status. */
function spokenOf(
  { frame: before, rows }: Pick<ChatModel, 'frame' | 'rows'>,
  { queued, status }: ChatFrame,
): string {
  if (queued && !before?.queued) return t('The message waits for the end of the answer');
  const isBack = before?.queued !== undefined && !queued && !isAsked(rows, before.queued.id);
  return isBack ? t('The queued message is back in the message box') : status;
}

function append(model: ChatModel, message: Message<'append'>): ChatModel {
  const turn = model.turns.get(message.turn);
  if (turn?.role !== 'assistant') return { ...model, isStale: true };
  const grown = { ...turn, text: turn.text + message.text, reasoning: turn.reasoning + message.reasoning };
  return { ...model, turns: new Map(model.turns).set(turn.id, grown) };
}

function withAttachments(model: ChatModel, attachments: readonly PageAttachment[]): ChatModel {
  const before = new Set(model.attachments.map(({ id }) => id));
  const added = attachments.filter(({ id }) => !before.has(id)).map(chipLabel);
  const spoken = added.length === 0 ? model.spoken : t('Attached: {0}', added.join(', '));
  return { ...model, attachments, spoken };
}

/** Returns the name of an attachment, e.g. "reply.md 10–42". */
export function chipLabel({ name, lines }: Pick<PageAttachment, 'name' | 'lines'>): string {
  return lines === '' ? name : `${name} ${lines}`;
}

/** True if this turn is a question that is shown. */
export function isAsked(rows: readonly PageRow[], turn: string): boolean {
  return rows.some(({ question }) => question === turn);
}

/** Returns the index of the column that shows this answer; -1 if none does. */
export function columnIndexOf(rows: readonly PageRow[], turn: string): number {
  const row = rows.findLast(({ cells }) => cells.some(({ answer }) => answer === turn));
  return row?.cells.findIndex(({ answer }) => answer === turn) ?? -1;
}

/** Returns the text that ↑ brings back into an empty composer. */
export function lastOwnText({ rows, turns }: Pick<ChatModel, 'rows' | 'turns'>): string | undefined {
  return turns.get(rows.at(-1)?.question ?? '')?.text;
}
