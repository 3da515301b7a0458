import type { Texts } from '../../base/texts.ts';

/** Returns ms as seconds, more precise for short times: "0.42", "12.5", "130". */
export function secondsNumber(t: Texts, ms: number): string {
  const value = ms / 1000;
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return t.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
