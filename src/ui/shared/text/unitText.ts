import { secondsNumber } from '../../../base/texts.ts';
import { numberText, plural, t } from './t.ts';

const exactly = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

/** "0.42 s", "12.5 s", "130 s": like the chat's own figures, more precise for short times. */
export function secondsText(ms: number): string {
  return t('{0} s', secondsNumber(t, ms));
}

/** "61 tokens/s", "9.5 tokens/s": as below an answer. */
export function rateText(tokensPerSecond: number): string {
  return t('{0} tokens/s', numberText(tokensPerSecond, exactly(tokensPerSecond < 9.95 ? 1 : 0)));
}

/** "≈ 212 tokens" if it is an estimate. */
export function tokensText(count: number, isEstimated = false): string {
  const about = isEstimated ? '≈ ' : '';
  return about + plural(count, '1 token', '{0} tokens');
}

/** "1 KB", "2.5 MB". Rounds up, so that a size over a limit never reads as the limit. */
export function sizeText(bytes: number): string {
  const roundedUp = (value: number) => Math.ceil(value * 10) / 10;
  if (bytes === 1) return t('1 byte');
  if (bytes < 1024) return t('{0} bytes', bytes);
  if (bytes <= 1000 * 1024) return t('{0} KB', roundedUp(bytes / 1024));
  return t('{0} MB', roundedUp(bytes / 1024 / 1024));
}

/** "0.35", "0.0000002": without what binary fractions add to the last digits. */
export function priceText(price: number): string {
  return numberText(price, { maximumSignificantDigits: 15 });
}
