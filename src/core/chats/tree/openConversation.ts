import type { AnswerTurn, Conversation, Turn } from './conversation.ts';
import { answerOf } from './conversationTree.ts';

type Change = Partial<Omit<Conversation, 'turns' | 'id'>>;

/** The conversation of an open chat. Its turns change in place, so that a streaming answer doesn't copy all of them. */
export class OpenConversation {
  #turns = new Map<string, Turn>();
  #value: Conversation;

  constructor(conversation: Conversation) {
    this.#turns = new Map(conversation.turns);
    this.#value = { ...conversation, turns: this.#turns };
  }

  get value(): Conversation {
    return this.#value;
  }

  turn(id: string | undefined): Turn | undefined {
    return id === undefined ? undefined : this.#turns.get(id);
  }

  answer(id: string): AnswerTurn | undefined {
    return answerOf(this.#value, id);
  }

  /** A turn whose id exists already keeps its place among its siblings. */
  put(turn: Turn): void {
    this.#turns.set(turn.id, turn);
  }

  update(change: Change): void {
    this.#value = { ...this.#value, ...change };
  }

  replace(conversation: Conversation): void {
    this.#turns = new Map(conversation.turns);
    this.#value = { ...conversation, turns: this.#turns };
  }

  /** Returns a snapshot, unaffected by later changes. */
  copy(): Conversation {
    return { ...this.#value, turns: new Map(this.#turns) };
  }
}
