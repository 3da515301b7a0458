import type { ChatChange } from '../../../core/chats/session/chatChange.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { QueuedMessage } from '../../../core/chats/session/queuedMessage.ts';
import { saysAnything } from '../../../core/chats/tree/userTurn.ts';
import type { PageAttachment, PageQueued } from '../../../protocol/chat.ts';
import type { ChatAttachments } from '../attachments/chatAttachments.ts';

type Asked = Pick<ChatSession, 'conversation' | 'isBusy' | 'send'>;

/** Sends what leaves a chat's composer: messages with their attachments, one of which may be queued. */
export class Outbox {
  readonly #session: Asked;
  readonly #attachments: ChatAttachments;
  readonly #queue: QueuedMessage;

  /** `canSend` returns false if the chat's models can't be asked now. */
  constructor(session: Asked, attachments: ChatAttachments, canSend: () => boolean) {
    this.#session = session;
    this.#attachments = attachments;
    this.#queue = new QueuedMessage(session, canSend);
  }

  /** The queued message. */
  get queued(): PageQueued | undefined {
    const { value } = this.#queue;
    if (!value) return undefined;
    const attachments = this.#attachments.shown((one) => value.attachments.includes(one));
    return { id: value.id, text: value.text, attachments };
  }

  /** The attachments in the composer, without those of the queued message. */
  get attached(): PageAttachment[] {
    const waiting = this.#queue.value?.attachments ?? [];
    return this.#attachments.shown((one) => !waiting.includes(one));
  }

  /** Call with each change of the session. */
  follow(change: ChatChange): void {
    this.#queue.follow(change);
    if (change.type === 'accepted') this.#attachments.tray.forgetSent(change.attachments ?? []);
  }

  /** Sends a message. Does nothing if an attachment no longer exists: the message must not be sent without it. */
  send(text: string, ids: readonly string[] = []): void {
    const attachments = this.#attachments.tray.choose(ids);
    if (attachments) void this.#session.send(text, attachments);
  }

  queue(id: string, text: string, ids: readonly string[] = []): void {
    const attachments = this.#attachments.tray.choose(ids);
    if (attachments && saysAnything(text, attachments)) this.#queue.put({ id, text, attachments });
  }

  unqueue(): void {
    this.#queue.drop();
  }
}
