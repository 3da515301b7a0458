import type { Texts } from '../../../base/texts.ts';

/** Under a twentieth of a point: beside others it is told as 0, or as just above it. */
export function isTiny(share: number): boolean {
  return share !== 0 && Math.abs(share) < 0.0005;
}

/**
 * Returns a function that turns a share into points without its sign: whole ones, or with one decimal where one of these is under a point;
 * with more only where all would be 0 without being that.
 */
export function pointsOf(all: readonly number[]): (share: number) => number {
  const large = all.filter((share) => share !== 0 && !isTiny(share));
  const shares = large.length > 0 ? large : all.filter((share) => share !== 0);
  const rounded = (share: number, digits: number) =>
    Math.round(Math.abs(share) * 100 * 10 ** digits) / 10 ** digits;
  const isTold = (digits: number) =>
    shares.every((share) => rounded(share, digits) > 0) &&
    (digits > 0 || shares.every((share) => Math.abs(share) >= 0.01));
  const digits = [0, 1, 2].find(isTold) ?? 3;
  return (share) => rounded(share, digits);
}

/** Returns, e.g., "78%"; never "0%" or "100%" for what is only almost so. */
export function percentText(t: Texts, share: number): string {
  return t('{0}%', percentNumber(t, share));
}

/** The same without its sign. */
export function percentNumber(t: Texts, share: number): string {
  const isWhole = (percent: number) =>
    (percent === 0) === (share === 0) && (percent === 100) === (share === 1);
  const digits = [0, 1, 2].find((one) => isWhole(Number((share * 100).toFixed(one)))) ?? 3;
  return t.number(share * 100, { maximumFractionDigits: digits });
}

/** Returns, e.g., "p = 0.039"; never "p = 0.05" for what is below. */
export function probabilityText(t: Texts, p: number): string {
  if (p < 0.001) return t('p < {0}', t.number(0.001));
  const rounded = Number(p.toFixed(p < 0.1 ? 3 : 2));
  return rounded >= 0.05 && p < 0.05 ? t('p < {0}', t.number(0.05)) : t('p = {0}', t.number(rounded));
}

/** Returns a number of a formula, with four digits that count. */
export function exactText(t: Texts, value: number): string {
  return t.number(value, { maximumSignificantDigits: 4 });
}
