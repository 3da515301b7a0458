import { letterAt, orderOf } from '../../../core/chats/columns/blind.ts';
import { columnNames } from '../../../core/chats/columns/columnNames.ts';
import { laterVersion } from '../../../core/chats/columns/columnVersions.ts';
import {
  type Cell,
  canBeAskedLater,
  isAnswered,
  type Row,
  sameAnswers,
} from '../../../core/chats/columns/rows.ts';
import { canWin, votableAnswers, voteOn } from '../../../core/chats/columns/votes.ts';
import type { ChatSession } from '../../../core/chats/session/chatSession.ts';
import type { Column } from '../../../core/chats/tree/column.ts';
import type { Answer, Question } from '../../../core/chats/tree/conversation.ts';
import { isHidden } from '../../../core/chats/tree/conversationTree.ts';
import { isSameModel } from '../../../core/models/modelKey.ts';
import type { PageCell, PageRow, PageVote } from '../../../protocol/chat.ts';
import { listText, t } from '../../shared/text/t.ts';
import type { ChatTabServices } from '../actions/chatTabServices.ts';
import { answerName } from '../page/redaction.ts';

/** What is known about the models of columns. */
export type ColumnFacts = Pick<ChatTabServices, 'pageModel' | 'baseOf'>;

/** Builds the rows of the transcript: each question with its answers. */
export function pageRows(session: ChatSession, rows: readonly Row[], parts: ColumnFacts): PageRow[] {
  const { conversation } = session;
  const { columns } = conversation;
  const names = columnNames(columns);
  const last = rows.at(-1);
  const busy = new Set(session.streamingAnswers.map((id) => session.columnOf(id)?.id));
  const mayAsk = new Set(
    columns.filter((column) => !busy.has(column.id) && parts.pageModel(column).gone === undefined),
  );
  return rows.map((row) => {
    const { question } = row;
    const isSecret = isHidden(question);
    const order = orderIn(session, question);
    const canAskAny = session.readOnly === undefined && !isSecret && canBeAskedLater(row, last);
    const cells = order.map((column, at): PageCell => {
      const { answer, elsewhere }: Cell = row.cells.get(column.id) ?? {};
      const id = cellId(question, column, at);
      const name = answer ? answerName(conversation, answer) : (names.get(column.id) ?? '');
      const canAsk = canAskAny && mayAsk.has(column) && !answer && !elsewhere;
      const later = answer && row === last && !isSecret ? laterVersion(conversation, answer) : undefined;
      return {
        id,
        name: isSecret ? id : name,
        ...(answer && { answer: answer.id }),
        ...(elsewhere && { elsewhere: { turn: elsewhere.turn, text: elsewhereText(elsewhere) } }),
        ...(canAsk && { canAsk }),
        ...(later && {
          later: { turn: later.turn, text: t('Later turns are on {0} of {1}', later.index, later.count) },
        }),
      };
    });
    const shown: PageRow = { question: question.id, cells };
    return columns.length === 1 ? shown : { ...shown, ...judged(session, row, order, parts) };
  });
}

function elsewhereText({ index, count }: NonNullable<Cell['elsewhere']>): string {
  return count > 1 ? t('On version {0} of {1}', index, count) : t('On another version of what came before');
}

/** Returns the column that a cell of a row stands for. */
export function cellColumn(session: ChatSession, question: Question, cell: string): Column | undefined {
  return orderIn(session, question).find((column, at) => cellId(question, column, at) === cell);
}

/** Returns the columns in the order drawn for the question while models are hidden, else in the order of the heads. */
function orderIn({ conversation }: ChatSession, question: Question): Column[] {
  const { columns, isBlind } = conversation;
  return isBlind || isHidden(question) ? orderOf(columns, question) : [...columns];
}

function cellId(question: Question, { id }: Column, at: number): string {
  return isHidden(question) ? letterAt(at) : id;
}

