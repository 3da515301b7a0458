import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { Turn } from '../../../core/chats/tree/conversation.ts';
import { answerOf, shownPath, siblingsOf } from '../../../core/chats/tree/conversationTree.ts';
import type { PageTurn } from '../../../protocol/chat.ts';
import type { Connections } from '../../connections/connections.ts';
import type { ChatFeed } from './chatFeed.ts';
import { type ConnectionName, pageTurn } from './pageTurn.ts';

/** The turns that a chat's page shows. Sends what it doesn't have yet, or has differently. */
export class ShownTurns {
  readonly #session: Pick<ChatSession, 'conversation' | 'streaming'>;
  readonly #connections: Pick<Connections, 'named'>;
  readonly #feed: ChatFeed;
  /** Turns on the page, each with the sibling count it shows. */
  readonly #sent = new Map<string, number>();

  constructor(
    session: Pick<ChatSession, 'conversation' | 'streaming'>,
    connections: Pick<Connections, 'named'>,
    feed: ChatFeed,
  ) {
    this.#session = session;
    this.#connections = connections;
    this.#feed = feed;
  }

  /** Returns the whole path, for a page that has nothing. */
  startOver(): PageTurn[] {
    this.#sent.clear();
    return shownPath(this.#session.conversation).map((turn) => this.#show(turn));
  }

  sendTurn(id: string): void {
    const turn = this.#session.conversation.turns.get(id);
    if (turn) this.#feed.send({ type: 'turn', turn: this.#show(turn) });
  }

  sendPath(): void {
    const { conversation, streaming } = this.#session;
    const path = shownPath(conversation);
    for (const turn of path) {
      const count = siblingsOf(conversation, turn).length;
      // An answer that is regenerated in place had failed or been cut off before.
      const isNews =
        count > 1 || this.#sent.get(turn.id) !== count || turn.id === streaming || offersRetry(turn);
      if (isNews) this.sendTurn(turn.id);
    }
    // Last, so that the page switches to all of it at once without jumping.
    this.#feed.send({ type: 'path', ids: path.map((turn) => turn.id) });
  }

  /** Of the answer, since the chat may have moved to another connection since. */
  connectionOf(turnId: string): ConnectionName {
    const { conversation } = this.#session;
    const connectionId = answerOf(conversation, turnId)?.connectionId ?? conversation.connectionId;
    return this.#connections.named(connectionId);
  }

  #show(turn: Turn): PageTurn {
    const shown = pageTurn(this.#session.conversation, turn, this.connectionOf(turn.id));
    this.#sent.set(turn.id, shown.siblings.count);
    return shown;
  }
}

/** True if what its alert offers depends on whether it is the last turn. */
function offersRetry(turn: Turn): boolean {
  return turn.role === 'assistant' && (turn.state === 'failed' || turn.state === 'cut');
}
