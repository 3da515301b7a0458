import type { ChatFrame, ChatToPage, PageAttachment, PageExchange, PageTurn } from '../../protocol/chat.ts';
import { t } from '../shared/l10n.ts';
import { chipLabel } from './attachments/chipLabel.ts';

/** What the page knows: a projection of the host's state, replaced as a whole with each message. */
export interface ChatModel {
  seq: number;
  /** `undefined` until the first snapshot. */
  frame: ChatFrame | undefined;
  turns: ReadonlyMap<string, PageTurn>;
  /** The shown path. */
  ids: readonly string[];
  /** A message was missed: all but a snapshot is ignored until one comes. */
  isStale: boolean;
  /** Attachments of the next message. */
  attachments: readonly PageAttachment[];
  /** The last message the host has kept, numbered to tell two equal ones apart; `edited`: the turn it replaces. */
  accepted: { count: number; text: string; edited?: string };
  /** Exchanges shown for answers; asking again gives a new object. */
  exchanges: ReadonlyMap<string, PageExchange>;
  /** The turn to scroll to and the words to mark in it, numbered to tell two requests apart. */
  revealed: { count: number; turn: string; words: readonly string[] };
  /** What screen readers announce. */
  spoken: string;
}

export const emptyChat: ChatModel = {
  seq: 0,
  frame: undefined,
  turns: new Map(),
  ids: [],
  isStale: false,
  attachments: [],
  accepted: { count: 0, text: '' },
  exchanges: new Map(),
  revealed: { count: 0, turn: '', words: [] },
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
    case 'path':
      return { ...next, ids: message.ids };
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
    default:
      message satisfies never;
      return next;
  }
}

function readSnapshot(model: ChatModel, message: Extract<ChatToPage, { type: 'snapshot' }>): ChatModel {
  const { frame, seq, turns } = message;
  // A page that just opened doesn't announce the end of something it didn't see.
  const isNews = model.frame !== undefined || frame.streaming !== undefined;
  return {
    ...model,
    seq,
    frame,
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    ids: turns.map((turn) => turn.id),
    isStale: false,
    attachments: [],
    spoken: isNews ? frame.status : '',
  };
}

function reveal(
  { revealed }: ChatModel,
  { turn, words }: Extract<ChatToPage, { type: 'reveal' }>,
): ChatModel['revealed'] {
  return { count: revealed.count + 1, turn, words };
}

function accept(
  { accepted, frame }: ChatModel,
  { text, turn, edited }: Extract<ChatToPage, { type: 'accepted' }>,
): ChatModel['accepted'] {
  // It had left the composer before.
  if (turn !== undefined && turn === frame?.queued?.id) return accepted;
  return { count: accepted.count + 1, text, ...(edited === undefined ? {} : { edited }) };
}

/** Returns what a screen reader announces of a new frame: its status, or that a message waits or is the composer's again. */
function spokenOf({ frame: before, ids }: ChatModel, { queued, status }: ChatFrame): string {
  if (queued && !before?.queued) return t('The message waits for the end of the answer');
  const isBack = before?.queued !== undefined && !queued && !ids.includes(before.queued.id);
  return isBack ? t('The waiting message is in the composer again') : status;
}

/** A continued answer comes from another request. */
function withoutStreaming(
  exchanges: ChatModel['exchanges'],
  { streaming }: ChatFrame,
): ChatModel['exchanges'] {
  const others = new Map(exchanges);
  return streaming !== undefined && others.delete(streaming) ? others : exchanges;
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

/** Returns the turns of the shown path, without any that were announced but have not arrived. */
export function shownTurns({ ids, turns }: ChatModel): PageTurn[] {
  return ids.map((id) => turns.get(id)).filter((turn) => turn !== undefined);
}

/** What ↑ in an empty composer brings back. */
export function lastOwnText(turns: readonly PageTurn[]): string | undefined {
  return turns.findLast((turn) => turn.role === 'user')?.text;
}