/** Returns what the page says about several answers to a question. */
function judged(
  session: ChatSession,
  row: Row,
  order: readonly Column[],
  parts: ColumnFacts,
): Pick<PageRow, 'isHidden' | 'vote' | 'same' | 'hasDifferences'> {
  const { conversation } = session;
  // In the order of the cells, since the order of the columns would reveal the models.
  const answers = order.flatMap(({ id }) => row.cells.get(id)?.answer ?? []);
  const isSecret = isHidden(row.question);
  const vote = pageVote(session, row, order);
  const groups = answers.some(({ state }) => state === 'streaming') ? [] : sameAnswers(answers);
  const names = groups.map((group) => group.map((answer) => answerName(conversation, answer)));
  const isAnyUnapplied = !isSecret && groups.some((group) => isUnapplied(conversation, group, parts));
  const same = sameText(names, answers.length, isAnyUnapplied);
  return {
    ...(isSecret && { isHidden: true }),
    ...(vote && { vote }),
    ...(same !== undefined && { same }),
    ...(!isSecret && answers.filter(isAnswered).length > 1 && { hasDifferences: true }),
  };
}

/** True if these equal answers include those of an adapter and its base model at temperature 0. */
function isUnapplied(
  { columns }: ChatSession['conversation'],
  answers: readonly Answer[],
  parts: ColumnFacts,
): boolean {
  if (answers.some(({ settings }) => settings.temperature !== 0)) return false;
  const models = columns.filter(({ id }) => answers.some(({ column }) => column === id));
  return models.some((model) => {
    const base = parts.baseOf(model);
    return base !== undefined && models.some((other) => isSameModel(base, other));
  });
}

function pageVote(
  { conversation, readOnly }: ChatSession,
  row: Row,
  order: readonly Column[],
): PageVote | undefined {
  const { question } = row;
  const answers = votableAnswers(row);
  if (answers.length === 0) return undefined;
  const vote = voteOn(row, conversation.votes);
  const isClosed = readOnly !== undefined || question.blind?.isRevealed === true;
  // The models were revealed without a vote, so none is shown.
  if (!vote && isClosed) return undefined;
  const chosen = answers.find(({ column }) => column === vote?.best);
  const name = chosen ? answerName(conversation, chosen) : t('a tie');
  const closed = !isClosed
    ? undefined
    : readOnly === undefined
      ? t('You chose {0} before the names were shown, so the vote stands.', name)
      : t('This chat can only be read here.');
  const whyNot = (answer: Answer | undefined): { why?: string } => {
    if (closed !== undefined) return { why: closed };
    if (canWin(answers, answer)) return {};
    return {
      why: answer
        ? t('{0} failed, was cut off or is empty, so it can only lose.', answerName(conversation, answer))
        : t('A tie needs two whole answers.'),
    };
  };
  const choices = order.flatMap((column, at) => {
    const answer = answers.find((one) => one.column === column.id);
    const best = cellId(question, column, at);
    const label = answer && answerName(conversation, answer);
    return answer && label ? [{ best, label, key: String(at + 1), ...whyNot(answer) }] : [];
  });
  const tie = { best: 'tie', label: t('Tie'), key: '0', ...whyNot(undefined) };
  return { choices: [...choices, tie], chosen: vote && (vote.best ?? 'tie') };
}

/**
 * Says which columns gave the same answer; `undefined` if none did. `groups`: the names of the columns that did, as grouped by
 * `sameAnswers`. `count`: the number of answers. `isUnapplied`: it can mean that an adapter was not applied.
 */
export function sameText(
  groups: readonly (readonly string[])[],
  count: number,
  isUnapplied: boolean,
): string | undefined {
  if (groups.length === 0) return undefined;
  const who = groups.map((names) => {
    if (names.length < count) return t('{0} gave the same answer.', listText(names));
    return count === 2 ? t('Both answers are the same.') : t('All answers are the same.');
  });
  const why = t('At temperature 0 this can mean that the adapter is not applied.');
  return [...who, ...(isUnapplied ? [why] : [])].join(' ');
}
