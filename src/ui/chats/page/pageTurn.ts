import type { ReadOnly } from '../../../core/chats/session/chatChange.ts';
import { type Answer, isAnswer, type Turn, type Turns } from '../../../core/chats/tree/conversation.ts';
import { isSentAlone, isUnanswered, siblingsIn } from '../../../core/chats/tree/conversationTree.ts';
import { hasContent } from '../../../core/messageContent.ts';
import type { AlertAction, PageAlert, PageTurn } from '../../../protocol/chat.ts';
import { errorText } from '../../shared/errors/errorText.ts';
import { pageCalls } from '../../shared/text/pageCalls.ts';
import { t } from '../../shared/text/t.ts';
import { tokensText } from '../../shared/text/unitText.ts';
import { sentAttachments } from '../attachments/pageAttachment.ts';
import { metricsText } from './metricsText.ts';
import { pictureAlert, picturesIn } from './pictureAlert.ts';
import type { ConnectionName } from './redaction.ts';

type Shown = { conversation: Turns; readOnly?: ReadOnly | undefined };

/** Returns what all turns of a conversation depend on, until it changes. Finding it for each turn would take minutes. */
export function surroundingsIn({ conversation, readOnly }: Shown) {
  return {
    questions: conversation.questions,
    siblingsOf: siblingsIn(conversation),
    hasPictureIn: picturesIn(conversation),
    /** True if another window has the chat, and may be receiving an answer. */
    isElsewhere: readOnly === 'elsewhere',
  };
}

/** What a turn on the page depends on, besides the turn itself. `canRetry`: asking again hides nothing that followed. */
type Surroundings = ReturnType<typeof surroundingsIn> & { connection: ConnectionName; canRetry: boolean };

/** Returns a turn as the page shows it. */
export function pageTurn(surroundings: Surroundings, turn: Turn): PageTurn {
  const { id, text } = turn;
  const ids = surroundings.siblingsOf(turn).map((one) => one.id);
  const at = ids.indexOf(id);
  const siblings = { index: at + 1, count: ids.length, previous: ids[at - 1], next: ids[at + 1] };
  if (!isAnswer(turn)) {
    const attachments = sentAttachments(turn);
    const isBelow = isSentAlone(turn) && turn.below !== undefined;
    const notice = isBelow ? t('Sent without the earlier turns.') : undefined;
    return { role: 'user', id, text, notice, siblings, ...(attachments.length > 0 && { attachments }) };
  }
  const { name, reasoning, reasoningMs, state, toolCalls } = turn;
  return {
    ...{ role: 'assistant', id, name, text, reasoning, reasoningMs, state, siblings },
    ...(toolCalls && { calls: pageCalls(toolCalls) }),
    figures: metricsText(turn),
    alert: pageAlert(surroundings, turn),
    notice: noticeText(surroundings, turn),
  };
}

interface Alert extends Pick<PageAlert, 'text' | 'wait'> {
  detail?: string | undefined;
  actions: readonly AlertAction[];
}

function pageAlert(surroundings: Surroundings, answer: Answer): PageAlert | undefined {
  const alert = alertOf(surroundings, answer);
  const { canRetry } = surroundings;
  // An answer that the user stopped and then left behind needs no alert.
  const isPast = answer.state === 'stopped' && answer.text !== '' && !canRetry;
  if (!alert || isPast) return undefined;
  const { text, wait, detail, actions } = alert;
  const labels: Record<AlertAction, string> = {
    retry: t('Retry'),
    edit: t('Edit'),
    continue: t('Continue'),
    chooseModel: t('Choose Model'),
    setApiKey: t('Set API Key…'),
    diagnose: t('Diagnose Connection'),
    showLog: t('Show Log'),
    settings: t('Settings'),
    withoutPictures: t('Send Without Pictures'),
  };
  // An earlier question can be edited instead: asking it again would hide what followed.
  const offered = actions.map((action) => (action === 'retry' && !canRetry ? 'edit' : action));
  const buttons = offered.map((action) => ({ action, label: labels[action] }));
  return { text, ...(wait && { wait }), detail, buttons };
}

