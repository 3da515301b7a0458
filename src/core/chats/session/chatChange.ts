import type { RetryWait, StreamChat } from '../../../api/types.ts';
import type { Attachment } from '../../attachments/attachment.ts';
import type { FirstRequests } from '../../exchange/firstRequests.ts';
import type { NamedModel } from '../../models/modelKey.ts';
import type { Column, Deployment } from '../tree/column.ts';

/**
 * Why a chat can't be added to. `newer`: a newer version wrote it. `elsewhere`: another window has it open. `taken`: another
 * window took it over or deleted it while it was open here.
 */
export type ReadOnly = 'newer' | 'elsewhere' | 'taken';

export type ChatChange =
  /** The models, settings, title or votes changed, or which answers are streaming, or whether the chat can be written. */
  | { type: 'frame' }
  /** What the columns show changed. */
  | { type: 'path' }
  | { type: 'turn'; id: string }
  | { type: 'append'; id: string; text: string; reasoning: string }
  /** The user's question is in the chat, as `turn` or by editing `edited`, and the request may be sent. */
  | { type: 'accepted'; text: string; turn?: string; attachments?: readonly Attachment[]; edited?: string }
  /** The request for an answer is being sent. */
  | { type: 'begun'; id: string }
  /** A failed request will be repeated after `wait`; without `wait`, it is being repeated now. */
  | { type: 'waiting'; id: string; wait: RetryWait | undefined }
  | { type: 'ended'; id: string }
  /** Anything may have changed: the conversation was replaced as a whole. */
  | { type: 'replaced' }
  /** The chat could not be written to disk; it stays in memory, and the write is retried. */
  | { type: 'notKept'; code: string | undefined };

export interface ChatService extends FirstRequests {
  /** Returns the chat endpoint of a connection. If the connection is gone, the stream throws a `ServiceError` when read. */
  streamChat(connectionId: string): StreamChat;
  /** True for a model that was deleted or is no longer listed: it is not asked. */
  isGone(column: Column): boolean;
  /** Returns a model's deployment as it is listed now; call `readKept` before. */
  deployment(model: NamedModel): Deployment | undefined;
  /** Reads the lists of these models that an earlier window kept, where none is loaded yet: they count until one is. */
  readKept(models: readonly NamedModel[]): Promise<void>;
}
