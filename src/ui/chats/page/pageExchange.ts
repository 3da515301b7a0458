import { chatBody } from '../../../api/chat/chatRequestWire.ts';
import { sentRequest } from '../../../core/chats/session/chatRequest.ts';
import type { Answer, Conversation } from '../../../core/chats/tree/conversation.ts';
import { bodyDigest } from '../../../core/exchange/exchange.ts';
import type { PageExchange } from '../../../protocol/chat.ts';
import { numberText, t } from '../../shared/text/t.ts';
import { rateText, secondsText } from '../../shared/text/unitText.ts';
import { deploymentText } from './metricsText.ts';
import type { ConnectionName } from './redaction.ts';

/** Describes the request of an answer; `undefined` if there is no such answer. */
export function pageExchange(
  { conversation }: { conversation: Conversation },
  turn: string,
  connection: Pick<ConnectionName, 'name'>,
): PageExchange | undefined {
  const answer = conversation.answers.get(turn);
  if (!answer) return undefined;
  return {
    facts: exchangeFacts(answer, connection.name),
    request: isUnsent(answer) ? undefined : requestText(conversation, answer),
    remark: remark(conversation, answer),
  };
}

/** Returns everything that is known about an exchange, in the order shown. Unknown facts are left out, estimates marked "≈". */
function exchangeFacts(answer: Answer, connection: string): PageExchange['facts'] {
  const { name, figures, finishReason, sent, deployment } = answer;
  const { ttftMs, tokensPerSecond, promptTokens, completionTokens, durationMs } = figures ?? {};
  const about = figures?.isEstimated ? '≈ ' : '';
  const ttft = ttftMs === undefined ? '' : secondsText(ttftMs);
  const ways = new Map([
    ['undici', t('Directly')],
    ['host', t("Through VS Code's own network")],
  ]);
  const facts: [label: string, value: string | undefined][] = [
    [t('Model'), `${name} · ${connection}`],
    [t('Deployment'), deployment && deploymentText(deployment)],
    [t('Status'), sent?.status?.toString()],
    [t('Request ID'), sent?.requestId],
    [t('Sent'), sent?.way && (ways.get(sent.way) ?? sent.way)],
    [t('Left out'), (sent?.omitted ?? []).join(', ')],
    [t('First token'), ttft && figures?.isFirstRequest ? t('{0} (first request)', ttft) : ttft],
    [t('Speed'), tokensPerSecond === undefined ? undefined : about + rateText(tokensPerSecond)],
    [t('Prompt tokens'), promptTokens === undefined ? undefined : numberText(promptTokens)],
    [
      t('Completion tokens'),
      completionTokens === undefined ? undefined : about + numberText(completionTokens),
    ],
    [t('Duration'), durationMs === undefined ? undefined : secondsText(durationMs)],
    [t('Ended'), finishReason],
    [t('Measured'), figures?.isTogether ? t('while other answers were streaming') : undefined],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** Returns the request JSON of an answer. It never contains the key, which is sent in the headers. */
export function requestText(conversation: Conversation, answer: Answer, indent = 2): string {
  const { wireName = answer.name, omitted } = answer.sent ?? {};
  const request = { ...sentRequest(conversation, answer), model: wireName };
  return JSON.stringify(chatBody(request, omitted), null, indent);
}

/** True for an answer that failed before anything was sent, e.g. without a key. */
function isUnsent({ sent, state }: Answer): boolean {
  return sent !== undefined && sent.digest === undefined && state !== 'streaming';
}

/**
 * Returns a remark if the request shown is not, or may not be, what was sent; else `undefined`. The body is rebuilt, because
 * keeping each would store a long chat many times; the digest proves that it is identical.
 */
function remark(conversation: Conversation, answer: Answer): string | undefined {
  if (isUnsent(answer)) return t('Nothing was sent.');
  const digest = answer.sent?.digest;
  if (digest === undefined) {
    return t('Reconstructed from the chat: the original request was not recorded.');
  }
  if (bodyDigest(requestText(conversation, answer, 0)) === digest) return undefined;
  return t('May differ from what was sent: an earlier answer has changed since.');
}
