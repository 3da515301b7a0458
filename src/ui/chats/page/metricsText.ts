import type { Deployment } from '../../../core/chats/tree/column.ts';
import type { Answer } from '../../../core/chats/tree/conversation.ts';
import { shortRevision } from '../../../core/cleanText.ts';
import type { Metrics } from '../../../core/exchange/exchangeFields.ts';
import { t } from '../../shared/text/t.ts';
import { absoluteTime, createdText } from '../../shared/text/time.ts';
import { rateText, secondsText, tokensText } from '../../shared/text/unitText.ts';

/** Returns, e.g., "revision 4f2c9ab, deployed Nov 18, 2026, 10:42:07 AM UTC"; `undefined` if the service gave neither. */
export function deploymentText({ hubRevision, createdAt }: Deployment): string | undefined {
  const parts: string[] = [];
  if (hubRevision) parts.push(t('revision {0}', shortRevision(hubRevision)));
  if (createdAt !== undefined) parts.push(t('deployed {0}', createdText(createdAt, absoluteTime)));
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** Returns what is known of an answer's speed and size, e.g. "0.42 s to first token" and "61 tokens/s"; estimates are marked "≈". */
export function metricTexts(metrics: Partial<Metrics> = {}): string[] {
  const { ttftMs, tokensPerSecond, completionTokens, isEstimated, isFirstRequest } = metrics;
  const texts: string[] = [];
  if (ttftMs !== undefined) {
    const ttft = t('{0} to first token', secondsText(ttftMs));
    // It may include the loading of the adapter, so readers must not take it for the model's own latency.
    texts.push(isFirstRequest ? t('{0} (first request)', ttft) : ttft);
  }
  if (tokensPerSecond !== undefined) texts.push((isEstimated ? '≈ ' : '') + rateText(tokensPerSecond));
  if (completionTokens !== undefined) texts.push(tokensText(completionTokens, isEstimated));
  return texts;
}

/** Returns the line under an answer, e.g. "0.42 s to first token · 61 tokens/s · 212 tokens · stop"; empty if nothing is known. */
export function metricsText(answer: Pick<Answer, 'figures' | 'finishReason' | 'state'>): string {
  const { figures, finishReason, state } = answer;
  const end = finishReason ?? (state === 'stopped' ? t('stopped') : undefined);
  const together = figures?.isTogether ? t('measured while other answers were streaming') : undefined;
  return [...metricTexts(figures), end, together].filter(Boolean).join(' · ');
}
