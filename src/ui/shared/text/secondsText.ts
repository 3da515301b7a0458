import { displayLanguage, t } from './t.ts';

/** "0.42 s", "12.5 s", "130 s": like the chat's own figures, more precise for short times. */
export function secondsText(ms: number): string {
  const value = ms / 1000;
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const number = new Intl.NumberFormat(displayLanguage(), options).format(value);
  return t('{0} s', number);
}
