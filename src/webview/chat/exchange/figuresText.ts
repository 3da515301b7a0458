import type { PageAnswer } from '../../../protocol/chat.ts';
import { formatNumber, t } from '../../shared/l10n.ts';

/** "0.42 s", "12.5 s", "130 s". */
export function formatSeconds(ms: number): string {
  const value = ms / 1000;
  return t('{0} s', formatNumber(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0));
}

/** "61 tokens/s", "9.5 tokens/s". */
export function formatRate(tokensPerSecond: number): string {
  return t('{0} tokens/s', formatNumber(tokensPerSecond, tokensPerSecond < 9.95 ? 1 : 0));
}

/**
 * Returns the line under an answer, e.g. "0.42 s to first token · 61 tokens/s · 212 tokens · stop". Unknown metrics are left out,
 * estimates marked "≈".
 */
export function figuresText({
  figures,
  finishReason,
  state,
}: Pick<PageAnswer, 'figures' | 'finishReason'> & Partial<Pick<PageAnswer, 'state'>>): string {
  const about = figures?.isEstimated ? '≈ ' : '';
  const texts: string[] = [];
  if (figures?.ttftMs !== undefined) {
    const ttft = t('{0} to first token', formatSeconds(figures.ttftMs));
    texts.push(figures.isFirstRequest ? t('{0} (first request)', ttft) : ttft);
  }
  const speed = figures?.tokensPerSecond;
  if (speed !== undefined) texts.push(about + formatRate(speed));
  const tokens = figures?.completionTokens;
  if (tokens !== undefined) texts.push(about + (tokens === 1 ? t('1 token') : t('{0} tokens', tokens)));
  if (finishReason) texts.push(finishReason);
  else if (state === 'stopped') texts.push(t('stopped'));
  if (figures?.isTogether) texts.push(t('measured while other answers were streaming'));
  return texts.join(' · ');
}

/** Returns the label of the reasoning, with its duration once it has ended. */
export function reasoningText(reasoningMs: number | undefined, isLive: boolean): string {
  if (isLive) return t('Reasoning…');
  if (reasoningMs === undefined) return t('Reasoning');
  const whole = Math.round(reasoningMs / 1000);
  return whole < 1 ? t('Reasoning, under 1 s') : t('Reasoning, {0} s', whole);
}
