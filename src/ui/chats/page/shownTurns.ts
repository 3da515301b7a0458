import { answersIn, type Row, rowsOf } from '../../../core/chats/columns/rows.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import { ColumnPaths } from '../../../core/chats/tree/columnPaths.ts';
import { isAnswer, type Turn } from '../../../core/chats/tree/conversation.ts';
import { isHidden, isSentAlone, questionOf, turnOf } from '../../../core/chats/tree/conversationTree.ts';
import { hasContent } from '../../../core/messageContent.ts';
import type { AlertAction, PageTurn } from '../../../protocol/chat.ts';
import type { ChatFeed } from './chatFeed.ts';
import { pageTurn, surroundingsIn } from './pageTurn.ts';
import { type ConnectionName, redacted, redactedConnection, withHarmlessAlert } from './redaction.ts';

type Session = Pick<ChatSession, 'conversation' | 'streamingAnswers' | 'readOnly'>;

/** The turns that a page shows. Sends those that the page lacks, or shows differently. */
export function shownTurns(
  session: Session,
  feed: Pick<ChatFeed, 'send'>,
  nameOf: (connectionId: string) => ConnectionName,
) {
  /** The turns on the page by id, each with the sibling count that it shows, and whether its model is hidden there. */
  const sent = new Map<string, { count: number; isSecret: boolean }>();

  /** Returns the connection that gave an answer, since the chat may have moved to another one. */
  function connectionOf(turnId: string): ConnectionName {
    const { conversation } = session;
    if (isHidden(questionOf(conversation, turnId))) return redactedConnection();
    const { connectionId } = conversation.answers.get(turnId) ?? conversation.columns[0];
    return nameOf(connectionId);
  }

  /** Returns a function that returns what the page shows of a turn. Valid until the conversation changes. */
  function showIn(surroundings = surroundingsIn(session)): (turn: Turn) => PageTurn {
    const { conversation } = session;
    const ends = endsIn(conversation);
    return (turn) => {
      const isSecret = isHidden(questionOf(conversation, turn.id));
      const seen = isSecret && isAnswer(turn) ? redacted(conversation, turn) : turn;
      const canRetry = isSecret || ends.has(turn.id);
      const shown = pageTurn({ ...surroundings, connection: connectionOf(turn.id), canRetry }, seen);
      sent.set(turn.id, { count: shown.siblings.count, isSecret });
      return isSecret ? withHarmlessAlert(shown) : shown;
    };
  }

  return {
    connectionOf,
    /** Returns all shown turns, for a page that has none. */
    startOver(rows: readonly Row[]): PageTurn[] {
      sent.clear();
      return turnsOf(rows).map(showIn());
    },
    isShown: (id: string) => turnsOf(rowsOf(session.conversation)).some((turn) => turn.id === id),
    /** True if the page has all turns that are shown. */
    hasAll: (rows: readonly Row[]) => turnsOf(rows).every(({ id }) => sent.has(id)),
    /** True if the page shows a button with this action for an answer. */
    offers(id: string, action: AlertAction): boolean {
      const turn = session.conversation.answers.get(id);
      const shown = turn && showIn()(turn);
      if (shown?.role !== 'assistant') return false;
      return shown.alert?.buttons.some((one) => one.action === action) ?? false;
    },
    sendTurn(id: string): void {
      const turn = turnOf(session.conversation, id);
      if (turn) feed.send({ type: 'turn', turn: showIn()(turn) });
    },
    /** Sends the turns that the page lacks, or that have changed with what is shown. */
    sendNews(rows: readonly Row[]): void {
      const { streamingAnswers, conversation } = session;
      const surroundings = surroundingsIn(session);
      const show = showIn(surroundings);
      for (const turn of turnsOf(rows)) {
        const count = surroundings.siblingsOf(turn).length;
        const before = sent.get(turn.id);
        // An answer that is regenerated in place had failed or been cut off before.
        const isNews =
          count > 1 ||
          before?.count !== count ||
          (before.isSecret && !isHidden(questionOf(conversation, turn.id))) ||
          streamingAnswers.includes(turn.id) ||
          // Its buttons depend on whether it is the last turn.
          (isAnswer(turn) && (turn.state !== 'complete' || !hasContent(turn)));
        if (isNews) feed.send({ type: 'turn', turn: show(turn) });
      }
    },
  };
}

function turnsOf(rows: readonly Row[]): Turn[] {
  return rows.flatMap((row) => [row.question, ...drawnAnswers(row)]);
}

/** Returns the answers in the drawn order, since the order of the columns would reveal which answer is which model's. */
function drawnAnswers(row: Row): Turn[] {
  const { order = [] } = row.question.blind ?? {};
  return answersIn(row).sort((a, b) => order.indexOf(a.column) - order.indexOf(b.column));
}

/** Returns the ids of the turns that are the last of what is sent together: asking again there hides nothing that followed. */
function endsIn(conversation: ChatSession['conversation']): ReadonlySet<string> {
  const paths = new ColumnPaths(conversation);
  const ends = conversation.columns.flatMap((column) => {
    const path = paths.path(column);
    const isEnd = (at: number) => {
      const next = path[at + 1];
      return !next || isSentAlone(next.question);
    };
    return path.flatMap(({ question, answer = question }, at) => (isEnd(at) ? answer.id : []));
  });
  return new Set(ends);
}
