import type { Attachment } from '../../attachments/attachment.ts';
import { answerOf } from '../tree/conversationTree.ts';
import type { ChatChange } from './chatChange.ts';
import type { ChatSession } from './chatSession.ts';

export interface Queued {
  /** The id of the turn that it becomes. */
  id: string;
  text: string;
  attachments: Attachment[];
}

/** The one message that waits for what streams. Sent if all of it completes; after any other end it is just dropped. */
export class QueuedMessage {
  readonly #session: Pick<ChatSession, 'conversation' | 'isBusy' | 'send'>;
  readonly #canSend: () => boolean;
  #value: Queued | undefined;

  /** `canSend`: false if not every model that can be asked has answered, or none can be asked now. */
  constructor(session: Pick<ChatSession, 'conversation' | 'isBusy' | 'send'>, canSend: () => boolean) {
    this.#session = session;
    this.#canSend = canSend;
  }

  /** Present until the message is kept as a turn, or dropped. */
  get value(): Queued | undefined {
    return this.#value;
  }

  /** Does nothing if no answer streams, or a message waits already. */
  put(queued: Queued): void {
    const { isBusy, conversation } = this.#session;
    if (!isBusy || this.#value || conversation.turns.has(queued.id)) return;
    this.#value = queued;
  }

  drop(): void {
    this.#value = undefined;
  }

  /** Call with each change of the session. */
  follow(change: ChatChange): void {
    const queued = this.#value;
    if (!queued) return;
    if (change.type === 'accepted' && change.turn === queued.id) this.drop();
    if (change.type !== 'ended') return;
    const isComplete = answerOf(this.#session.conversation, change.id)?.state === 'complete';
    if (!isComplete || !this.#canSend()) this.drop();
    else if (!this.#session.isBusy) {
      void this.#session.send(queued.text, queued.attachments, queued.id);
    }
  }
}