function alertOf(surroundings: Surroundings, answer: Answer): Alert | undefined {
  switch (answer.state) {
    case 'failed':
      return failedAlert(surroundings, answer);
    case 'cut':
      if (mayGoOn(surroundings, answer)) return undefined;
      return { text: cutText(answer, surroundings.connection), actions: withContinue(answer, ['retry']) };
    case 'limit':
      return { text: t('Stopped at the token limit.'), actions: ['continue'] };
    case 'stopped':
      return answer.text === ''
        ? { text: t('Stopped before the first word.'), actions: ['retry'] }
        : { text: t('Stopped.'), actions: ['continue'] };
    case 'complete':
      return hasContent(answer) ? undefined : { text: emptyText(answer), actions: ['retry'] };
    default:
      return undefined;
  }
}

function failedAlert(surroundings: Surroundings, answer: Answer): Alert {
  const { connection } = surroundings;
  const failure = errorText(answer.error ?? { kind: 'protocol' }, connection, answer.name);
  const actions = withContinue(answer, failure.actions);
  const pictures = pictureAlert(surroundings, answer, connection.name);
  if (!pictures) return { ...failure, actions };
  const detail = answer.error?.serverMessage;
  return { text: pictures.text, detail, actions: [...pictures.actions, ...actions] };
}

/** Adds *Continue* if there is text, e.g. of a continued answer, which is worth completing. */
function withContinue(answer: Answer, actions: readonly AlertAction[]): AlertAction[] {
  if (answer.text === '') return [...actions];
  return actions.flatMap((action): AlertAction[] => (action === 'retry' ? ['retry', 'continue'] : [action]));
}

function emptyText({ reasoning, deployment }: Answer): string {
  if (reasoning !== '') return t('The model ended after its reasoning, without text.');
  const text = t('The model ended at once, without text.');
  if (deployment?.baseModelName === undefined) return text;
  return `${text} ${t("Often a chat template or stop token that doesn't fit.")}`;
}

function cutText({ figures, error }: Answer, connection: ConnectionName): string {
  const reason = cutReason(error, connection);
  const tokens = figures?.completionTokens;
  if (tokens === undefined) return t('Cut off: {0}', reason);
  return t('Cut off after {0}: {1}', tokensText(tokens, figures?.isEstimated), reason);
}

function cutReason(error: Answer['error'], connection: ConnectionName): string {
  switch (error?.kind) {
    case 'timeout':
    case 'tooLarge':
      return errorText(error, connection).text;
    case 'window':
      return t('the window was closed or reloaded.');
    case 'copy':
      return t('the chat was copied before its end.');
    default:
      return t('the connection closed.');
  }
}

/** True if an answer may still be growing in another window: its file doesn't tell whether that window is still there. */
function mayGoOn({ isElsewhere }: Surroundings, { error }: Answer): boolean {
  return isElsewhere && error?.kind === 'window';
}

function noticeText(surroundings: Surroundings, answer: Answer): string | undefined {
  if (mayGoOn(surroundings, answer)) return t('The other window may still be receiving this answer.');
  if (isUnanswered(answer)) return t('No answer: this question is left out of later requests.');
  const pictures = answer.isWithoutPictures ? [t('Asked without the pictures.')] : [];
  const fields = (answer.droppedFields ?? []).map((field) => `\`${field}\``).join(', ');
  const calls = answer.toolCalls?.length
    ? [t('No tool is run, and later requests leave the calls out.')]
    : [];
  const { name } = surroundings.connection;
  const dropped = t("{1} doesn't accept {0}, so the message was resent without it.", fields, name);
  return [...pictures, ...calls, ...(fields === '' ? [] : [dropped])].join(' ') || undefined;
}
