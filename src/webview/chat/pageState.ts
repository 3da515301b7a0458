import type { ChatPageState, EditDraft, QueuedDraft, ReadingPlace } from '../../protocol/chatPageState.ts';
import type { ChatHost } from './pageStore.ts';

/** Reads the state kept by an earlier instance of the page; `undefined` if it can't be read. */
export function readKept(kept: unknown): ChatPageState | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { conversationId, draft, note, queued, edits, place, tab } = kept as Partial<
    Record<keyof ChatPageState, unknown>
  >;
  if (typeof conversationId !== 'string' || typeof draft !== 'string') return undefined;
  const readable = Array.isArray(edits) ? edits.filter(isEdit) : [];
  return {
    conversationId,
    draft,
    ...(typeof note === 'string' && { note }),
    ...(isQueued(queued) && { queued }),
    ...(readable.length > 0 && { edits: readable }),
    ...(isPlace(place) && { place }),
    ...(isColumn(tab) && { tab }),
  };
}

function isQueued(queued: unknown): queued is QueuedDraft {
  if (typeof queued !== 'object' || queued === null) return false;
  const { id, text } = queued as Partial<Record<keyof QueuedDraft, unknown>>;
  return typeof id === 'string' && typeof text === 'string';
}

function isEdit(edit: unknown): edit is EditDraft {
  if (typeof edit !== 'object' || edit === null) return false;
  const { turn, text, isOpen } = edit as Partial<Record<keyof EditDraft, unknown>>;
  return typeof turn === 'string' && typeof text === 'string' && typeof isOpen === 'boolean';
}

function isPlace(place: unknown): place is ReadingPlace {
  if (typeof place !== 'object' || place === null) return false;
  const { turn, above } = place as Partial<Record<keyof ReadingPlace, unknown>>;
  return typeof turn === 'string' && Number.isFinite(above);
}

function isColumn(tab: unknown): tab is number {
  return Number.isInteger(tab) && Number(tab) >= 0;
}

/** Returns the state kept of this conversation; an empty draft if there is none. */
export function keptOf(host: Pick<ChatHost, 'kept'>, conversationId: string): ChatPageState {
  const kept = readKept(host.kept());
  return kept?.conversationId === conversationId ? kept : { conversationId, draft: '' };
}
