import type { Attachment } from '../../attachments/attachment.ts';
import { saysAnything } from '../tree/questionText.ts';
import type { ChatChange } from './chatChange.ts';
import type { ChatSession } from './chatSession.ts';

export interface Queued {
  /** Id of the question that the message becomes. */
  id: string;
  text: string;
  attachments: Attachment[];
}

/** The one message that waits until no answer is streaming. It is sent if all of them complete, and dropped if one does not. */
export class QueuedMessage {
  readonly #session: Pick<ChatSession, 'conversation' | 'isBusy' | 'send'>;
  readonly #canSend: () => boolean;
  #value: Queued | undefined;

  /** `canSend` returns false if not every model that can be asked has answered, or none can be asked now. */
  constructor(session: Pick<ChatSession, 'conversation' | 'isBusy' | 'send'>, canSend: () => boolean) {
    this.#session = session;
    this.#canSend = canSend;
  }

  /** The message until it is kept as a turn or dropped; `undefined` if none is queued. */
  get value(): Queued | undefined {
    return this.#value;
  }

  /** Queues a message. Does nothing if it is empty, if no answer is streaming, or if a message is queued already. */
  put(queued: Queued): void {
    const { isBusy, conversation } = this.#session;
    if (!isBusy || this.#value || conversation.questions.has(queued.id)) return;
    if (saysAnything(queued.text, queued.attachments)) this.#value = queued;
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
    const isComplete = this.#session.conversation.answers.get(change.id)?.state === 'complete';
    if (!isComplete || !this.#canSend()) this.drop();
    else if (!this.#session.isBusy) {
      void this.#session.send(queued.text, queued.attachments, queued.id);
    }
  }
}
