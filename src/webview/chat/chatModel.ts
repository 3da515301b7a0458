import type { ChatFrame, ChatToPage, PageAttachment, PageExchange, PageTurn } from '../../protocol/chat.ts';
import type { ColumnPath, CompareFrame } from '../../protocol/compare.ts';
import { t } from '../shared/l10n.ts';
import { chipLabel } from './attachments/chipLabel.ts';

/** Of a chat, which has one path, or of a comparison, which has one a column. */
export type PageFrame = ChatFrame | CompareFrame;

/** What the host may say to a page with such a frame. */
export type ToPage<F extends PageFrame> =
  | { type: 'snapshot'; seq: number; frame: F; turns: PageTurn[]; paths?: readonly ColumnPath[] }
  | { type: 'frame'; seq: number; frame: F }
  | { type: 'paths'; seq: number; paths: readonly ColumnPath[] }
  | Exclude<ChatToPage, { type: 'snapshot' | 'frame' }>;

/** What the page knows: a projection of the host's state, replaced as a whole with each message. */
export interface ChatModel<F extends PageFrame = ChatFrame> {
  seq: number;
  /** `undefined` until the first snapshot. */
  frame: F | undefined;
  turns: ReadonlyMap<string, PageTurn>;
  /** The shown turns, each once. */
  ids: readonly string[];
  /** The shown path of each column; none for a chat. */
  paths: ReadonlyMap<string, readonly string[]>;
  /** A message was missed: all but a snapshot is ignored until one comes. */
  isStale: boolean;
  /** Attachments of the next message. */
  attachments: readonly PageAttachment[];
  /** The last message the host has kept, numbered to tell two equal ones apart; `edited`: the turn it replaces. */
  accepted: { count: number; text: string; edited?: string };
  /** What the composer is to be filled with, numbered to tell two equal ones apart. */
  filled: { count: number; text: string; note: string | undefined };
  /** Exchanges shown for answers; asking again gives a new object. */
  exchanges: ReadonlyMap<string, PageExchange>;
  /** The turn to scroll to and the words to mark in it, numbered to tell two requests apart. */
  revealed: { count: number; turn: string; words: readonly string[] };
  /** What screen readers announce. */
  spoken: string;
}

export const emptyChat: ChatModel<never> = {
  seq: 0,
  frame: undefined,
  turns: new Map(),
  ids: [],
  paths: new Map(),
  isStale: false,
  attachments: [],
  accepted: { count: 0, text: '' },
  filled: { count: 0, text: '', note: undefined },
  exchanges: new Map(),
  revealed: { count: 0, turn: '', words: [] },
  spoken: '',
};

/** Returns the model after `message`. When `isStale` becomes true, ask for a snapshot. */
export function reduceChat<F extends PageFrame>(model: ChatModel<F>, message: ToPage<F>): ChatModel<F> {
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
    case 'path':
      return { ...next, ids: message.ids };
    case 'paths':
      return { ...next, ...pathsOf(message.paths) };
    case 'turn':
      return { ...next, turns: new Map(model.turns).set(message.turn.id, message.turn) };
    case 'append':
      return append(next, message);
    case 'accepted':
      return { ...next, accepted: accept(model, message) };
    case 'attachments':
      return withAttachments(next, message.attachments);
    case 'exchange':
      return { ...next, exchanges: new Map(model.exchanges).set(message.turn, message.exchange) };
    case 'copyPlain':
    case 'copySelection':
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

function readSnapshot<F extends PageFrame>(
  model: ChatModel<F>,
  message: Extract<ToPage<F>, { type: 'snapshot' }>,
): ChatModel<F> {
  const { frame, seq, turns, paths } = message;
  // A page that just opened doesn't announce the end of something it didn't see.
  const isNews = model.frame !== undefined || streamingIn(frame).length > 0;
  return {
    ...model,
    seq,
    frame,
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    ids: turns.map((turn) => turn.id),
    ...(paths && pathsOf(paths)),
    isStale: false,
    attachments: [],
    spoken: isNews ? frame.status : '',
  };
}

function reveal(
  { revealed }: Pick<ChatModel, 'revealed'>,
  { turn, words }: Extract<ChatToPage, { type: 'reveal' }>,
): ChatModel['revealed'] {
  return { count: revealed.count + 1, turn, words };
}

function accept(
  { accepted, frame }: Pick<ChatModel<PageFrame>, 'accepted' | 'frame'>,
  { text, turn, edited }: Extract<ChatToPage, { type: 'accepted' }>,
): ChatModel['accepted'] {
  // It had left the composer before.
  if (turn !== undefined && turn === frame?.queued?.id) return accepted;
  return { count: accepted.count + 1, text, ...(edited === undefined ? {} : { edited }) };
}

/** Returns what a screen reader announces of a new frame: its status, or that a message waits or is the composer's again. */
function spokenOf(
  { frame: before, ids }: Pick<ChatModel<PageFrame>, 'frame' | 'ids'>,
  { queued, status }: PageFrame,
): string {
  if (queued && !before?.queued) return t('The message waits for the end of the answer');
  const isBack = before?.queued !== undefined && !queued && !ids.includes(before.queued.id);
  return isBack ? t('The waiting message is in the composer again') : status;
}

/** A continued answer comes from another request. */
function withoutStreaming(exchanges: ChatModel['exchanges'], frame: PageFrame): ChatModel['exchanges'] {
  const others = new Map(exchanges);
  const deleted = streamingIn(frame).filter((turn) => others.delete(turn));
  return deleted.length > 0 ? others : exchanges;
}

/** Returns the ids of the streaming answers. */
export function streamingIn(frame: PageFrame | undefined): string[] {
  const all =
    frame && 'columns' in frame ? frame.columns.map(({ streaming }) => streaming) : [frame?.streaming];
  return all.filter((turn) => turn !== undefined);
}

function pathsOf(paths: readonly ColumnPath[]): Pick<ChatModel, 'ids' | 'paths'> {
  const ids = [...new Set(paths.flatMap((one) => one.ids))];
  return { ids, paths: new Map(paths.map((one) => [one.column, one.ids])) };
}

function append<F extends PageFrame>(
  model: ChatModel<F>,
  message: Extract<ChatToPage, { type: 'append' }>,
): ChatModel<F> {
  const turn = model.turns.get(message.turn);
  if (turn?.role !== 'assistant') return { ...model, isStale: true };
  const grown = { ...turn, text: turn.text + message.text, reasoning: turn.reasoning + message.reasoning };
  return { ...model, turns: new Map(model.turns).set(turn.id, grown) };
}

function withAttachments<F extends PageFrame>(
  model: ChatModel<F>,
  attachments: readonly PageAttachment[],
): ChatModel<F> {
  const before = new Set(model.attachments.map(({ id }) => id));
  const added = attachments.filter(({ id }) => !before.has(id)).map(chipLabel);
  const spoken = added.length === 0 ? model.spoken : t('Attached: {0}', added.join(', '));
  return { ...model, attachments, spoken };
}

/** Returns the turns of the shown path, without any that were announced but have not arrived. */
export function shownTurns({ ids, turns }: Pick<ChatModel<PageFrame>, 'ids' | 'turns'>): PageTurn[] {
  return ids.map((id) => turns.get(id)).filter((turn) => turn !== undefined);
}

/** What ↑ in an empty composer brings back. */
export function lastOwnText(turns: readonly PageTurn[]): string | undefined {
  return turns.findLast((turn) => turn.role === 'user')?.text;
}
