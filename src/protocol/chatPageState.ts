import type { EditDraft } from '../core/chats/tree/chatDraft.ts';
import type { ChatSettings } from '../core/chats/tree/chatSettings.ts';
import type { PageQueued } from './chat.ts';

export type { EditDraft };

/** A message that left the composer and is not a turn yet. */
export type QueuedDraft = Pick<PageQueued, 'id' | 'text'>;

/** What the page keeps with `setState`; the rest lives in the host. */
export interface ChatPageState {
  conversationId: string;
  draft: string;
  /** Says where the draft comes from, if the user didn't write it. */
  note?: string | undefined;
  /** The message that waits, in case that the host is gone before it is sent. */
  queued?: QueuedDraft | undefined;
  /** Absent if there are none. */
  edits?: readonly EditDraft[] | undefined;
  /** Texts of settings that can't be, as typed, by the id of their column; by "" for those of all columns. Absent if there are none. */
  faults?: Readonly<Record<string, Partial<Record<keyof ChatSettings, string>>>> | undefined;
  /** The column whose settings are shown; without one, those of all columns. Absent while they are closed. */
  settings?: { column?: string | undefined } | undefined;
  /** Absent while the end is in sight. */
  place?: ReadingPlace | undefined;
  /** The place among the columns of the one shown where there is room for one only, from 0. */
  tab?: number | undefined;
}

/** Where the user has scrolled back to. */
export interface ReadingPlace {
  turn: string;
  /** How much of the turn is hidden above, in CSS pixels; negative if it begins further down. */
  above: number;
}
