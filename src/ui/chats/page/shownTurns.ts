import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { AnswerTurn, Turn } from '../../../core/chats/tree/conversation.ts';
import { answerOf } from '../../../core/chats/tree/conversationTree.ts';
import type { PageTurn } from '../../../protocol/chat.ts';
import type { ChatFeed } from './chatFeed.ts';
import { type ConnectionName, pageTurn, surroundingsIn } from './pageTurn.ts';

interface Sight {
  /** Returns the answer as the page may know it. */
  see: (answer: AnswerTurn) => AnswerTurn;
  nameOf: (connectionId: string) => ConnectionName;
  /** Returns what the page may show of a turn. */
  show: (turn: PageTurn) => PageTurn;
}

/** The turns that a page shows. Sends what it doesn't have yet, or has differently. */
export class ShownTurns {
  readonly #session: Pick<ChatSession, 'conversation' | 'streamingAnswers'>;
  readonly #feed: ChatFeed;
  readonly #paths: () => readonly (readonly Turn[])[];
  readonly #sight: Sight;
  /** Turns on the page, each with the sibling count it shows. */
  readonly #sent = new Map<string, number>();

  /** `paths`: what is shown, from the first turns on; they may have turns in common. */
  constructor(
    session: Pick<ChatSession, 'conversation' | 'streamingAnswers'>,
    feed: ChatFeed,
    paths: () => readonly (readonly Turn[])[],
    sight: Sight,
  ) {
    this.#session = session;
    this.#feed = feed;
    this.#paths = paths;
    this.#sight = sight;
  }

  /** Returns all of them, for a page that has nothing. */
  startOver(): PageTurn[] {
    this.#sent.clear();
    return this.#shown.map(this.#showIn());
  }

  isShown(id: string): boolean {
    return this.#shown.some((turn) => turn.id === id);
  }

  sendTurn(id: string): void {
    const turn = this.#session.conversation.turns.get(id);
    if (turn) this.#feed.send({ type: 'turn', turn: this.#showIn()(turn) });
  }

  /** Sends the turns that the page lacks, or that have changed with the paths. */
  sendNews(): void {
    const { streamingAnswers } = this.#session;
    const surroundings = surroundingsIn(this.#session.conversation);
    const show = this.#showIn(surroundings);
    for (const turn of this.#shown) {
      const count = surroundings.siblingsOf(turn).length;
      // An answer that is regenerated in place had failed or been cut off before.
      const isNews =
        count > 1 ||
        this.#sent.get(turn.id) !== count ||
        streamingAnswers.includes(turn.id) ||
        offersRetry(turn);
      if (isNews) this.#feed.send({ type: 'turn', turn: show(turn) });
    }
  }

  /** Of the answer, since the chat may have moved to another connection since. */
  connectionOf(turnId: string): ConnectionName {
    const { conversation } = this.#session;
    return this.#sight.nameOf(answerOf(conversation, turnId)?.connectionId ?? conversation.connectionId);
  }

  get #shown(): Turn[] {
    return [...new Map(this.#paths().flatMap((path) => path.map((turn) => [turn.id, turn]))).values()];
  }

  /** Returns what the page shows of a turn, until the conversation changes. */
  #showIn(surroundings = surroundingsIn(this.#session.conversation)): (turn: Turn) => PageTurn {
    const last = new Set(this.#paths().map((path) => path.at(-1)?.id));
    return (turn) => {
      const seen = turn.role === 'assistant' ? this.#sight.see(turn) : turn;
      const shown = pageTurn(surroundings, seen, this.connectionOf(turn.id), last.has(turn.id));
      this.#sent.set(turn.id, shown.siblings.count);
      return this.#sight.show(shown);
    };
  }
}

/** True if what its alert offers depends on whether it is the last turn. */
function offersRetry(turn: Turn): boolean {
  return turn.role === 'assistant' && (turn.state === 'failed' || turn.state === 'cut');
}
