import type { PageAnswer, PageExchange } from '../../../protocol/chat.ts';
import { t } from '../../shared/l10n.ts';
import { formatNumber, formatSeconds } from './figuresText.ts';

interface Fact {
  label: string;
  value: string;
}

/** Returns all that is known of an exchange, in order. Unknown facts are left out, estimates marked "≈". */
export function exchangeFacts(
  { model, figures, finishReason }: Pick<PageAnswer, 'model' | 'figures' | 'finishReason'>,
  { connection, status, requestId, way, omitted }: PageExchange,
): Fact[] {
  const about = figures?.isEstimated ? '≈ ' : '';
  const facts: Fact[] = [];
  const add = (label: string, value: string | undefined) => {
    if (value) facts.push({ label, value });
  };
  const count = (value: number | undefined, mark = '') => value?.toString() && mark + formatNumber(value);
  const seconds = (ms: number | undefined) => ms?.toString() && t('{0} s', formatSeconds(ms));
  const ttft = seconds(figures?.ttftMs);
  const speed = figures?.tokensPerSecond;
  add(t('Model'), `${model} · ${connection}`);
  add(t('Status'), status?.toString());
  add(t('Request ID'), requestId);
  add(t('Sent'), way);
  add(t('Left out'), omitted.join(', '));
  add(t('First token'), ttft && (figures?.isFirstRequest ? t('{0} (first request)', ttft) : ttft));
  add(t('Speed'), speed?.toString() && about + t('{0} tokens/s', formatNumber(speed, 1)));
  add(t('Prompt tokens'), count(figures?.promptTokens));
  add(t('Completion tokens'), count(figures?.completionTokens, about));
  add(t('Duration'), seconds(figures?.durationMs));
  add(t('Ended'), finishReason);
  add(t('Measured'), figures?.isTogether ? t('while other answers were streaming') : undefined);
  return facts;
}
