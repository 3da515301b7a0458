import type { AnswerTurnView } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';

/** A count in the reader's own notation. */
export function formatNumber(value: number, digits = 0): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(undefined, options).format(value);
}

/** Seconds as one reads them: fine where they are few. */
export function formatSeconds(ms: number): string {
  const value = ms / 1000;
  if (value < 9.995) return formatNumber(value, 2);
  return formatNumber(value, value < 99.95 ? 1 : 0);
}

/**
 * The line under an answer, as "0.42 s to first token · 61 tokens/s · 212 tokens · stop". What is unknown is left out,
 * and what is estimated carries "≈".
 */
export function figuresText({
  figures,
  finishReason,
  state,
}: Pick<AnswerTurnView, 'figures' | 'finishReason'> & Partial<Pick<AnswerTurnView, 'state'>>): string {
  const about = figures?.isEstimated ? '≈ ' : '';
  const parts: string[] = [];
  if (figures?.ttftMs !== undefined) {
    const ttft = t('{0} s to first token', formatSeconds(figures.ttftMs));
    parts.push(figures.isFirstRequest ? t('{0} (first request)', ttft) : ttft);
  }
  const speed = figures?.tokensPerSecond;
  if (speed !== undefined) parts.push(about + t('{0} tokens/s', formatNumber(speed, speed < 9.95 ? 1 : 0)));
  const tokens = figures?.completionTokens;
  if (tokens !== undefined)
    parts.push(about + (tokens === 1 ? t('1 token') : t('{0} tokens', formatNumber(tokens))));
  if (finishReason) parts.push(finishReason);
  else if (state === 'stopped') parts.push(t('stopped'));
  return parts.join(' · ');
}

/** The label of the reasoning, with its length once it has ended. */
export function reasoningText(reasoningMs: number | undefined, isLive: boolean): string {
  if (isLive) return t('Reasoning…');
  if (reasoningMs === undefined) return t('Reasoning');
  const whole = Math.round(reasoningMs / 1000);
  return whole < 1 ? t('Reasoning, under 1 s') : t('Reasoning, {0} s', formatNumber(whole));
}
