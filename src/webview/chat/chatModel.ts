import type {
  ChatFrame,
  ChatToPage,
  PageAttachment,
  PageChoice,
  PageExchange,
  PageRow,
  PageTurn,
} from '../../protocol/chat.ts';
import { t } from '../shared/l10n.ts';
import { chipLabel } from './attachments/chipLabel.ts';

/** What the page knows: a projection of the host's state, replaced as a whole with each message. */
export interface ChatModel {
  seq: number;
  /** `undefined` until the first snapshot. */
  frame: ChatFrame | undefined;
  turns: ReadonlyMap<string, PageTurn>;
  /** The questions and answers shown. A row stays the same object as long as nothing in it changes. */
  rows: readonly PageRow[];
  /** A message was missed: all but a snapshot is ignored until one comes. */
  isStale: boolean;
  /** Attachments of the next message. */
  attachments: readonly PageAttachment[];
  /** What the host offers for what is typed behind `#` or `@`; a new object with each answer. */
  choices: { query: string; choices: readonly PageChoice[]; isLoading: boolean } | undefined;
  /** The last message the host has kept, numbered to tell two equal ones apart; `edited`: the turn it replaces. */
  accepted: { count: number; text: string; edited?: string };
  /** What the composer is to be filled with, numbered to tell two equal ones apart. */
  filled: { count: number; text: string; note: string | undefined };
  /** Exchanges shown for answers; asking again gives a new object. */
  exchanges: ReadonlyMap<string, PageExchange>;
  /** The turn to scroll to and the words to mark in it, numbered to tell two requests apart. */
  revealed: { count: number; turn: string; words: readonly string[] };
  /** How often a command has asked for the settings. */
  settingsAsked: number;
  /** What screen readers announce. */
  spoken: string;
}

export const emptyChat: ChatModel = {
  seq: 0,
  frame: undefined,
  turns: new Map(),
  rows: [],
  isStale: false,
  attachments: [],
  choices: undefined,
  accepted: { count: 0, text: '' },
  filled: { count: 0, text: '', note: undefined },
  exchanges: new Map(),
  revealed: { count: 0, turn: '', words: [] },
  settingsAsked: 0,
  spoken: '',
};

/** Returns the model after `message`. When `isStale` becomes true, ask for a snapshot. */
export function reduceChat(model: ChatModel, message: ChatToPage): ChatModel {
  if (message.type === 'snapshot') return readSnapshot(model, message);
  // Late messages from before the snapshot are not a gap, and while one is awaited nothing else counts.
  if (model.frame === undefined || model.isStale || message.seq <= model.seq) return model;
  if (message.seq !== model.seq + 1) return { ...model, isStale: true };
  const next = { ...model, seq: message.seq };
  switch (message.type) {
    case 'frame':
      return {
        ...next,
        frame: message.frame,
        exchanges: withoutStreaming(model.exchanges, message.frame),
        spoken: spokenOf(model, message.frame),
      };
    case 'rows':
      return { ...next, rows: keepSame(model.rows, message.rows) };
    case 'turn':
      return { ...next, turns: new Map(model.turns).set(message.turn.id, message.turn) };
    case 'append':
      return append(next, message);
    case 'accepted':
      return { ...next, accepted: accept(model, message) };
    case 'attachments':
      return withAttachments(next, message.attachments);
    case 'choices':
      return { ...next, choices: message };
    case 'exchange':
      return { ...next, exchanges: new Map(model.exchanges).set(message.turn, message.exchange) };
    case 'showSettings':
      return { ...next, settingsAsked: model.settingsAsked + 1 };
    case 'copyPlain':
    case 'copySelection':
    case 'scale':
      // Handled by the store.
      return next;
    case 'reveal':
      return { ...next, revealed: reveal(model, message) };
    case 'fill': {
      const { text, note } = message;
      return { ...next, filled: { count: model.filled.count + 1, text, note } };
    }
    default:
      message satisfies never;
      return next;
  }
}

function readSnapshot(model: ChatModel, message: Extract<ChatToPage, { type: 'snapshot' }>): ChatModel {
  const { frame, seq, turns, rows } = message;
  // A page that just opened doesn't announce the end of something it didn't see.
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

/** Returns `rows`, each as the object that it was before if it says the same. */
function keepSame(before: readonly PageRow[], rows: readonly PageRow[]): readonly PageRow[] {
  const known = new Map(before.map((row) => [row.question, row]));
  return rows.map((row) => {
    const old = known.get(row.question);
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
}

function reveal(
  { revealed }: Pick<ChatModel, 'revealed'>,
  { turn, words }: Extract<ChatToPage, { type: 'reveal' }>,
): ChatModel['revealed'] {
  return { count: revealed.count + 1, turn, words };
}

function accept(
  { accepted, frame }: Pick<ChatModel, 'accepted' | 'frame'>,
  { text, turn, edited }: Extract<ChatToPage, { type: 'accepted' }>,
): ChatModel['accepted'] {
  // It had left the composer before.
  if (turn !== undefined && turn === frame?.queued?.id) return accepted;
  return { count: accepted.count + 1, text, ...(edited === undefined ? {} : { edited }) };
}

/** Returns what a screen reader announces of a new frame: its status, or that a message waits or is the composer's again. */
function spokenOf(
  { frame: before, rows }: Pick<ChatModel, 'frame' | 'rows'>,
  { queued, status }: ChatFrame,
): string {
  if (queued && !before?.queued) return t('The message waits for the end of the answer');
  const isBack = before?.queued !== undefined && !queued && !isAsked(rows, before.queued.id);
  return isBack ? t('The waiting message is in the composer again') : status;
}

/** A continued answer comes from another request. */
function withoutStreaming(exchanges: ChatModel['exchanges'], frame: ChatFrame): ChatModel['exchanges'] {
  const others = new Map(exchanges);
  const deleted = frame.streams.filter(({ turn }) => others.delete(turn));
  return deleted.length > 0 ? others : exchanges;
}

function append(model: ChatModel, message: Extract<ChatToPage, { type: 'append' }>): ChatModel {
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

/** True if this turn is a question shown. */
export function isAsked(rows: readonly PageRow[], turn: string): boolean {
  return rows.some(({ question }) => question === turn);
}

/** Returns the place, from 0, of the column that shows this answer; -1 if none does. */
export function columnOf(rows: readonly PageRow[], turn: string): number {
  const row = rows.findLast(({ cells }) => cells.some(({ answer }) => answer === turn));
  return row?.cells.findIndex(({ answer }) => answer === turn) ?? -1;
}

/** What ↑ in an empty composer brings back. */
export function lastOwnText({ rows, turns }: Pick<ChatModel, 'rows' | 'turns'>): string | undefined {
  return turns.get(rows.at(-1)?.question ?? '')?.text;
}
