import { letterAt, orderOf } from '../../../core/chats/columns/blind.ts';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import type { Answer, Conversation, Turns } from '../../../core/chats/tree/conversation.ts';
import { isHidden } from '../../../core/chats/tree/conversationTree.ts';
import { cleanText } from '../../../core/cleanText.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { isSameModel } from '../../../core/models/modelKey.ts';
import type { PageTurn } from '../../../protocol/chat.ts';
import { t } from '../../shared/text/t.ts';

type Columns = Turns & Pick<Conversation, 'columns'>;

/** The name and URL of the connection behind an answer; of a removed connection, only its id is known. */
export type ConnectionName = Pick<Connection, 'name' | 'baseUrl'>;

/** Returns the name of the model that gave an answer: a letter while it is hidden. Its column may have another model now. */
export function answerName(conversation: Columns, answer: Answer): string {
  const question = conversation.questions.get(answer.question);
  if (question && isHidden(question)) {
    const order = orderOf(conversation.columns, question);
    return letterAt(order.findIndex(({ id }) => id === answer.column));
  }
  const column = conversation.columns.find(({ id }) => id === answer.column);
  const isOwn = column && isSameModel(column, answer);
  return (isOwn && columnNames(conversation.columns).get(column.id)) || cleanText(answer.name);
}

/** Returns an answer to a hidden question without anything that reveals its model. */
export function redacted(conversation: Columns, answer: Answer): Answer {
  const { id, question, column, text, reasoning, state, at, error } = answer;
  const { kind = 'protocol', status, retryAt } = error ?? {};
  return {
    ...{ id, question, column, text, reasoning, state, at, settings: {} },
    connectionId: '',
    name: answerName(conversation, answer),
    ...(error && { error: { kind, ...(status && { status }), ...(retryAt && { retryAt }) } }),
  };
}

/** Returns a stand-in for the connection of an answer whose model is hidden. */
export function redactedConnection(): ConnectionName {
  return { name: t('The service'), baseUrl: 'https://service' };
}

/** Returns an answer to a hidden question with only those buttons that reveal nothing. */
export function withHarmlessAlert(turn: PageTurn): PageTurn {
  if (turn.role === 'user' || !turn.alert) return turn;
  const buttons = turn.alert.buttons.filter(({ action }) => action === 'retry');
  return { ...turn, alert: { ...turn.alert, buttons, detail: undefined } };
}
