import type { AnswerTurn, Conversation, Turn } from './conversation.ts';
import { answerOf } from './conversationTree.ts';

export type ConversationChange = Partial<Omit<Conversation, 'turns' | 'id'>>;

/** The conversation of an open chat. Its turns change in place, so that a streaming answer doesn't copy all of them. */
export class OpenConversation {
  #value: ReturnType<typeof copyOf>;

  constructor(conversation: Conversation) {
    this.#value = copyOf(conversation);
  }

  get value(): Conversation {
    return this.#value;
  }

  turn(id: string | undefined): Turn | undefined {
    return id === undefined ? undefined : this.#value.turns.get(id);
  }

  answer(id: string): AnswerTurn | undefined {
    return answerOf(this.#value, id);
  }

  /** Adds a turn, or replaces the one with its id, which keeps its place among its siblings. */
  put(turn: Turn): void {
    this.#value.turns.set(turn.id, turn);
  }

  update(change: ConversationChange): void {
    this.#value = { ...this.#value, ...change };
  }

  replace(conversation: Conversation): void {
    this.#value = copyOf(conversation);
  }
}

function copyOf(conversation: Conversation) {
  return { ...conversation, turns: new Map(conversation.turns) };
}
