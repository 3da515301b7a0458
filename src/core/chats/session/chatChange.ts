import type { Attachment } from '../../attachments/attachment.ts';
import type { RetryWait } from '../../retryWait.ts';
import type { StreamChat } from './exchange.ts';

/**
 * Why nothing can be added to a chat: `newer`, a newer version has written it; `elsewhere`, another window has it open;
 * `taken`, another window has taken it over, or deleted it, while it was open here.
 */
export type ReadOnly = 'newer' | 'elsewhere' | 'taken';

export type ChatChange =
  /** Model, settings, title, whether an answer streams, or whether the chat can be written. */
  | { type: 'frame' }
  | { type: 'path' }
  | { type: 'turn'; id: string }
  | { type: 'append'; id: string; text: string; reasoning: string }
  /** The person's turn is kept, and the request may leave. `edited`: the turn that it was made from. */
  | { type: 'accepted'; text: string; attachments?: readonly Attachment[]; edited?: string }
  /** A failed try will be repeated; without `wait` that is done now. */
  | { type: 'waiting'; wait: RetryWait | undefined }
  | { type: 'ended'; id: string }
  /** Everything may be another: it was read from the disk again. */
  | { type: 'replaced' }
  /** The chat could not be written to disk; it goes on in memory, and is tried again. */
  | { type: 'notKept'; code: string | undefined };

export interface ChatService {
  /** The chat endpoint of a connection; rejects with a `ServiceError` on its first event where there is none. */
  streamChat(connectionId: string): StreamChat;
  /** The model has given no answer since the window opened. */
  isFirstRequest(connectionId: string, model: string): boolean;
}
