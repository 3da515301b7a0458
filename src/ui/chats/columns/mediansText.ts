import * as vscode from 'vscode';
import type { Medians } from '../../../core/chats/columns/medians.ts';
import { tokensText } from '../../shared/text/countText.ts';
import { secondsText } from '../../shared/text/secondsText.ts';

/** E.g. "Median of 5 answers: 0.44 s to first token · 58 tokens/s · 212 tokens". Says each count if they differ. */
export function mediansText(medians: Medians | undefined): string | undefined {
  if (!medians) return undefined;
  const { ttftMs, tokensPerSecond, completionTokens, isTogether } = medians;
  const figures = [
    { median: ttftMs, text: (ms: number) => vscode.l10n.t('{0} to first token', secondsText(ms)) },
    { median: tokensPerSecond, text: (rate: number) => vscode.l10n.t('{0} tokens/s', rateText(rate)) },
    { median: completionTokens, text: (count: number) => tokensText(Math.round(count)) },
  ].flatMap(({ median, text }) => (median ? [{ count: median.count, text: text(median.value) }] : []));
  const counts = new Set(figures.map(({ count }) => count));
  const [count] = counts;
  const texts = figures.map((figure) =>
    counts.size === 1 ? figure.text : vscode.l10n.t('{0} (of {1})', figure.text, figure.count),
  );
  if (isTogether) texts.push(vscode.l10n.t('measured together'));
  const line = texts.join(' · ');
  return counts.size === 1 && count !== undefined
    ? vscode.l10n.t('Median of {0} answers: {1}', count, line)
    : vscode.l10n.t('Medians: {0}', line);
}

/** As below an answer: with a decimal if it is slow. */
function rateText(tokensPerSecond: number): string {
  const digits = tokensPerSecond < 9.95 ? 1 : 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(vscode.env.language, options).format(tokensPerSecond);
}
