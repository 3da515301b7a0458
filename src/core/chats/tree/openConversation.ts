import type { AnswerTurn, Conversation, Turn } from './conversation.ts';
import { answerOf } from './conversationTree.ts';

type Change = Partial<Omit<Conversation, 'turns' | 'id'>>;

/** The conversation of an open chat. Its turns grow and shrink in place: an answer that streams costs no copy of all of them. */
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

  /** A turn with an id that is there already keeps its place among its siblings. */
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

  /** As it is now, whatever is put into it later. */
  copy(): Conversation {
    return { ...this.#value, turns: new Map(this.#turns) };
  }
}
