import type { ChatStore } from '../../../core/chats/disk/chatStore.ts';
import type { Comparison, Vote } from '../../../core/chats/tree/comparison.ts';
import type { Conversation } from '../../../core/chats/tree/conversation.ts';
import { tallyText } from './tallyText.ts';

/** The votes on all kept comparisons, summed per pair of models. */
export class Tally {
  readonly #store: Pick<ChatStore, 'list'>;
  /** By the id of their chat, as last counted. */
  #votes: ReadonlyMap<string, readonly Vote[]> = new Map();

  constructor(store: Pick<ChatStore, 'list'>) {
    this.#store = store;
  }

  /** Reads which votes there are. Call when somebody looks. */
  async count(): Promise<void> {
    const chats = await this.#store.list();
    this.#votes = new Map(chats.map(({ id, compared }) => [id, compared?.votes ?? []]));
  }

  /** Sentences on each pair of the comparison's models. An open chat knows its own votes best. */
  sentences({ id }: Conversation, comparison: Comparison): string[] {
    const all = [...this.#votes].flatMap(([chat, votes]) => (chat === id ? [] : votes));
    return tallyText([...all, ...comparison.votes], comparison.columns);
  }
}
